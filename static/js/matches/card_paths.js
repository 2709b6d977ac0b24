/**
 * Paths of cards: where they come from and where they go, as places on the page.
 *
 * @typedef {{from: string, to: string|null, turn: "up"|"down"|null}} Way of a card that leaves; `to` null: out of the
 *   game
 * @typedef {{move: string, from: string, turn: "up"|null, place: number}} Origin of a card that was not there before;
 *   `place` among those that come one after another
 */

const getSide = (scene, seat) => (seat === scene.near ? "near" : "far");

/**
 * Return the ways of the cards of a finished trick.
 * @param {import("./scene.js").Scene} scene @param {string} [blind] where its blind card lies @returns {Way[]}
 */
export function getDepartures(scene, blind = ".drawn") {
  const { gains, leader } = scene.done;
  const played = gains.filter((gain) => gain.pile !== "followers");
  const recruited = gains.filter((gain) => gain.pile === "followers");
  return [
    ...played.map((gain, at) => getPlayedDeparture(scene, gain, at ? 1 - leader : leader)),
    ...recruited.map((gain, at) => getRecruitDeparture(scene, gain, at ? blind : ".revealed")),
  ];
}

function getPlayedDeparture(scene, gain, player) {
  const from = `.slot.${getSide(scene, player)} .card`;
  if (gain.pile === "discard") return { from, to: null, turn: null };
  const to = `.tally [data-faction=${gain.card[0]}] .count.${getSide(scene, gain.seat)}`;
  return { from, to, turn: null };
}

/** Return the way of a recruited card. An open one turns its face down, an own unseen one its face up. */
function getRecruitDeparture(scene, gain, from) {
  const open = from === ".revealed";
  const turn = open ? "down" : gain.card ? "up" : null;
  return { from: `${from} .card`, to: `.player.${getSide(scene, gain.seat)} .pile`, turn };
}

/**
 * Return where the new cards of a scene come from.
 * @param {import("./scene.js").Scene|null} before
 * @param {import("./scene.js").Scene} after
 * @returns {Origin[]}
 */
export function getOrigins(before, after) {
  if (!after.board || after.over) return [];
  if (!before?.board) return getDealOrigins(after);
  return [...getPlayedOrigins(before, after), ...getRevealedOrigins(before, after), ...getPhaseOrigins(before, after)];
}

/** Return the origins of a dealt hand, before the first card. */
const getDealOrigins = (after) => (after.board.ply ? [] : getPileOrigins(after, ".deck"));

const getPileOrigins = (scene, from) =>
  (scene.hand ?? []).map((card, place) => ({ move: card.move, from, turn: "up", place }));

/** Return the origins of cards that the other hand has played. */
const getPlayedOrigins = (before, after) => [0, 1]
  .filter((seat) => seat !== after.you && after.trick[seat] && (hasCleared(before, after) || !before.trick[seat]))
  .map((seat) => ({
    move: after.trick[seat].move, turn: "up", place: 0,
    from: `.player.${getSide(after, seat)} .backs .card:last-of-type`,
  }));

const hasCleared = (before, after) => before.done && !after.done;

/** Return the origin of the revealed card. */
function getRevealedOrigins(before, after) {
  const { revealed } = after.board;
  if (!revealed || revealed === before.board.revealed) return [];
  return [{ move: `r-${revealed}`, from: ".deck .card:last-of-type", turn: "up", place: 0 }];
}

/** Return the origins of a hand that was made of followers. */
const getPhaseOrigins = (before, after) =>
  (before.board.phase === 1 && after.board.phase === 2 ? getPileOrigins(after, ".player.near .pile b") : []);
