/** Coach: the teacher's texts beside the table, and the links after a lesson. */

const FINISHED_TRICK = ".court.done";

const findParts = (root) => Object.fromEntries(
  ["heading", "text", "prompt", "end"].map((name) => [name, root.querySelector(`[data-coach-${name}]`)]));

/** Set a text unless it is unchanged, which screen readers would read again. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/**
 * Show the texts of a step.
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

/** Show the links once the last trick has been dismissed, and focus them if nothing else has the focus. */
async function showEnd(table, end) {
  table.dataset.done = "";
  end.hidden = false;
  await waitForTrick(table);
  if (document.activeElement === document.body) end.querySelector("h3").focus({ preventScroll: true });
}

/**
 * Wait until no finished trick is shown.
 * @param {HTMLElement} table @returns {Promise<void>}
 */
export function waitForTrick(table) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(check);
    observer.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    check();
    function check() {
      if (table.querySelector(FINISHED_TRICK)) return;
      observer.disconnect();
      resolve();
    }
  });
}
