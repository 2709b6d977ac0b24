/** Display of a tournament: the screen stays on, and long lists are shown page by page. */
import { createScreenLock } from "../companion/device.js";

const PAGE_TIME = 8_000;

/** Show the next page of a list that is longer than its place; after the last page, the first. */
function turnPage(list) {
  const left = list.scrollHeight - list.clientHeight - list.scrollTop;
  list.scrollTop = left > 1 ? list.scrollTop + 0.9 * list.clientHeight : 0;
}

createScreenLock(navigator.wakeLock, document).hold(true);
setInterval(() => document.querySelectorAll(".night-roll").forEach(turnPage), PAGE_TIME);
