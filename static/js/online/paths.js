/**
 * Where cards come from and where they go, as places on the page.
 *
 * @typedef {{from: string, to: string|null, turn: "up"|"down"|null}} Way of a card that leaves; `to` null: out of the
 *   game
 * @typedef {{move: string, from: string, turn: "up"|null, place: number}} Origin of a card that was not there before;
 *   `place` among those that come one after another
 */

const side = (scene, seat) => (seat === scene.near ? "near" : "far");

/** The ways of the cards of a finished trick. @param {import("./scene.js").Scene} scene @returns {Way[]} */
export function leaving(scene) {
  const { gains, leader } = scene.done;
  const played = gains.filter((gain) => gain.pile !== "followers");
  const recruited = gains.filter((gain) => gain.pile === "followers");
  return [
    ...played.map((gain, at) => away(scene, gain, at ? 1 - leader : leader)),
    ...recruited.map((gain, at) => joining(scene, gain, at ? ".drawn" : ".revealed")),
  ];
}

function away(scene, gain, player) {
  const from = `.slot.${side(scene, player)} .card`;
  if (gain.pile === "discard") return { from, to: null, turn: null };
  const to = `.tally [data-faction=${gain.card[0]}] .count.${side(scene, gain.seat)}`;
  return { from, to, turn: null };
}

/** The card that lay open turns its face down, an unseen one that is one's own its face up. */
function joining(scene, gain, from) {
  const open = from === ".revealed";
  const turn = open ? "down" : gain.card ? "up" : null;
  return { from: `${from} .card`, to: `.player.${side(scene, gain.seat)} .pile`, turn };
}

/**
 * Where the cards of a scene come from that the one before did not have.
 * @param {import("./scene.js").Scene|null} before
 * @param {import("./scene.js").Scene} after
 * @returns {Origin[]}
 */
export function origins(before, after) {
  if (!after.board || after.over) return [];
  if (!before?.board) return dealt(after);
  return [...handed(before, after), ...turnedUp(before, after), ...marched(before, after)];
}

/** Before the first card everybody is seen to get a hand. */
const dealt = (after) => (after.board.ply ? [] : fromPile(after, ".deck"));

const fromPile = (scene, from) =>
  (scene.hand ?? []).map((card, place) => ({ move: card.move, from, turn: "up", place }));

/** The cards that the other hand has played. */
const handed = (before, after) => [0, 1]
  .filter((seat) => seat !== after.you && after.trick[seat] && (gone(before, after) || !before.trick[seat]))
  .map((seat) => ({
    move: after.trick[seat].move, turn: "up", place: 0,
    from: `.player.${side(after, seat)} .backs .card:last-of-type`,
  }));

const gone = (before, after) => before.done && !after.done;

/** The card that the deck has given. */
function turnedUp(before, after) {
  const { revealed } = after.board;
  if (!revealed || revealed === before.board.revealed) return [];
  return [{ move: `r-${revealed}`, from: ".deck .card:last-of-type", turn: "up", place: 0 }];
}

/** The followers become the hand. */
const marched = (before, after) =>
  (before.board.phase === 1 && after.board.phase === 2 ? fromPile(after, ".player.near .pile b") : []);
