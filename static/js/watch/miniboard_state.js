/**
 * Values of a mini board, as games/views/watch/watch.py takes them from the same view.
 *
 * @typedef {{name: string, card: string|null, turn: boolean, won: boolean, program: boolean}} Side
 * @typedef {{faction: string, counts: [number, number], lead: "level"|"first"|"second"}} Row
 * @typedef {object} Small
 * @property {{phase: 1|2, number: number}} at
 * @property {string|null} revealed the card at stake
 * @property {[Side, Side]} sides
 * @property {Row[]} race
 * @property {boolean} over
 */

/**
 * Create the values of a mini board.
 * @param {object} view that of a watcher, of a game that was dealt @returns {Small}
 */
export function createMiniboard({ board, players, status }) {
  const done = board.lead ? null : board.last;
  const lying = getCards(board, done);
  const { phase, number, revealed } = done ?? { ...board, number: board.trick };
  return {
    at: { phase, number },
    revealed,
    sides: players.map(({ name, program }, seat) =>
      ({ name, card: lying[seat], turn: !done && board.turn === seat, won: done?.winner === seat, program })),
    race: board.tally.map(({ faction, counts, ahead }) => ({ faction, counts, lead: LEADS[ahead] ?? "level" })),
    over: status !== "playing",
  };
}

const LEADS = ["first", "second"];

/** Return the cards of the trick, or else of the one before it, which lies there until the next card. */
function getCards(board, done) {
  const [leader, lead, follow] = done ? [done.leader, done.lead, done.follow] : [board.leader, board.lead, null];
  return leader === 0 ? [lead, follow] : [follow, lead];
}
