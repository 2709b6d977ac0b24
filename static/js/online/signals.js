/** What of a new view calls the player to the table: their turn has come, or a rematch is offered. */

/** @param {object|null} view @returns {boolean} whether the other player waits for an answer about a rematch */
export function offered(view) {
  if (!view?.rematch || view.you === null) return false;
  const { asked, declined, game } = view.rematch;
  return asked[1 - view.you] && !asked[view.you] && !declined && !game;
}

const turn = (view) => view.you !== null && view.board?.turn === view.you && !view.result;

/**
 * @param {object} view @param {object|null} before the view before it; with the first nothing is new
 * @returns {"rematch"|"turn"|null} the sound of it
 */
export function signalOf(view, before) {
  if (!before) return null;
  if (offered(view) && !offered(before)) return "rematch";
  return turn(view) && !turn(before) ? "turn" : null;
}
