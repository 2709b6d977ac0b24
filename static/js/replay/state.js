/**
 * State of a replay as one value, and the scene of a step. Every function takes a state and returns the next one.
 *
 * @typedef {object} Shown as in games/schemas/replay.py
 * @property {number} first
 * @property {object[]} steps
 *
 * @typedef {object} Replay
 * @property {Shown|null} data every step of the game, null until it is loaded
 * @property {number} step
 * @property {number} furthest the last step that was looked at: the tricks are listed up to there
 * @property {boolean} isResultShown the result was asked for, or the reader played in it
 * @property {boolean} running
 * @property {"slow"|"normal"|"quick"} speed
 * @property {{at: number, shown: Shown}|null} line what could have been played instead, while that is looked at
 * @property {"piles"|"followers"|null} dialog
 */

/** Milliseconds between two cards of a running replay. A complete trick takes twice as long. */
export const STEP_TIMES = Object.freeze({ slow: 2600, normal: 1500, quick: 700 });

/** The state before the steps are loaded. @type {Replay} */
export const INITIAL_STATE = {
  data: null, step: 0, furthest: 0, isResultShown: false, running: false, speed: "normal", line: null, dialog: null,
};

/** Return the step at which the game ended. @param {Replay} state @returns {number} the step at which the game ended */
export const getLastStep = (state) => (state.data ? state.data.steps.length - 1 : 0);

/** Load the steps. @param {Replay} state @param {Shown} data @returns {Replay} */
export const loadData = (state, data) => goToStep({ ...state, data }, state.step);

/** Go to a step of the game itself, and leave a line. @param {Replay} state @param {number} step */
export function goToStep(state, step) {
  const at = Math.max(0, Math.min(step, getLastStep(state)));
  const running = state.running && at < getLastStep(state);
  return { ...state, step: at, furthest: Math.max(state.furthest, at), running, line: null };
}

const WAYS = {
  first: () => 0, back: ({ at }) => at - 1, on: ({ at }) => at + 1, last: ({ end }) => end,
};

/** Go a way, along the line where one is shown. @param {Replay} state @param {"first"|"back"|"on"|"last"} way */
export function goWay(state, way) {
  if (state.line) return goAlongLine(state, way);
  return goToStep(state, WAYS[way]({ at: state.step, end: getLastStep(state) }));
}

function goAlongLine(state, way) {
  const end = state.line.shown.steps.length - 1;
  const at = Math.max(0, Math.min(end, WAYS[way]({ at: state.line.at, end })));
  return { ...state, line: { ...state.line, at }, running: state.running && at < end };
}

/**
 * Return at which ends of the way the reader stands.
 * @param {Replay} state @returns {{start: boolean, end: boolean}} at which ends of its way a reader stands
 */
export function getEnds(state) {
  const [at, end] = state.line ? [state.line.at, state.line.shown.steps.length - 1] : [state.step, getLastStep(state)];
  return { start: at === 0, end: at === end };
}

/** Start or stop running; at the end it begins again. @param {Replay} state @returns {Replay} */
export function toggleRunning(state) {
  if (state.running) return { ...state, running: false };
  const from = getEnds(state).end ? goWay(state, "first") : state;
  return { ...from, running: !getEnds(from).end };
}

/**
 * Return the milliseconds until the next card of a running replay.
 * @param {Replay} state @returns {number|null} milliseconds until the next card comes; null: none comes by itself
 */
export function getDelay(state) {
  if (!state.running || !state.data) return null;
  return STEP_TIMES[state.speed] * (getStep(state).done ? 2 : 1);
}

/**
 * Enter a line.
 * @param {Replay} state @param {Shown} shown the steps of a line, the first of them a stand of the game
 */
export const enterLine = (state, shown) => ({ ...state, line: { at: Math.min(1, shown.steps.length - 1), shown } });

/** Leave a line, back to the step where it began. @param {Replay} state @returns {Replay} */
export const leaveLine = (state) => goToStep(state, state.line ? state.line.shown.first : state.step);

/** Return the step that is drawn. @param {Replay} state @returns {object} the step that is drawn */
export const getStep = (state) => (state.line ? state.line.shown.steps[state.line.at] : state.data.steps[state.step]);

/**
 * Return whether the reader knows the result.
 * @param {Replay} state @returns {boolean} whether the reader knows how it ended
 */
export const isResultKnown = (state) =>
  state.isResultShown || (Boolean(state.data) && state.furthest === getLastStep(state));

/**
 * Return whether the sentences of a trick are shown.
 * @param {Replay} state @param {{first: number, last: number}} trick @returns {boolean} whether its words are shown
 */
export const isTrickShown = (state, { first, last }) =>
  isResultKnown(state) || last <= state.furthest || (first <= state.step && state.step <= last);

/**
 * Return the address of this step.
 * @param {Replay} state @param {string} search the query of the address as it is @returns {string} for this step
 */
export function getAddress(state, search) {
  const query = new URLSearchParams(search);
  query.set("step", String(state.step));
  return `?${query}`;
}

/**
 * Create the scene of a step. No seat of it is "you".
 * @param {Shown} shown @param {object} step one of its steps
 * @param {0|1} near the seat at the bottom, the same all the time
 * @returns {import("../matches/scene.js").Scene & {hands: (string[]|null)[], recruits: (string[]|null)[],
 *   decided: boolean}} `decided` after the last card, when every vote is cast
 */
export function createScene({ players }, step, near) {
  const { hands, recruits, sizes, done } = step;
  return {
    you: null, near, far: 1 - near, hand: null, over: false, cast: null, going: false, done, won: Boolean(done),
    decided: Boolean(done) && step.phase === 2 && !sizes.some(Boolean), hands, recruits,
    board: createBoard(step, sizes), view: { players, status: "playing", board: {}, result: null },
    trick: [0, 1].map((seat) => createPlayed(step, seat)),
  };
}

const createBoard = (step, sizes) => ({ ...step, sizes, trick: step.number, recruits: null, last: step.done });

function createPlayed({ trick, leader, done, hands }, seat) {
  if (!trick[seat]) return null;
  const move = getMoveName(trick[seat], seat, countZeros(hands[seat]));
  return { code: trick[seat], move, seat, leads: leader === seat, wins: done?.winner === seat, sending: false };
}

const countZeros = (cards) => (cards ?? []).filter((code) => code === "G0").length;

/** Return the animation name of a card. Goblin zeros are told apart by owner and place. */
export const getMoveName = (code, seat, place) => (code === "G0" ? `c-G0-${seat}-${place}` : `c-${code}`);

/**
 * Add animation names to the cards of a hand.
 * @param {string[]} cards of one hand @param {0|1} seat @returns {{code: string, move: string}[]}
 */
export const nameMoves = (cards, seat) => cards.map((code, at) =>
  ({ code, move: getMoveName(code, seat, countZeros(cards.slice(0, at))) }));
