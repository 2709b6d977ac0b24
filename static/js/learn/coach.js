/** Coach: the teacher's words beside the table, and the way on after a lesson. */

/** A finished trick that does not show its winner yet: see the stages in `../matches/state.js`. */
const LYING_TRICK = ".court.lies";
const FINISHED_TRICK = ".court:is(.lies, .done)";

const findParts = (root) => Object.fromEntries(
  ["where", "told", "ask", "end"].map((name) => [name, root.querySelector(`.coach-${name}`)]));

/** Set a text, but not the same again, which screen readers would repeat. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/**
 * Show the coach's words of a step, those on a finished trick together with its winner.
 * @param {HTMLElement} root the coach
 * @param {import("./lesson.js").Step} step
 * @param {boolean} done
 */
export async function showStep(root, step, done) {
  await waitForTrick(root.parentElement, LYING_TRICK);
  const { where, told, ask, end } = findParts(root);
  setText(where, step.where);
  if (step.told || step.ask) {
    setText(told, step.told);
    setText(ask, step.ask);
  }
  if (done) showEnd(root.parentElement, end);
}

/** Show the way on, in sight, once the last trick has been looked at. The focus goes there if it has lost its place. */
async function showEnd(table, end) {
  table.dataset.done = "";
  end.hidden = false;
  await waitForTrick(table);
  end.scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) end.querySelector("h3").focus({ preventScroll: true });
}

/**
 * Wait until a finished trick has been looked at.
 * @param {HTMLElement} table @param {string} [trick] selector of the trick that is waited for
 * @returns {Promise<void>} done once no such trick lies on it
 */
export function waitForTrick(table, trick = FINISHED_TRICK) {
  return new Promise((resolve) => {
    const watch = new MutationObserver(look);
    watch.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    look();
    function look() {
      if (table.querySelector(trick)) return;
      watch.disconnect();
      resolve();
    }
  });
}
