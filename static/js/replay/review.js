/**
 * Review of a game: verdicts by step, and the chart of the chances in the units of a drawing.
 *
 * It knows no browser and no rule: `claim-review/1` says which cards were mistakes.
 *
 * @typedef {object} Review see games/schemas/review.py
 * @typedef {"closed"|"asking"|"starting"|"thinking"|"failed"|"ready"} State
 * @typedef {{state: State, data: Review|null, message: string|null}} Asked
 * @typedef {{step: number, chance: number, error: number, card?: string}} Point of the seat at the bottom
 */

/** The review before it is asked for. @type {Asked} */
export const CLOSED_REVIEW = { state: "closed", data: null, message: null };

/** Read an answer of the server. @param {import("../shared/http.js").Answer} answer @returns {Asked} */
export function readAnswer({ ok, status, data, message }) {
  if (!ok) return { state: "failed", data: null, message };
  if (status === 202) return { state: data.state, data: null, message: null };
  return { state: "ready", data, message: null };
}

/** List the chances of a seat: sampled in phase one, exact where phase two is known, after each `card`. */
export function listChances({ curve, endings }, seat) {
  const early = curve.map(({ step, chance, error }) => ({ step, chance, error }));
  const until = early.at(-1)?.step ?? -1;
  const late = endings.filter(({ ply, after }) => after !== null && ply + 1 > until)
    .map(({ ply, seat: who, card, after }) =>
      ({ step: ply + 1, chance: (1 + (who === 0 ? after : -after)) / 2, error: 0, card }));
  return [...early, ...late].map((point) => (seat === 0 ? point : { ...point, chance: 1 - point.chance }));
}

/**
 * List the cards that mattered, in the order of the game.
 * @returns {{ply: number, seat: 0|1, card: string, kind: "mistake"|"perhaps"|"gave"}[]}
 */
export function listMoments({ cards, endings }) {
  const early = cards.filter(({ verdict }) => verdict).map(({ ply, seat, card, verdict }) =>
    ({ ply, seat, card, kind: verdict }));
  const late = endings.filter((one) => one.gave_away).map(({ ply, seat, card }) => ({ ply, seat, card, kind: "gave" }));
  return [...early, ...late];
}

/** Find the verdicts on the card that led to a step. @returns {{early: object|null, late: object|null}} */
export function findVerdicts({ cards, endings }, step) {
  const of = (list) => list.find(({ ply }) => ply === step - 1) ?? null;
  return { early: of(cards), late: of(endings) };
}

/** Standard errors that the band shows to each side, and that a swing may be of chance. */
const ERROR_COUNT = 2;
const MAX_SWINGS = 3;
/** Smallest swing that is named, after its sampling error; smaller ones depend on how the game is played on. */
const MIN_SWING = 0.03;

/** List the blind cards that changed most, the greatest first. */
export const listSwings = ({ luck }) =>
  luck.blind.filter(({ swing, error }) => Math.abs(swing) - ERROR_COUNT * error >= MIN_SWING)
    .sort((one, other) => Math.abs(other.swing) - Math.abs(one.swing)).slice(0, MAX_SWINGS);

/** Return a chance in a hundred. @param {number} chance @returns {number} in a hundred */
export const toPercent = (chance) => Math.round(100 * chance);

/** Width of the chart. */
export const WIDTH = 320;
/** Height of the chart. */
export const HEIGHT = 120;
const EDGE = 6;

const round = (number) => Math.round(number * 10) / 10;
const clampChance = (chance) => Math.max(0, Math.min(1, chance));

/** Return the x of a step. @param {number} step @param {number} last @returns {number} */
export const getX = (step, last) => round(EDGE + (WIDTH - 2 * EDGE) * (last ? step / last : 0));

/** Return the y of a chance. @param {number} chance @returns {number} 1 is at the top */
export const getY = (chance) => round(EDGE + (HEIGHT - 2 * EDGE) * (1 - clampChance(chance)));

/**
 * Return the path of the line.
 * @param {Point[]} points @param {number} last step of the game @returns {string} a path
 */
export const getLinePath = (points, last) =>
  joinPath(points.map(({ step, chance }) => [getX(step, last), getY(chance)]));

/** Return the path of the band: along its upper edge, and back along the lower one; "" where nothing is uncertain. */
export function getBandPath(points, last) {
  const open = points.filter(({ error }) => error > 0);
  if (!open.length) return "";
  const edge = (sign) => open.map(({ step, chance, error }) =>
    [getX(step, last), getY(chance + sign * ERROR_COUNT * error)]);
  return `${joinPath([...edge(1), ...edge(-1).reverse()])}Z`;
}

const joinPath = (places) => places.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");

/** Return the chance at a step: that of the last point not after it. @returns {number|null} */
export function getChance(points, step) {
  const before = points.filter((point) => point.step <= step);
  return before.at(-1)?.chance ?? null;
}
