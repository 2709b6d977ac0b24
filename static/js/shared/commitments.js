/**
 * Commitments to deals that this browser was given, and the parts it contributed.
 *
 * The page that verifies a deal compares them with the record. A deal is stored under the code of its game, or under
 * another key until the game has a code.
 *
 * @typedef {{commitment: string, part: string|null, hand?: string[]}} StoredDeal
 */
import { loadItem, saveItem } from "./storage.js";

const KEY = "deals";
const MAX_DEALS = 100;
/** Key of a game that has no code yet. */
export const NEW_GAME = "new";
/** Return the key of a rematch that has no code yet. */
export const rematchKey = (code) => `next ${code}`;

/** Return a stored deal. @param {string} key @returns {StoredDeal|null} */
export const getStoredDeal = (key) => loadItem(KEY, []).find(([other]) => other === key)?.[1] ?? null;

/** Store a deal. The newest come last, and old ones are dropped. */
function storeDeal(key, deal) {
  const others = loadItem(KEY, []).filter(([other]) => other !== key);
  saveItem(KEY, [...others, [key, deal]].slice(-MAX_DEALS));
}

/**
 * Return a part for a deal: the stored one of this commitment, or a new one.
 * @param {string} key @param {string} commitment @returns {string}
 */
export function getPart(key, commitment) {
  const stored = getStoredDeal(key);
  if (stored?.commitment === commitment && stored.part) return stored.part;
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), hex).join("");
}

/** Store a part before it is sent. @param {string} key @param {string} commitment @param {string} part */
export const savePart = (key, commitment, part) => storeDeal(key, { commitment, part });

const hex = (byte) => byte.toString(16).padStart(2, "0");

/** Store a deal under the code of its game, too. @param {string} key @param {string} code */
export function copyDeal(key, code) {
  const stored = getStoredDeal(key);
  if (stored && !getStoredDeal(code)) storeDeal(code, stored);
}

/**
 * Record the commitment and hand of a view; the first ones stay. A watcher has no part in the deal.
 * @param {object} view
 */
export function recordView(view) {
  const stored = getStoredDeal(view.game);
  if (view.you === null && stored) storeDeal(view.game, { ...stored, part: null });
  if (view.deal && !view.result) recordDeal(view);
}

function recordDeal({ game, deal: { commitment }, board }) {
  if (getStoredDeal(NEW_GAME)?.commitment === commitment) copyDeal(NEW_GAME, game);
  const stored = getStoredDeal(game);
  if (!stored) storeDeal(game, { commitment, part: null });
  if (board?.hand && !stored?.hand) storeDeal(game, { ...getStoredDeal(game), hand: board.hand });
}

/**
 * Compare a record with the deal that this browser stored.
 * @param {string|null} code of the game, where it is known
 * @param {import("./shuffle.js").DealRecord} record
 * @returns {"same"|"contributed"|"other"|"unknown"} `contributed`: the record has the stored part, too
 */
export function compareRecord(code, record) {
  const { commitment, parts } = record.shuffle;
  const stored = (code && getStoredDeal(code)) ?? findByCommitment(commitment);
  if (!stored) return "unknown";
  const hasHand = !stored.hand || record.hands.some((hand) => sortText(hand) === sortText(stored.hand));
  if (stored.commitment !== commitment || !hasHand) return "other";
  if (stored.part === null) return "same";
  return parts.includes(stored.part) ? "contributed" : "other";
}

const findByCommitment = (commitment) => loadItem(KEY, []).find(([, one]) => one.commitment === commitment)?.[1]
  ?? null;
const sortText = (cards) => String([...cards].sort());
