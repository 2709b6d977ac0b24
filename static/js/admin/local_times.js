/** Local times: rewrite each `<time>` of the admin from UTC to the reader's zone. */
const form = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  dateStyle: "medium",
  timeStyle: "medium",
});

for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.valueOf())) {
    time.title = `${time.textContent} UTC`;
    time.textContent = form.format(moment);
  }
}
