/** What this tab shows of a game, so that it shows it again when it is loaded anew. Kept by the tab alone. */

const named = (code) => `shown:${code}`;

/** @param {string} code of the game @returns {object|null} the view that was shown last */
export function shownBefore(code) {
  try {
    return JSON.parse(sessionStorage.getItem(named(code)));
  } catch {
    return null;
  }
}

/** @param {string} code @param {object} view */
export function nowShown(code, view) {
  try {
    sessionStorage.setItem(named(code), JSON.stringify(view));
  } catch {
    // A browser that keeps nothing shows the newest view after a reload.
  }
}
