/**
 * What a review says, by step. It knows no browser and no rule: `claim-review/1` says what was given away.
 *
 * @typedef {object} Review see games/wire/review.py
 * @typedef {{state: "closed"|"asking"|"thinking"|"failed"|"ready", data: Review|null, message: string|null}} Asked
 * @typedef {{step: number, chance: number, error: number}} Point of the seat at the bottom
 */

/** @type {Asked} */
export const CLOSED = { state: "closed", data: null, message: null };

/** What an answer makes of it. @param {import("../shared/send.js").Answer} answer @returns {Asked} */
export function answered({ ok, status, data, message }) {
  if (!ok) return { state: "failed", data: null, message };
  if (status === 202 || data.state === "thinking") return { state: "thinking", data: null, message: null };
  return { state: "ready", data, message: null };
}

/** The chance of a seat as the game went on: sampled in phase one, exact where phase two is known. */
export function chances({ curve, endings }, seat) {
  const early = curve.map(({ step, chance, error }) => ({ step, chance, error }));
  const until = early.at(-1)?.step ?? -1;
  const late = endings.filter(({ ply, after }) => after !== null && ply + 1 > until)
    .map(({ ply, seat: who, after }) => ({ step: ply + 1, chance: (1 + (who === 0 ? after : -after)) / 2, error: 0 }));
  return [...early, ...late].map((point) => (seat === 0 ? point : { ...point, chance: 1 - point.chance }));
}

/**
 * The cards that a reader wants to go to, in the order of the game.
 * @returns {{ply: number, seat: 0|1, card: string, kind: "mistake"|"perhaps"|"gave"}[]}
 */
export function moments({ cards, endings }) {
  const early = cards.filter(({ verdict }) => verdict).map(({ ply, seat, card, verdict }) =>
    ({ ply, seat, card, kind: verdict }));
  const late = endings.filter((one) => one.gave_away).map(({ ply, seat, card }) => ({ ply, seat, card, kind: "gave" }));
  return [...early, ...late];
}

/** What is said of the card by which a step came about. @returns {{early: object|null, late: object|null}} */
export function judgedAt({ cards, endings }, step) {
  const of = (list) => list.find(({ ply }) => ply === step - 1) ?? null;
  return { early: of(cards), late: of(endings) };
}

const TOLD = 3;
const LEAST = 0.02;

/** The blind cards that changed most, the greatest first; small ones are not worth a word. */
export const swings = ({ luck }) => luck.blind.filter(({ swing }) => Math.abs(swing) >= LEAST)
  .sort((one, other) => Math.abs(other.swing) - Math.abs(one.swing)).slice(0, TOLD);

/** @param {number} chance @returns {number} in a hundred */
export const hundred = (chance) => Math.round(100 * chance);
