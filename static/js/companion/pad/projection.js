/**
 * Projection: the newest view with the entries of the queue laid over it.
 *
 * No rule of the game is computed here: who wins a trick is looked up in a table.
 *
 * @typedef {import("./slots.js").Slot & {seat: 0|1|null, mine: boolean, private: boolean, optional: boolean,
 *   likely: string[]|null, pad: string|null, text: string}} Ask
 * @typedef {object} Shown
 * @property {object} view
 * @property {Ask[]} asks what can be logged next, in order
 * @property {Map<string, string|null>} waiting cards by slot that are not on the server yet
 * @property {object[]} tricks
 * @property {object[]} items entries that the view does not hold yet
 * @property {number} unsent entries without an answer
 * @property {Ask|null} held what was asked until a moment ago and is filled
 * @property {boolean} lost whether the line is away
 */
import { cardName, fill } from "../../shared/texts.js";
import { createTrick, getTrick } from "../state.js";
import {
  getBlindBefore, getSlotKey, getSlotPad, getSlotRank, isSameSlot, listAffectedPads, listSlotsAfter, parseSlot,
} from "./slots.js";
import { askText } from "./texts.js";

/** Number of slots that are asked beyond those of the server. */
const MAX_AHEAD = 4;

/**
 * Project the waiting entries onto a view.
 * @param {object} view
 * @param {object[]} items entries that the view does not hold yet, in order
 * @param {{skipped: string[], blinds: boolean|null}} wishes
 * @returns {Shown}
 */
export function projectView(view, items, wishes) {
  const logs = items.filter((item) => item.type === "log");
  const waiting = new Map(logs.map((item) => [getSlotKey(item), item.card]));
  const tricks = addWinners(overlayTricks(view.tricks, waiting), view, items);
  const open = listAsks(view, tricks, items, wishes);
  return { view, items, waiting, tricks, asks: open, unsent: items.length, held: null, lost: false };
}

/** Return whether this device asks for its blind cards: the person's choice, else the server's. */
export const shouldAskBlinds = (view, { blinds }) => blinds ?? view.you.blinds;

function overlayTricks(tricks, waiting) {
  const shown = tricks.map((trick) => ({ ...trick, waits: false }));
  for (const [key, card] of waiting) {
    const { phase, trick: number, place } = parseSlot(key);
    const trick = findTrick(shown, phase, number);
    if (place in trick) Object.assign(trick, { [place]: card, waits: true });
  }
  return shown.sort((a, b) => a.phase - b.phase || a.number - b.number);
}

function findTrick(tricks, phase, number) {
  const there = tricks.find((trick) => trick.phase === phase && trick.number === number);
  return there ?? tricks[tricks.push(createTrick(phase, number)) - 1];
}

function listAsks(view, tricks, items, wishes) {
  const led = items.filter((item) => ["lead", "state_leader"].includes(item.type)).map(getLeaderSlot);
  const open = view.ask.filter((ask) => {
    if (ask.place === "leader") return !led.some((slot) => isSameSlot(slot, ask));
    if (ask.private && !isWanted(ask, view, wishes)) return false;
    return getTrick(tricks, ask.phase, ask.trick)[ask.place] === null;
  });
  return [...open, ...listAhead(view, tricks, open, wishes)];
}

const isWanted = (slot, view, wishes) =>
  shouldAskBlinds(view, wishes) && view.depth === "every" && !wishes.skipped.includes(getSlotKey(slot));

const getLeaderSlot = (item) =>
  (item.type === "lead" ? { phase: 1, trick: 1, place: "leader" } : { ...item, place: "leader" });

/** List asks beyond those of the server, once those that everybody waits for are filled. */
function listAhead(view, tricks, open, wishes) {
  if (!view.ask.length || open.some((ask) => !ask.optional)) return [];
  const last = view.ask.reduce((a, b) => (getSlotRank(a) > getSlotRank(b) ? a : b));
  const bare = listSlotsAfter(last).filter((slot) => getTrick(tricks, slot.phase, slot.trick)[slot.place] === null);
  const next = bare.slice(0, MAX_AHEAD);
  return [...findOwnBlind(view, tricks, next[0], wishes), ...next].map((slot) => predictAsk(slot, view, tricks));
}

/** Find the blind slot of a trick that this device completed, where its seat takes the card. */
function findOwnBlind(view, tricks, next, wishes) {
  const slot = next && getBlindBefore(next);
  if (!slot || view.ask.some((ask) => isSameSlot(ask, slot)) || !isWanted(slot, view, wishes)) return [];
  const trick = getTrick(tricks, 1, slot.trick);
  return trick.waits && trick.blind === null && view.you.seats.includes(trick.taker) ? [slot] : [];
}

/** Predict an ask: the seat follows from the winner of the trick before. */
function predictAsk(slot, view, tricks) {
  const { leader } = getTrick(tricks, slot.phase, slot.trick);
  const whose = { lead: leader, follow: 1 - leader, blind: view.you.seats[0] };
  const seat = leader === null ? null : whose[slot.place] ?? null;
  return { ...createAsk(slot), seat, mine: view.you.seats.includes(seat), text: askText(slot, seat, view.names) };
}

/** Create an ask about a place whose player is unknown. @param {import("./slots.js").Slot} slot */
export const createAsk = (slot) => ({
  ...slot, seat: null, mine: false, private: slot.place === "blind", optional: slot.place === "blind", likely: null,
  pad: getSlotPad(slot), text: askText(slot, null, []),
});

