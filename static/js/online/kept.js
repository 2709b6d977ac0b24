/** What this tab shows of a game, so that it shows it again when it is loaded anew. Kept by the tab alone. */

const named = (line) => `shown:${line}`;

/** @param {string} line the address of the game's socket @returns {object|null} the view that was shown last */
export function shownBefore(line) {
  try {
    return JSON.parse(sessionStorage.getItem(named(line)));
  } catch {
    return null;
  }
}

/** Of a game that is over nothing is kept: cards are nobody's business who comes to this tab later. */
const OVER = ["finished", "called_off"];

/** @param {string} line @param {object} view */
export function nowShown(line, view) {
  try {
    if (OVER.includes(view.status)) sessionStorage.removeItem(named(line));
    else sessionStorage.setItem(named(line), JSON.stringify(view));
  } catch {
    // A browser that keeps nothing shows the newest view after a reload.
  }
}
