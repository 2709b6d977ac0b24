/** A step of a replay as the scene that the templates of a match draw. Nobody of it is "you", whoever looks. */

/**
 * @param {import("./state.js").Shown} shown @param {object} step one of its steps
 * @param {0|1} near the seat at the bottom, the same all the time
 * @returns {import("../online/scene.js").Scene & {hands: (string[]|null)[], recruits: (string[]|null)[]}}
 */
export function sceneOf({ players }, step, near) {
  const { hands, recruits, sizes, done } = step;
  return {
    you: null, near, far: 1 - near, hand: null, over: false, cast: null, going: false, done, won: Boolean(done),
    hands, recruits, board: boardOf(step, sizes), view: { players, status: "playing", board: {}, result: null },
    trick: [0, 1].map((seat) => put(step, seat)),
  };
}

const boardOf = (step, sizes) => ({ ...step, sizes, trick: step.number, recruits: null, last: step.done });

function put({ trick, leader, done, hands }, seat) {
  if (!trick[seat]) return null;
  const move = moveName(trick[seat], seat, countOf(hands[seat]));
  return { code: trick[seat], move, seat, leads: leader === seat, wins: done?.winner === seat, sending: false };
}

const countOf = (cards) => (cards ?? []).filter((code) => code === "G0").length;

/** Goblin zeros are alike, so they are told apart by their owner and their place among them. */
export const moveName = (code, seat, place) => (code === "G0" ? `c-G0-${seat}-${place}` : `c-${code}`);

/** @param {string[]} cards of one hand @param {0|1} seat @returns {{code: string, move: string}[]} */
export const named = (cards, seat) => cards.map((code, at) =>
  ({ code, move: moveName(code, seat, countOf(cards.slice(0, at))) }));
