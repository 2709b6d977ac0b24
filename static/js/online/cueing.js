/** What is heard and felt when one scene becomes the next. */

const POWERS = { G: "goblins", K: "knights", U: "undead", D: "dwarves", P: "doppelgangers" };

/**
 * @param {import("./scene.js").Scene|null} before
 * @param {import("./scene.js").Scene|null} after
 * @returns {string[]} names of `shared/cues.js`
 */
export function cuesOf(before, after) {
  if (!before?.board || !after?.board) return [];
  const trick = after.won && !before.won ? ["trick", ...powers(after)] : [];
  const moments = { card: laid, vote: votes, end: ends };
  return [...trick, ...Object.keys(moments).filter((name) => moments[name](before, after))];
}

const laid = (before, after) =>
  [0, 1].some((seat) => after.trick[seat] && (!before.trick[seat] || (before.done && !after.done)));

const powers = ({ done }) => [...new Set(done.powers.map(({ card }) => POWERS[card[0]]))];

/** Somebody else is ahead in a faction, or a faction has cast its vote at the end. */
function votes(before, after) {
  if (after.over) return after.cast !== null && after.cast > (before.cast ?? 0);
  return String(leaders(before)) !== String(leaders(after));
}

const leaders = ({ board }) => board.tally.map((entry) => entry.ahead);
const ended = (scene) => scene.over && scene.cast === null;
const ends = (before, after) => ended(after) && !ended(before);
