/** Coach: the teacher's words beside the table, and the way on after a lesson. */

const FINISHED_TRICK = ".court.done";

const findParts = (root) => Object.fromEntries(
  ["heading", "text", "prompt", "end"].map((name) => [name, root.querySelector(`[data-coach-${name}]`)]));

/** Set a text, but not the same again, which screen readers would repeat. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/**
 * Show the coach's words of a step.
 * @param {HTMLElement} root the coach
 * @param {import("./lesson.js").Step} step
 * @param {boolean} done
 */
export function showStep(root, step, done) {
  const { heading, text, prompt, end } = findParts(root);
  setText(heading, step.heading);
  if (step.text || step.prompt) {
    setText(text, step.text);
    setText(prompt, step.prompt);
  }
  if (done) showEnd(root.parentElement, end);
}

/** Show the way on once the last trick has been looked at. The focus goes there if it has lost its place. */
async function showEnd(table, end) {
  table.dataset.done = "";
  end.hidden = false;
  await waitForTrick(table);
  if (document.activeElement === document.body) end.querySelector("h3").focus({ preventScroll: true });
}

/**
 * Wait until a finished trick has been looked at.
 * @param {HTMLElement} table @returns {Promise<void>} done once no finished trick lies on it
 */
export function waitForTrick(table) {
  return new Promise((resolve) => {
    const watch = new MutationObserver(look);
    watch.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    look();
    function look() {
      if (table.querySelector(FINISHED_TRICK)) return;
      watch.disconnect();
      resolve();
    }
  });
}
