/**
 * Commitments to deals that this browser was given, and the parts it contributed.
 *
 * The page that verifies a deal compares them with the record. A game is kept under its code, one without a code yet
 * under another key.
 *
 * @typedef {{commitment: string, part: string|null, hand?: string[]}} Promised
 */
import { loadItem, saveItem } from "./storage.js";

const KEY = "deals";
const MAX_DEALS = 100;
/** Key of a game that has no code yet. */
export const NEW_GAME = "new";
/** Return the key of a rematch that has no code yet. */
export const rematchKey = (code) => `next ${code}`;

/** Return what is known of a deal. @param {string} name @returns {Promised|null} */
export const getCommitment = (name) => loadItem(KEY, []).find(([known]) => known === name)?.[1] ?? null;

/** Save a commitment. The newest come last, and old ones are dropped. */
function saveCommitment(name, promise) {
  const others = loadItem(KEY, []).filter(([known]) => known !== name);
  saveItem(KEY, [...others, [name, promise]].slice(-MAX_DEALS));
}

/**
 * Return a part for a deal: the same again for a commitment that was given one before.
 * @param {string} name @param {string} commitment @returns {string}
 */
export function getPart(name, commitment) {
  const known = getCommitment(name);
  if (known?.commitment === commitment && known.part) return known.part;
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), hex).join("");
}

/** Save a part before it is sent. @param {string} name @param {string} commitment @param {string} part */
export const savePart = (name, commitment, part) => saveCommitment(name, { commitment, part });

const hex = (byte) => byte.toString(16).padStart(2, "0");

/** Move a commitment to the code of its game. @param {string} name @param {string} code */
export function moveCommitment(name, code) {
  const known = getCommitment(name);
  if (known && !getCommitment(code)) saveCommitment(code, known);
}

/**
 * Record the commitment and hand of a view; the first ones stay. A watcher has no part in the deal.
 * @param {object} view
 */
export function recordView(view) {
  if (view.you === null
    && getCommitment(view.game)) saveCommitment(view.game, { ...getCommitment(view.game), part: null });
  if (view.deal && !view.result) recordDeal(view);
}

function recordDeal({ game, deal: { commitment }, board }) {
  if (getCommitment(NEW_GAME)?.commitment === commitment) moveCommitment(NEW_GAME, game);
  const known = getCommitment(game);
  if (!known) saveCommitment(game, { commitment, part: null });
  if (board?.hand && !known?.hand) saveCommitment(game, { ...getCommitment(game), hand: board.hand });
}

/**
 * Compare a record with what this browser knows.
 * @param {string|null} code of the game, where it is known
 * @param {import("./shuffle.js").Recorded} record
 * @returns {"same"|"gave"|"other"|"unknown"} `gave`: the same commitment, and its own part is among those of the record
 */
export function compareRecord(code, record) {
  const { commitment, parts } = record.shuffle;
  const known = (code && getCommitment(code)) ?? findByCommitment(commitment);
  if (!known) return "unknown";
  const shown = !known.hand || record.hands.some((hand) => sortText(hand) === sortText(known.hand));
  if (known.commitment !== commitment || !shown) return "other";
  if (known.part === null) return "same";
  return parts.includes(known.part) ? "gave" : "other";
}

const findByCommitment = (commitment) => loadItem(KEY, []).find(([, one]) => one.commitment === commitment)?.[1]
  ?? null;
const sortText = (cards) => String([...cards].sort());
