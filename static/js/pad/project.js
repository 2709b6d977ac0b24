/**
 * The game as this device shows it: the newest view with what still waits in the queue laid over it.
 * Nothing is worked out here that a rule would be needed for; that comes with the next view.
 *
 * @typedef {import("./slots.js").Slot & {seat: 0|1|null, mine: boolean, private: boolean, optional: boolean,
 *   pad: string|null, text: string}} Ask
 * @typedef {object} Shown
 * @property {object} view
 * @property {Ask[]} asks what can be logged next, in order
 * @property {Map<string, string|null>} waiting cards by slot that are not on the server yet
 * @property {object[]} tricks
 * @property {number} unsent entries without an answer
 */
import { blank, trickAt } from "../table/view.js";
import { after, keyOf, padOf, padsWithout, rank, sameSlot, slotOf } from "./slots.js";
import { askText } from "./texts.js";

/** How many places are asked for beyond those that the server named. */
const AHEAD = 3;

/**
 * @param {object} view
 * @param {object[]} items entries that the view does not hold yet, in order
 * @param {{skipped: string[], blinds: boolean}} wishes
 * @returns {Shown}
 */
export function project(view, items, wishes) {
  const logs = items.filter((item) => item.type === "log");
  const waiting = new Map(logs.map((item) => [keyOf(item), item.card]));
  const tricks = overlaid(view.tricks, waiting);
  return { view, items, waiting, tricks, asks: asks(view, tricks, items, wishes), unsent: items.length };
}

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

function asks(view, tricks, items, { skipped, blinds }) {
  const led = items.filter((item) => ["lead", "state_leader"].includes(item.type)).map(ledSlot);
  const open = view.ask.filter((ask) => {
    if (ask.place === "leader") return !led.some((slot) => sameSlot(slot, ask));
    if (ask.private && (!blinds || view.depth !== "every" || skipped.includes(keyOf(ask)))) return false;
    return trickAt(tricks, ask.phase, ask.trick)[ask.place] === null;
  });
  return [...open, ...ahead(view, tricks, open)];
}

const ledSlot = (item) =>
  (item.type === "lead" ? { phase: 1, trick: 1, place: "leader" } : { ...item, place: "leader" });

/** Places beyond the asked ones, only once those that everybody waits for are filled. */
function ahead(view, tricks, open) {
  if (!view.ask.length || open.some((ask) => !ask.optional)) return [];
  const last = view.ask.reduce((a, b) => (rank(a) > rank(b) ? a : b));
  const bare = after(last).filter((slot) => trickAt(tricks, slot.phase, slot.trick)[slot.place] === null);
  return bare.slice(0, AHEAD).map(generic);
}

/** An ask made on this device, which does not know whose card it is. @param {import("./slots.js").Slot} slot */
export const generic = (slot) => ({
  ...slot, seat: null, mine: false, private: slot.place === "blind", optional: slot.place === "blind", pad: padOf(slot),
  text: askText(slot),
});

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
