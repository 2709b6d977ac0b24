/** Local times: rewrite each `<time>` of the admin from UTC to the reader's zone. */
const language = document.documentElement.lang || undefined;
const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
const clockTimes = new Intl.DateTimeFormat(language, { timeStyle: "medium" });

for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.valueOf())) {
    time.title = `${time.textContent} UTC`;
    time.textContent = ("clock" in time.dataset ? clockTimes : moments).format(moment);
  }
}
