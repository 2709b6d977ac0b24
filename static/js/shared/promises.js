/**
 * What this browser was promised of deals before they were dealt, and what it gave to them: the checker compares it
 * with what a record says afterwards. A game is kept under its code, one that has no code yet under another word.
 *
 * @typedef {{commitment: string, part: string|null, hand?: string[]}} Promised
 */
import { keep, recall } from "./store.js";

const KEY = "deals";
const KEPT = 100;
export const NEW = "new";
export const nextOf = (code) => `next ${code}`;

/** @param {string} name @returns {Promised|null} */
export const promised = (name) => recall(KEY, []).find(([known]) => known === name)?.[1] ?? null;

/** The newest come last; what is too old is forgotten. */
function put(name, promise) {
  const others = recall(KEY, []).filter(([known]) => known !== name);
  keep(KEY, [...others, [name, promise]].slice(-KEPT));
}

/**
 * A part for a deal: for a commitment that one was given to before, the same again.
 * @param {string} name @param {string} commitment @returns {string}
 */
export function partFor(name, commitment) {
  const known = promised(name);
  if (known?.commitment === commitment && known.part) return known.part;
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), hex).join("");
}

/** Keeps what is about to be sent. @param {string} name @param {string} commitment @param {string} part */
export const gives = (name, commitment, part) => put(name, { commitment, part });

const hex = (byte) => byte.toString(16).padStart(2, "0");

/** A game that this browser gave its part to has got its code. @param {string} name @param {string} code */
export function moved(name, code) {
  const known = promised(name);
  if (known && !promised(code)) put(code, known);
}

/**
 * Keeps what a view tells before the first card; the first that was told stays. Who came too late for the seat and
 * watches has no part in it.
 * @param {object} view
 */
export function saw(view) {
  if (view.you === null && promised(view.game)) put(view.game, { ...promised(view.game), part: null });
  if (view.deal && !view.result) heard(view);
}

function heard({ game, deal: { commitment }, board }) {
  if (promised(NEW)?.commitment === commitment) moved(NEW, game);
  const known = promised(game);
  if (!known) put(game, { commitment, part: null });
  if (board?.hand && !known?.hand) put(game, { ...promised(game), hand: board.hand });
}

/**
 * What this browser can say to a record beside what is in it.
 * @param {string|null} code of the game, where it is known
 * @param {import("./shuffle.js").Recorded} record
 * @returns {"same"|"gave"|"other"|"unknown"} `gave`: the same commitment, and its own part is among those of the record
 */
export function remembers(code, record) {
  const { commitment, parts } = record.shuffle;
  const known = (code && promised(code)) ?? among(commitment);
  if (!known) return "unknown";
  const shown = !known.hand || record.hands.some((hand) => sorted(hand) === sorted(known.hand));
  if (known.commitment !== commitment || !shown) return "other";
  if (known.part === null) return "same";
  return parts.includes(known.part) ? "gave" : "other";
}

const among = (commitment) => recall(KEY, []).find(([, one]) => one.commitment === commitment)?.[1] ?? null;
const sorted = (cards) => String([...cards].sort());
