/** Views of a match, as far as the page reads them. */

/** The board after Ana (seat 0) has led nothing yet: she sits here and may lead anything. */
export const board = (changes = {}) => ({
  phase: 1, trick: 1, ply: 0, turn: 0, leader: 0, lead: null, last: null, hand: ["G0", "G0", "K5", "U3"],
  legal: ["G0", "K5"], reasons: [{ cards: ["U3"], text: "You must follow." }], sizes: [4, 4], recruits: [], ...changes,
});

/** @param {number} version */
export const view = (version, changes = {}) => ({
  version, you: 0, status: "playing", players: [{ name: "Ana" }, { name: "Bram" }], frozen: false, result: null,
  rematch: null, board: board(), ...changes,
});

/** The first trick: Ana led a Knight, Bram answered, Ana won. */
export const firstTrick = (changes = {}) => ({
  phase: 1, number: 1, leader: 0, lead: "K5", follow: "K4", winner: 0, reason: "higher", revealed: "U9", gains: [],
  powers: [], ...changes,
});
