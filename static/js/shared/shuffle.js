/**
 * Verification of a recorded deal from its seed and the players' parts (docs/deal.md).
 *
 * It knows the deck, but no rule of the game, and no browser.
 *
 * @typedef {{version: string, commitment: string, seed: string, parts: (string|null)[], lead: 0|1|null}} Shuffle
 * @typedef {{leader: 0|1, hands: string[][], deck: string[]}} Deal
 * @typedef {Deal & {format: string, seats: string[], plays: string[], shuffle?: Shuffle}} DealRecord
 */
import { hmac } from "../../vendor/noble-hashes/hmac.js";
import { sha256 } from "../../vendor/noble-hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "../../vendor/noble-hashes/utils.js";

const FORMAT = "claim-record/1";
const VERSION = "claim-deal/1";
const HAND_SIZE = 13;
const BLOCK = 8;
const WORD = 2 ** 32;
const HEX = /^[0-9a-f]{64}$/;

const range = (first, last) => Array.from({ length: last - first + 1 }, (none, at) => first + at);
const values = { G: [0, 0, 0, 0, ...range(0, 9)], K: range(2, 9), U: range(0, 9), D: range(0, 9), P: range(0, 9) };
/** The 52 cards in the order that every shuffle begins with. */
const DECK = Object.entries(values).flatMap(([letter, all]) => all.map((value) => `${letter}${value}`));

/** Compute the commitment to a seed. @param {string} seed @returns {string} */
export const computeCommitment = (seed) =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(`${VERSION} commitment `), hexToBytes(seed))));

/** Deal the cards. @param {Shuffle} shuffle @returns {Deal} */
export function dealCards(shuffle) {
  const next = createGenerator(deriveKey(shuffle));
  const leader = shuffle.lead ?? drawBelow(2, next);
  const cards = [...DECK];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const chosen = drawBelow(last + 1, next);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return { leader, hands: [cards.slice(0, HAND_SIZE), cards.slice(HAND_SIZE, 2 * HAND_SIZE)],
    deck: cards.slice(2 * HAND_SIZE) };
}

function deriveKey({ seed, parts, lead }) {
  const fields = [...parts.map((part) => hexToBytes(part ?? "")), utf8ToBytes(lead === null ? "" : String(lead))];
  const text = fields.flatMap((field) => [Uint8Array.of(field.length), field]);
  return hmac(sha256, hexToBytes(seed), concatBytes(utf8ToBytes(`${VERSION} key `), ...text));
}

/** Create a generator of numbers below 2**32. */
function createGenerator(secret) {
  let at = 0;
  let block = null;
  return () => {
    if (at % BLOCK === 0) block = new DataView(hmac(sha256, secret, counterBytes(at / BLOCK)).buffer);
    at += 1;
    return block.getUint32(((at - 1) % BLOCK) * 4);
  };
}

function counterBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(4, number);
  return bytes;
}

/** Draw a number below a limit, each as likely: those that would favour small ones are passed over. */
function drawBelow(limit, next) {
  const fair = WORD - (WORD % limit);
  let number = next();
  while (number >= fair) number = next();
  return number % limit;
}

/**
 * Verify the deal of a record.
 * @param {any} record a decoded file
 * @returns {"verified"|"none"|"other_seed"|"other_lead"|"other_cards"|"other_plays"|"unreadable"} what is to be said of
 *   its deal; `unreadable`: it is no record
 */
export function verifyDeal(record) {
  if (record?.format !== FORMAT || !hasCards(record)) return "unreadable";
  const { shuffle } = record;
  if (shuffle === undefined) return "none";
  if (!isWellFormed(shuffle)) return "unreadable";
  if (computeCommitment(shuffle.seed) !== shuffle.commitment) return "other_seed";
  const deal = dealCards(shuffle);
  if (deal.leader !== record.leader) return "other_lead";
  if (JSON.stringify([deal.hands, deal.deck]) !== JSON.stringify([record.hands, record.deck])) return "other_cards";
  return hasPossiblePlays(record) ? "verified" : "other_plays";
}

const isStringList = (value) => Array.isArray(value) && value.every((code) => typeof code === "string");
const hasCards = ({ seats, hands, deck, plays }) =>
  Array.isArray(hands) && hands.length === 2 && [seats, ...hands, deck, plays].every(isStringList);

function isWellFormed(shuffle) {
  const { version, commitment, seed, parts, lead } = shuffle ?? {};
  return version === VERSION && [commitment, seed].every(isHex) && Array.isArray(parts) && parts.length === 2
    && parts.every((part) => part === null || isHex(part)) && [null, 0, 1].includes(lead);
}

const isHex = (text) => typeof text === "string" && HEX.test(text);

/** Return whether the plays of phase one come from the hands, and those of phase two from the deck. */
function hasPossiblePlays({ hands, deck, plays }) {
  const first = plays.slice(0, 2 * HAND_SIZE);
  return isSubset(first, hands.flat()) && isSubset(plays.slice(2 * HAND_SIZE), deck);
}

function isSubset(some, all) {
  const left = [...all];
  return some.every((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
