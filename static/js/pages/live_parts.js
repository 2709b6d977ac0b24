/** Live parts of a page: keep them fresh by polling. The page is whole without this script. */

const POLL_INTERVAL = 4000;
const NOT_MODIFIED = 304;
const { liveSource } = document.querySelector("[data-live-source]").dataset;
const parts = [...document.querySelectorAll("[data-live-part]")];
let shown = null;
let etag = null;
let earlyRefresh = null;

const getFocusedKey = (part) => part.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;

// A button that has the focus is kept: if it is gone, its part waits until the focus leaves it.
const showPart = (part, fresh) => {
  const key = getFocusedKey(part);
  const target = key && fresh.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (key !== null && !target) return false;
  // An unchanged part stays, so that a screen reader says only what is new.
  if (part.innerHTML === fresh.innerHTML) return true;
  part.replaceChildren(...fresh.childNodes);
  if (target) target.focus({ preventScroll: true });
  return true;
};

const showParts = (html) => {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  const results = parts.map((part) =>
    showPart(part, content.querySelector(`[data-live-part="${part.dataset.livePart}"]`)));
  return results.every(Boolean);
};

const refresh = async () => {
  if (document.hidden) return;
  const headers = { Accept: "text/html", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(liveSource, { headers });
  if (response.status === NOT_MODIFIED || !response.ok) return;
  scheduleRefresh(Number(response.headers.get("Refresh-Within")));
  const html = await response.text();
  if (html !== shown && !showParts(html)) return;
  shown = html;
  etag = response.headers.get("ETag");
};

/**
 * Schedule an earlier refresh, so that a player who left is not shown until the next round.
 * @param {number} seconds 0: no player is here
 */
const scheduleRefresh = (seconds) => {
  clearTimeout(earlyRefresh);
  if (seconds && seconds * 1000 < POLL_INTERVAL) earlyRefresh = setTimeout(refreshQuietly, seconds * 1000);
};

const refreshQuietly = () => refresh().catch(() => { /* offline: the next round tries again */ });

setInterval(refreshQuietly, POLL_INTERVAL);
document.addEventListener("visibilitychange", refreshQuietly);