/** Return whether an ask is answered. @param {Shown} shown @param {Ask} ask */
export function isFilled({ view, tricks, asks: open }, ask) {
  if (ask.place !== "leader") return getTrick(tricks, ask.phase, ask.trick)[ask.place] !== null;
  return view.depth !== "piles" && !open.some((one) => isSameSlot(one, ask));
}

/**
 * List the keys of a slot: how often each card can still be logged there, and why not.
 * @param {Shown} shown
 * @param {import("./slots.js").Slot} slot
 * @returns {{left: Record<string, number>, off: Record<string, string>}}
 */
export function listKeys(shown, slot) {
  const name = getSlotPad(slot);
  const { left, off } = { left: { ...shown.view.pads[name].left }, off: { ...shown.view.pads[name].off } };
  for (const [key, card] of shown.waiting) {
    const place = parseSlot(key);
    if (card && !isSameSlot(place, slot) && listAffectedPads(place).includes(name)) takeKey(left, off, card);
  }
  const there = getTrick(shown.tricks, slot.phase, slot.trick)[slot.place];
  if (there && !left[there]) delete off[there], (left[there] = 1);
  return { left, off };
}

function takeKey(left, off, card) {
  left[card] = (left[card] ?? 0) - 1;
  if (left[card] <= 0) delete left[card], (off[card] ??= "seen");
}

const TRICKS = 13;

/**
 * Add leaders and winners to the tricks that wait for the server, and the next trick, which is `ahead` of the log.
 * @param {object[]} tricks in order @param {object} view @param {object[]} items
 */
export function addWinners(tricks, view, items) {
  let leader = null;
  let before = null;
  const found = tricks.map((trick) => {
    if (!before || getTrickRank(trick) !== getTrickRank(before) + 1) leader = null;
    const known = trick.leader ?? getStatedLeader(trick, items) ?? leader ?? getCurrentLeader(trick, view);
    before = trick;
    const taken = trick.waits ? { ...trick, leader: known, ...getWinner(trick, known) } : trick;
    leader = taken.winner;
    return taken;
  });
  return leader === null ? found : [...found, ...getNextTrick(before, leader)];
}

const getTrickRank = ({ phase, number }) => (phase - 1) * TRICKS + number;

/** Return the leader of the trick being played, known before any of its cards. */
const getCurrentLeader = (trick, view) =>
  (trick.phase === view.phase && trick.number === view.trick ? view.leader ?? null : null);

function getStatedLeader({ phase, number }, items) {
  const said = items.findLast((item) => (item.type === "lead" && phase === 1 && number === 1)
    || (item.type === "state_leader" && item.phase === phase && item.trick === number));
  return said ? said.seat : null;
}

function getWinner({ phase, lead, follow, winner }, leader) {
  if (!lead || !follow || leader === null) return { winner: lead && follow ? winner : null };
  const seat = followWins(lead, follow) ? 1 - leader : leader;
  return { winner: seat, taker: phase === 1 ? 1 - seat : null };
}

function getNextTrick({ phase, number, waits }, leader) {
  if (!waits || (phase === 2 && number === TRICKS)) return [];
  const at = number < TRICKS ? [phase, number + 1] : [2, 1];
  return [{ ...createTrick(...at), leader, ahead: true }];
}

/** Return the sentence about the last trick that this device completed before the server answered. */
export function getLocalTrickText({ tricks, view }) {
  const trick = tricks.findLast((one) => one.waits && one.winner !== null && one.lead && one.follow);
  if (!trick) return null;
  const card = cardName(trick.winner === trick.leader ? trick.lead : trick.follow);
  return fill(gettext("%(name)s wins trick %(number)s with %(card)s."),
    { name: view.names[trick.winner], number: trick.number, card });
}

/**
 * Which answers win, as a table: the rules themselves are the server's alone, and a test holds this to them.
 * A row for each card led and a bit for each answer, both in the order of the pad: Goblins, Knights from 2, Undead,
 * Dwarves, Doppelgängers.
 */
const WINS = `
  7fffc00001ff 3fffc00000ff 1fffc000007f 0fffc000003f 07ffc000001f 03ffc000000f 01ffc0000007 00ffc0000003
  007fc0000001 003fc0000000 001fc000007f 000fc000003f 0007c000001f 0003c000000f 0001c0000007 0000c0000003
  000040000001 000000000000 00001ff001ff 00000ff000ff 000007f0007f 000003f0003f 000001f0001f 000000f0000f
  000000700007 000000300003 000000100001 000000000000 00000007fdff 00000003fcff 00000001fc7f 00000000fc3f
  000000007c1f 000000003c0f 000000001c07 000000000c03 000000000401 000000000000 0000000001ff 0000000000ff
  00000000007f 00000000003f 00000000001f 00000000000f 000000000007 000000000003 000000000001 000000000000
`.trim().split(/\s+/).map((row) => BigInt(`0x${row}`));

const CARDS = ["G", "K", "U", "D", "P"].flatMap((letter) =>
  Array.from({ length: 10 }, (_, value) => letter + value)).filter((code) => code !== "K0" && code !== "K1");

/** Return whether the second card wins the trick. @param {string} lead @param {string} follow @returns {boolean} */
export function followWins(lead, follow) {
  const bit = BigInt(CARDS.length - 1 - CARDS.indexOf(follow));
  return ((WINS[CARDS.indexOf(lead)] >> bit) & 1n) === 1n;
}
