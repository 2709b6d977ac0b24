/**
 * Where a reader is in a replay, as one value; every function here takes a state and returns the next one.
 *
 * @typedef {object} Shown as in games/wire/replay.py
 * @property {number} first
 * @property {object[]} steps
 *
 * @typedef {object} Replay
 * @property {Shown|null} data every step of the game, null until it is loaded
 * @property {number} step
 * @property {number} furthest the last step that was looked at: the story is told up to there
 * @property {boolean} told the result was asked for, or the reader played in it
 * @property {boolean} running
 * @property {"slow"|"normal"|"quick"} speed
 * @property {{at: number, shown: Shown}|null} line what could have been played instead, while that is looked at
 * @property {"piles"|"followers"|null} dialog
 */

/** Milliseconds between two cards that come by themselves. A trick that is complete takes as long again. */
export const PACE = Object.freeze({ slow: 2600, normal: 1500, quick: 700 });

/** @type {Replay} */
export const EMPTY = {
  data: null, step: 0, furthest: 0, told: false, running: false, speed: "normal", line: null, dialog: null,
};

/** @param {Replay} state @returns {number} the step at which the game ended */
export const lastOf = (state) => (state.data ? state.data.steps.length - 1 : 0);

/** @param {Replay} state @param {Shown} data @returns {Replay} */
export const loaded = (state, data) => goTo({ ...state, data }, state.step);

/** A step of the game itself; what could have been is left. @param {Replay} state @param {number} step */
export function goTo(state, step) {
  const at = Math.max(0, Math.min(step, lastOf(state)));
  const running = state.running && at < lastOf(state);
  return { ...state, step: at, furthest: Math.max(state.furthest, at), running, line: null };
}

const WAYS = {
  first: () => 0, back: ({ at }) => at - 1, on: ({ at }) => at + 1, last: ({ end }) => end,
};

/** Along the line, where one is shown. @param {Replay} state @param {"first"|"back"|"on"|"last"} way */
export function went(state, way) {
  if (state.line) return alongLine(state, way);
  return goTo(state, WAYS[way]({ at: state.step, end: lastOf(state) }));
}

function alongLine(state, way) {
  const end = state.line.shown.steps.length - 1;
  const at = Math.max(0, Math.min(end, WAYS[way]({ at: state.line.at, end })));
  return { ...state, line: { ...state.line, at }, running: state.running && at < end };
}

/** @param {Replay} state @returns {{start: boolean, end: boolean}} at which ends of its way a reader stands */
export function ends(state) {
  const [at, end] = state.line ? [state.line.at, state.line.shown.steps.length - 1] : [state.step, lastOf(state)];
  return { start: at === 0, end: at === end };
}

/** Runs by itself, or stops; at the end it begins again. @param {Replay} state @returns {Replay} */
export function ran(state) {
  if (state.running) return { ...state, running: false };
  const from = ends(state).end ? went(state, "first") : state;
  return { ...from, running: !ends(from).end };
}

/** @param {Replay} state @returns {number|null} milliseconds until the next card comes; null: none comes by itself */
export function due(state) {
  if (!state.running || !state.data) return null;
  return PACE[state.speed] * (now(state).done ? 2 : 1);
}

/** @param {Replay} state @param {Shown} shown the steps of a line, the first of them a stand of the game */
export const entered = (state, shown) => ({ ...state, line: { at: Math.min(1, shown.steps.length - 1), shown } });

/** Back to the game where the line began. @param {Replay} state @returns {Replay} */
export const left = (state) => goTo(state, state.line ? state.line.shown.first : state.step);

/** @param {Replay} state @returns {object} the step that is drawn */
export const now = (state) => (state.line ? state.line.shown.steps[state.line.at] : state.data.steps[state.step]);

/** @param {Replay} state @returns {boolean} whether the reader knows how it ended */
export const knows = (state) => state.told || (Boolean(state.data) && state.furthest === lastOf(state));

/** @param {Replay} state @param {{first: number, last: number}} trick @returns {boolean} whether its words are shown */
export const tells = (state, { first, last }) =>
  knows(state) || last <= state.furthest || (first <= state.step && state.step <= last);

/** @param {Replay} state @param {string} search the query of the address as it is @returns {string} for this step */
export function addressOf(state, search) {
  const query = new URLSearchParams(search);
  query.set("step", String(state.step));
  return `?${query}`;
}
