/** What can be read off a view of a table. */

const ENDED = ["finished", "called_off"];

/** @param {object} view @returns {boolean} */
export const over = (view) => ENDED.includes(view.status);

/** Where the game goes on that follows this one. @param {object} view @param {{url: string}} urls @returns {string} */
export const rematchUrl = (view, urls) => urls.url.replace(view.game, view.rematch);

/** A trick of which the server knows nothing. @param {1|2} phase @param {number} number */
export const blank = (phase, number) => ({
  phase, number, leader: null, stated: null, revealed: null, lead: null, follow: null, blind: null, winner: null,
  reason: null, taker: null, over: false, logged: [], site: [], slips: [], story: "", by: [], waits: false,
});

/** @param {object[]} tricks @param {1|2} phase @param {number} number */
export const trickAt = (tricks, phase, number) =>
  tricks.find((trick) => trick.phase === phase && trick.number === number) ?? blank(phase, number);

/** The last trick of which something was logged. @param {object} view */
export const lastTold = (view) => view.tricks.findLast((trick) => trick.over && trick.story && trick.logged.length);
