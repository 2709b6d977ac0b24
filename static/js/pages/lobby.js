/** Lobby: keep its lists fresh. The page is whole without this script. */

const POLL_INTERVAL = 4000;
const { lobbySource } = document.querySelector("[data-lobby-source]").dataset;
const lists = [...document.querySelectorAll("[data-lobby-list]")];
let shown = null;
let sooner = null;

const getFocusedKey = (list) => list.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;

// A button that has the focus is kept: if it is gone, its list waits until the focus leaves it.
const showList = (list, fresh) => {
  const key = getFocusedKey(list);
  const target = key && fresh.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (key !== null && !target) return false;
  list.replaceChildren(...fresh.childNodes);
  if (target) target.focus({ preventScroll: true });
  return true;
};

const showLists = (html) => {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  const results = lists.map((list) =>
    showList(list, content.querySelector(`[data-lobby-list="${list.dataset.lobbyList}"]`)));
  return results.every(Boolean);
};

const refresh = async () => {
  if (document.hidden) return;
  const answer = await fetch(lobbySource, { headers: { Accept: "text/html" } });
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
