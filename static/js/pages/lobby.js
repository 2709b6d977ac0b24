// Keeps the lists of the lobby fresh while somebody looks at them. The page is whole without this script.

const EVERY = 4000;
const lists = document.querySelector("[data-lobby-lists]");
let shown = null;
let sooner = null;

const focusedKey = () =>
  lists.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;

// Whoever has a button of the lists under their fingers keeps it: if it is gone, the lists wait until they leave.
const show = (html) => {
  const key = focusedKey();
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
  again(Number(answer.headers.get("Look-In")));
  const html = await answer.text();
  if (html !== shown && show(html)) shown = html;
};

/** Somebody who vanished is not shown as here until the next round. @param {number} seconds 0: nobody is here */
const again = (seconds) => {
  clearTimeout(sooner);
  if (seconds && seconds * 1000 < EVERY) sooner = setTimeout(quietly, seconds * 1000);
};

const quietly = () => refresh().catch(() => { /* offline: the next round tries again */ });

setInterval(quietly, EVERY);
document.addEventListener("visibilitychange", quietly);
