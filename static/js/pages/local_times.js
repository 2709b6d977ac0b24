/** Local times of a page: each `<time>` with date and time, in the reader's zone. */
import { showLocalTimes } from "../shared/local_times.js";

showLocalTimes(document.querySelectorAll("time[datetime]"), { dateStyle: "medium", timeStyle: "short" });
