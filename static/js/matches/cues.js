/** Cues of a match: names of the sounds for a new scene or a new view. */
import { hasCancelOffer, hasRematchOffer } from "./state.js";

const POWERS = { G: "goblins", K: "knights", U: "undead", D: "dwarves", P: "doppelgangers" };

/**
 * Find the cues between two scenes.
 * @param {import("./scene.js").Scene|null} before
 * @param {import("./scene.js").Scene|null} after
 * @returns {string[]} names of `shared/cues.js`
 */
export function findCues(before, after) {
  if (!before?.board || !after?.board) return [];
  const trick = after.won && !before.won ? ["trick", ...findPowerCues(after)] : [];
  const moments = { card: isCardPlayed, vote: isVoteChanged, end: isEndReached };
  return [...trick, ...Object.keys(moments).filter((name) => moments[name](before, after))];
}

const isCardPlayed = (before, after) =>
  [0, 1].some((seat) => after.trick[seat] && (!before.trick[seat] || (before.done && !after.done)));

const findPowerCues = ({ done }) => [...new Set(done.powers.map(({ card }) => POWERS[card[0]]))];

/** Return whether another seat is ahead in a faction, or a faction has voted at the end. */
function isVoteChanged(before, after) {
  if (after.over) return after.cast !== null && after.cast > (before.cast ?? 0);
  return String(getLeaders(before)) !== String(getLeaders(after));
}

const getLeaders = ({ board }) => board.tally.map((entry) => entry.ahead);
const hasEnded = (scene) => scene.over && scene.cast === null;
const isEndReached = (before, after) => hasEnded(after) && !hasEnded(before);

const isOwnTurn = (view) => view.you !== null && view.board?.turn === view.you && !view.result;

const isAskedToMove = ({ you, transfer }) =>
  you !== null && Boolean(transfer?.agreed[1 - you]) && !transfer.agreed[you];

/**
 * Find the cue of a new view: the reader's turn, or an offer.
 * @param {object} view @param {object|null} before the view before it; with the first nothing is new
 * @returns {"rematch"|"turn"|null} the sound of it
 */
export function findViewCue(view, before) {
  if (!before) return null;
  if (hasRematchOffer(view) && !hasRematchOffer(before)) return "rematch";
  if (hasCancelOffer(view) && !hasCancelOffer(before)) return "rematch";
  if (isAskedToMove(view) && !isAskedToMove(before)) return "rematch";
  return isOwnTurn(view) && !isOwnTurn(before) ? "turn" : null;
}
