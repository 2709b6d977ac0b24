/** Coach: the teacher's texts beside the table, and the links after a lesson. */

/** A finished trick that does not show its winner yet: see the stages in `../matches/state.js`. */
const LYING_TRICK = ".court.lies";
const FINISHED_TRICK = ".court:is(.lies, .done)";

const findParts = (root) => Object.fromEntries(
  ["heading", "text", "prompt", "end"].map((name) => [name, root.querySelector(`[data-coach-${name}]`)]));

/** Set a text unless it is unchanged, which screen readers would read again. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/**
 * Show the texts of a step, those on a finished trick together with its winner.
 * @param {HTMLElement} root the coach
 * @param {import("./lesson.js").Step} step
 * @param {boolean} done
 */
export async function showStep(root, step, done) {
  await waitForTrick(root.parentElement, LYING_TRICK);
  const { heading, text, prompt, end } = findParts(root);
  setText(heading, step.heading);
  if (step.text || step.prompt) {
    setText(text, step.text);
    setText(prompt, step.prompt);
  }
  if (done) showEnd(root.parentElement, end);
}

/** Show the links, in sight, once the last trick has been dismissed, and focus them if nothing else has the focus. */
async function showEnd(table, end) {
  table.dataset.done = "";
  end.hidden = false;
  await waitForTrick(table);
  end.scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) end.querySelector("h3").focus({ preventScroll: true });
}

/**
 * Wait until a finished trick is not shown any more.
 * @param {HTMLElement} table @param {string} [trick] selector of the trick @returns {Promise<void>}
 */
export function waitForTrick(table, trick = FINISHED_TRICK) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(check);
    observer.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    check();
    function check() {
      if (table.querySelector(trick)) return;
      observer.disconnect();
      resolve();
    }
  });
}
