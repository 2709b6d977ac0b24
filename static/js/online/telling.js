/**
 * How long what is told takes, and what comes after it. A finished trick is told in order:
 *
 * - `lies`: the answer arrives and lies there; nobody has won yet
 * - no stage, but a trick that is held: the winner shows, until one goes on
 * - `goes`: its cards travel, each to where it belongs
 *
 * and a game to its end by `voting`: one faction after another, then the crown.
 */

/** Milliseconds at the usual speed. What a trick takes (`lies`, `shows`, `goes`) is less than 1.2 s together. */
export const TIMES = Object.freeze({
  move: 300, lies: 460, shows: 200, goes: 480, vote: 400, crown: 600, dealt: 1500, marched: 1700,
});
const FACTORS = { slow: 1.8, normal: 1, quick: 0.5 };

/** @param {keyof TIMES} what @param {"slow"|"normal"|"quick"} speed @returns {number} milliseconds */
export const lasts = (what, speed) => Math.round(TIMES[what] * FACTORS[speed]);

/**
 * What happens next by itself.
 * @param {import("./state.js").State} state
 * @param {{speed: "slow"|"normal"|"quick", hold: number}} wishes
 * @returns {{key: string, act: "told"|"arrived"|"voted"|"dismissed", after: number}|null} the same `key` for the same
 *   waiting; `act` is a function of `state.js`
 */
export function due(state, { speed, hold }) {
  if (state.stage === "lies") return wait("told", lasts("lies", speed));
  if (state.stage === "goes") return wait("arrived", lasts("goes", speed));
  if (state.stage === "voting") return vote(state, speed);
  return state.held && hold ? wait("dismissed", hold * 1000) : null;
}

const wait = (act, after, key = act) => ({ key, act, after });

function vote(state, speed) {
  const all = state.cast === state.view.result.factions.length;
  return wait("voted", lasts(all ? "crown" : "vote", speed), `voted ${state.cast}`);
}
