/**
 * The game as this device shows it: the newest view with what still waits in the queue laid over it.
 * Nothing is worked out here that a rule would be needed for; who wins a trick is looked up in `winners.js`.
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
import { blank, trickAt } from "../table/view.js";
import { taking } from "./own.js";
import { after, blindBefore, keyOf, padOf, padsWithout, rank, sameSlot, slotOf } from "./slots.js";
import { askText } from "./texts.js";

/** How many places are asked for beyond those that the server named. */
const AHEAD = 4;

/**
 * @param {object} view
 * @param {object[]} items entries that the view does not hold yet, in order
 * @param {{skipped: string[], blinds: boolean|null}} wishes
 * @returns {Shown}
 */
export function project(view, items, wishes) {
  const logs = items.filter((item) => item.type === "log");
  const waiting = new Map(logs.map((item) => [keyOf(item), item.card]));
  const tricks = taking(overlaid(view.tricks, waiting), view, items);
  const open = asks(view, tricks, items, wishes);
  return { view, items, waiting, tricks, asks: open, unsent: items.length, held: null, lost: false };
}

/** Whether this device asks for its blind cards: as its person says, else where they are worth it. */
export const asksBlinds = (view, { blinds }) => blinds ?? view.you.blinds;

function overlaid(tricks, waiting) {
  const shown = tricks.map((trick) => ({ ...trick, waits: false }));
  for (const [key, card] of waiting) {
    const { phase, trick: number, place } = slotOf(key);
    const trick = find(shown, phase, number);
    if (place in trick) Object.assign(trick, { [place]: card, waits: true });
  }
  return shown.sort((a, b) => a.phase - b.phase || a.number - b.number);
}

function find(tricks, phase, number) {
  const there = tricks.find((trick) => trick.phase === phase && trick.number === number);
  return there ?? tricks[tricks.push(blank(phase, number)) - 1];
}

function asks(view, tricks, items, wishes) {
  const led = items.filter((item) => ["lead", "state_leader"].includes(item.type)).map(ledSlot);
  const open = view.ask.filter((ask) => {
    if (ask.place === "leader") return !led.some((slot) => sameSlot(slot, ask));
    if (ask.private && !wanted(ask, view, wishes)) return false;
    return trickAt(tricks, ask.phase, ask.trick)[ask.place] === null;
  });
  return [...open, ...ahead(view, tricks, open, wishes)];
}

const wanted = (slot, view, wishes) =>
  asksBlinds(view, wishes) && view.depth === "every" && !wishes.skipped.includes(keyOf(slot));

const ledSlot = (item) =>
  (item.type === "lead" ? { phase: 1, trick: 1, place: "leader" } : { ...item, place: "leader" });

/** Places beyond the asked ones, only once those that everybody waits for are filled. */
function ahead(view, tricks, open, wishes) {
  if (!view.ask.length || open.some((ask) => !ask.optional)) return [];
  const last = view.ask.reduce((a, b) => (rank(a) > rank(b) ? a : b));
  const bare = after(last).filter((slot) => trickAt(tricks, slot.phase, slot.trick)[slot.place] === null);
  const next = bare.slice(0, AHEAD);
  return [...ownBlind(view, tricks, next[0], wishes), ...next].map((slot) => foreseen(slot, view, tricks));
}

/** The blind card of the trick that this device completed itself, where its seat takes it. */
function ownBlind(view, tricks, next, wishes) {
  const slot = next && blindBefore(next);
  if (!slot || view.ask.some((ask) => sameSlot(ask, slot)) || !wanted(slot, view, wishes)) return [];
  const trick = trickAt(tricks, 1, slot.trick);
  return trick.waits && trick.blind === null && view.you.seats.includes(trick.taker) ? [slot] : [];
}

/** An ask made on this device: whose card it is follows from who won the trick before. */
function foreseen(slot, view, tricks) {
  const { leader } = trickAt(tricks, slot.phase, slot.trick);
  const whose = { lead: leader, follow: 1 - leader, blind: view.you.seats[0] };
  const seat = leader === null ? null : whose[slot.place] ?? null;
  return { ...generic(slot), seat, mine: view.you.seats.includes(seat), text: askText(slot, seat, view.names) };
}

/** An ask about a place alone, where it is not known whose card it is. @param {import("./slots.js").Slot} slot */
export const generic = (slot) => ({
  ...slot, seat: null, mine: false, private: slot.place === "blind", optional: slot.place === "blind", likely: null,
  pad: padOf(slot), text: askText(slot, null, []),
});

/** Whether what was asked is there now. @param {Shown} shown @param {Ask} ask */
export function isFilled({ view, tricks, asks: open }, ask) {
  if (ask.place !== "leader") return trickAt(tricks, ask.phase, ask.trick)[ask.place] !== null;
  return view.depth !== "piles" && !open.some((one) => sameSlot(one, ask));
}

/**
 * The keys for a slot: how often each card can still be logged there, and why not.
 * @param {Shown} shown
 * @param {import("./slots.js").Slot} slot
 * @returns {{left: Record<string, number>, off: Record<string, string>}}
 */
export function keysFor(shown, slot) {
  const name = padOf(slot);
  const { left, off } = { left: { ...shown.view.pads[name].left }, off: { ...shown.view.pads[name].off } };
  for (const [key, card] of shown.waiting) {
    const place = slotOf(key);
    if (card && !sameSlot(place, slot) && padsWithout(place).includes(name)) take(left, off, card);
  }
  const there = trickAt(shown.tricks, slot.phase, slot.trick)[slot.place];
  if (there && !left[there]) delete off[there], (left[there] = 1);
  return { left, off };
}

function take(left, off, card) {
  left[card] = (left[card] ?? 0) - 1;
  if (left[card] <= 0) delete left[card], (off[card] ??= "seen");
}
