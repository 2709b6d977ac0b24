/** Local times of the admin. */
import { showLocalTimes } from "../shared/local_times.js";

showLocalTimes(document.querySelectorAll("time[datetime]"), { dateStyle: "medium", timeStyle: "medium" });
