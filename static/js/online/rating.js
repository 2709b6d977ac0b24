/** What a rated game made of the ratings of both, told at its end. */

/** Milliseconds until it is asked again, and how often: ratings are found a moment after the end. */
const AGAIN = 1_000;
const TRIES = 5;

/** @param {object} view @returns {boolean} whether there may be something to tell */
export const decides = (view) => view.status === "finished" && view.options.rated;

/**
 * @param {{ask: () => Promise<{ok: boolean, data: any}>, tell: (lines: string[]) => void,
 *   later?: (then: () => void, after: number) => unknown}} around
 * @returns {(tries?: number) => Promise<void>} asks, until the site knows
 */
export function ratingTeller({ ask, tell, later = setTimeout }) {
  return async function look(tries = TRIES) {
    const { ok, data } = await ask();
    if (ok && data.made) tell(data.lines);
    else if (tries > 1) later(() => look(tries - 1), AGAIN);
  };
}
