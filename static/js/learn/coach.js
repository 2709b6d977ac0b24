/** The words of the teacher beside the table, and what comes after a lesson. */

const parts = (root) => Object.fromEntries(
  ["where", "told", "ask", "end"].map((name) => [name, root.querySelector(`.coach-${name}`)]));

/** What is said already is not said again to those who listen. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/**
 * @param {HTMLElement} root the coach
 * @param {import("./lesson.js").Step} step
 * @param {boolean} done
 */
export function say(root, step, done) {
  const { where, told, ask, end } = parts(root);
  put(where, step.where);
  if (step.told || step.ask) {
    put(told, step.told);
    put(ask, step.ask);
  }
  if (done) finish(root.parentElement, end);
}

/** The way on is shown once the last trick has been looked at; the focus goes there if it has lost its place. */
function finish(table, end) {
  table.dataset.done = "";
  end.hidden = false;
  const watch = new MutationObserver(() => lookOn(table, end, watch));
  watch.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  lookOn(table, end, watch);
}

function lookOn(table, end, watch) {
  if (table.querySelector(".court.done")) return;
  watch.disconnect();
  if (document.activeElement === document.body) end.querySelector("h3").focus({ preventScroll: true });
}
