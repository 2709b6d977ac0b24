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
  const named = before?.board && after?.board ? [...handed(before, after), ...turnedUp(before, after)] : [];
  const found = named.map(([selector, move]) => [root.querySelector(selector), move]).filter(([element]) => element);
  for (const [element, move] of found) element.style.viewTransitionName = move;
  return () => found.forEach(([element]) => (element.style.viewTransitionName = "none"));
}

/** The cards that the other hand has played: where they come from, and the name they move under. */
const handed = (before, after) => [0, 1]
  .filter((seat) => seat !== after.you && !before.trick[seat] && after.trick[seat])
  .map((seat) => [
    `.player.${seat === after.near ? "near" : "far"} .backs .card:last-of-type`, after.trick[seat].move,
  ]);

/** The card that the deck has given. */
function turnedUp(before, after) {
  const { revealed } = after.board;
  const moves = revealed && revealed !== before.board.revealed && revealed !== "G0";
  return moves ? [[".deck .card:last-of-type", `c-${revealed}`]] : [];
}
