/** Local times of the admin: with the date, or the time of day alone. */
import { showLocalTimes } from "../shared/local_times.js";

showLocalTimes(document.querySelectorAll("time[datetime]:not([data-clock])"), {
  dateStyle: "medium", timeStyle: "medium",
});
showLocalTimes(document.querySelectorAll("time[data-clock]"), { timeStyle: "medium" });
