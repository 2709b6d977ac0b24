/** Local times: `<time>` elements rewritten from UTC to the reader's zone. */

/**
 * Rewrite times, and keep what they said as their titles.
 * @param {Iterable<HTMLTimeElement>} times
 * @param {Intl.DateTimeFormatOptions} style
 */
export function showLocalTimes(times, style) {
  const form = new Intl.DateTimeFormat(document.documentElement.lang || undefined, style);
  for (const time of times) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.valueOf())) continue;
    time.title = time.textContent.includes("UTC") ? time.textContent : `${time.textContent} UTC`;
    time.textContent = form.format(moment);
  }
}
