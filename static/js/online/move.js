/** Lets cards be seen to move from one drawing to the next, where the browser and the person want that. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
let running = null;
let waiting = null;

/**
 * Draws, with a transition if possible. What comes while cards are moving is drawn when they have arrived.
 * @param {() => void} update draws the newest state
 * @param {(() => (() => void))|null} prepare names the places that cards come from and returns what takes the
 *   names away; null when nothing moves
 */
export function moveTo(update, prepare) {
  if (running) waiting = [update, prepare ?? waiting?.[1] ?? null];
  else if (!prepare || !document.startViewTransition || still.matches || document.hidden) update();
  else start(update, prepare());
}

function start(update, tidy) {
  running = document.startViewTransition(() => {
    tidy();
    update();
  });
  running.ready.catch(() => {});
  running.updateCallbackDone.catch(() => {});
  running.finished.catch(() => {}).then(next);
}

function next() {
  const later = waiting;
  running = waiting = null;
  if (later) moveTo(...later);
}

/** Ends a running transition, so that a tap meets the cards where they are. */
export const skip = () => running?.skipTransition();

/**
 * Where the new cards of a scene come from: the other hand's backs and the deck.
 * @param {HTMLElement} root
 * @param {import("./scene.js").Scene|null} before
 * @param {import("./scene.js").Scene|null} after
 */
export function origins(root, before, after) {
  const named = [];
  const name = (selector, move) => {
    const element = move && root.querySelector(selector);
    if (!element) return;
    element.style.viewTransitionName = move;
    named.push(element);
  };
  if (before?.board && after?.board) {
    for (const seat of [0, 1]) {
      const came = !before.trick[seat] && after.trick[seat];
      if (came && seat !== after.you) name(`.player.${seat === after.near ? "near" : "far"} .backs .card:last-of-type`, came.move);
    }
    const turned = after.board.revealed;
    if (turned && turned !== before.board.revealed && turned !== "G0") name(".deck .card:last-of-type", `c-${turned}`);
  }
  return () => named.forEach((element) => (element.style.viewTransitionName = "none"));
}
