/** Entry point of the notifications on ordinary pages. */
import { startNotifications } from "../shared/notification_area.js";
import { createTabTitle } from "../shared/notifications.js";

startNotifications(createTabTitle(document, document.querySelector("[data-notifications]").dataset.dotted));
