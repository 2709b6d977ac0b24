/** Keys and swipes of a replay. */

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "run" };
const SWIPE_DISTANCE = 40;
const CONTROLS = "input, select, textarea, summary, dialog";

/**
 * Return the way of a key.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} event
 * @returns {"first"|"back"|"on"|"last"|"run"|null} null: the key is none of ours
 */
export function getKeyWay({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return ctrlKey || metaKey || altKey || shiftKey ? null : KEYS[key] ?? null;
}

/**
 * Return the way of a swipe. A finger drawn to the left turns on, as the page of a book.
 * @returns {"back"|"on"|null}
 */
export function getSwipeWay(dx, dy) {
  if (Math.abs(dx) < SWIPE_DISTANCE || Math.abs(dx) < 2 * Math.abs(dy)) return null;
  return dx < 0 ? "on" : "back";
}

/** Listen to keys and swipes. @param {HTMLElement} table @param {(way: string) => void} go */
export function listenInput(table, go) {
  document.addEventListener("keydown", (event) => {
    const way = getKeyWay(event);
    const taken = event.target.closest(CONTROLS) || (way === "run" && event.target.closest("a, button"));
    if (!way || taken) return;
    event.preventDefault();
    go(way);
  });
  listenSwipes(table, go);
}

function listenSwipes(table, go) {
  let from = null;
  table.addEventListener("pointerdown", ({ isPrimary, pointerType, clientX: x, clientY: y }) => {
    from = isPrimary && pointerType !== "mouse" ? { x, y } : null;
  });
  table.addEventListener("pointercancel", () => { from = null; });
  table.addEventListener("pointerup", ({ clientX, clientY }) => {
    const way = from && getSwipeWay(clientX - from.x, clientY - from.y);
    from = null;
    if (way) go(way);
  });
}
