/** Lobby: keep its lists fresh. The page is whole without this script. */

const POLL_INTERVAL = 4000;
const lists = document.querySelector("[data-lobby-lists]");
let shown = null;
let sooner = null;

const getFocusedKey = () =>
  lists.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;

// Whoever has a button of the lists under their fingers keeps it: if it is gone, the lists wait until they leave.
const showLists = (html) => {
  const key = getFocusedKey();
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const target = key && fresh.content.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (key !== null && !target) return false;
  lists.replaceChildren(fresh.content);
  if (target) target.focus({ preventScroll: true });
  return true;
};

const refresh = async () => {
  if (document.hidden) return;
  const answer = await fetch(lists.dataset.source, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  scheduleRefresh(Number(answer.headers.get("Look-In")));
  const html = await answer.text();
  if (html !== shown && showLists(html)) shown = html;
};

/**
 * Schedule an earlier refresh, so that a player who left is not shown until the next round.
 * @param {number} seconds 0: no player is here
 */
const scheduleRefresh = (seconds) => {
  clearTimeout(sooner);
  if (seconds && seconds * 1000 < POLL_INTERVAL) sooner = setTimeout(refreshQuietly, seconds * 1000);
};

const refreshQuietly = () => refresh().catch(() => { /* offline: the next round tries again */ });

setInterval(refreshQuietly, POLL_INTERVAL);
document.addEventListener("visibilitychange", refreshQuietly);
