/**
 * What the pad knows, as one value; every function here takes a state and returns the next one.
 *
 * @typedef {import("./slots.js").Slot} Slot
 * @typedef {{item: object, message: string, there: string}} Conflict somebody else logged another card there
 * @typedef {object} Pad
 * @property {{item: object, version: number}[]} settling entries that are stored, but not in the view yet
 * @property {"pad"|"log"|"table"} tab
 * @property {Slot|null} chosen the place that the person picked instead of the one that is asked
 * @property {string|null} was the card that was there when it was picked: the tap is a correction
 * @property {"pad"|"log"} back where to go after the tap
 * @property {boolean} undeadDone the Undead that nobody logged are not asked for any more (scoring only)
 * @property {string|null} letter a faction typed, its value still to come
 * @property {Conflict[]} conflicts
 * @property {boolean} wide a landscape phone: the pad lies on its side
 * @property {{faction: string, seat: 0|1}|null} cell the count of the final piles that is being entered
 * @property {Record<string, (number|null)[]>} draft counts of a faction that are not complete yet
 * @property {string|null} focus the key that the keyboard is on
 * @property {boolean} peek blind cards are shown
 * @property {string} shareText the result, where it can only be copied by hand
 * @property {boolean} lookedUp the Undead are looked at again (scoring only)
 * @property {boolean} phaseTwo the Undead of phase one are entered (scoring only)
 * @typedef {import("../table/state.js").State & Pad} State
 */
import * as Table from "../table/state.js";
import { trickAt } from "../table/view.js";
import { generic } from "./project.js";
import { keyOf, rank } from "./slots.js";

/** @type {State} */
export const EMPTY = {
  ...Table.EMPTY, settling: [], tab: "pad", chosen: null, was: null, back: "pad", letter: null, conflicts: [],
  wide: false, cell: null, draft: {}, focus: null, peek: false, shareText: "", phaseTwo: false, lookedUp: false,
  undeadDone: false,
};

/** A view replaces what is known unless it is older. @param {State} state @param {object} view @returns {State} */
export function received(state, view) {
  const next = Table.received(state, view);
  if (next === state) return state;
  const later = state.settling.filter((one) => one.version > view.version);
  return released({ ...next, settling: later, tab: tabFor(state, view) });
}

/** Whoever invites begins with the code; when both seats are taken it makes room for the pad. */
function tabFor({ view: before, tab }, view) {
  if (!before) return view.status === "gathering" && view.you.host && view.joinable ? "table" : tab;
  return before.joinable && !view.joinable && tab === "table" ? "pad" : tab;
}

/** An empty place that was picked and is filled by somebody else meanwhile is picked no longer. */
function released(state) {
  if (!state.chosen || state.was !== null || state.chosen.place === "leader") return state;
  const { phase, trick, place } = state.chosen;
  return trickAt(state.view.tricks, phase, trick)[place] === null ? state : { ...state, chosen: null, back: "pad" };
}

/** Whether phase one is complete, its last blind card asked no more, and phase two not begun. */
export function handBegins({ view, tricks, asks }) {
  const begun = tricks.some((trick) => trick.phase === 2 && !trick.ahead);
  const asksBlind = asks.some((ask) => ask.place === "blind");
  return view.phase === 2 && view.trick === 1 && !begun && !asksBlind && view.depth === "every"
    && view.status === "playing" && view.you.seats.length > 0;
}

/** Whether a card of phase two was just logged, so that nobody looks between the phases any more. */
export const handGoes = ({ view, tricks }) =>
  view.phase === 2 && view.trick === 1 && tricks.some((trick) => trick.phase === 2 && !trick.ahead);

/** An entry is stored; it stays in sight until its view is here. @param {State} state @param {object} item */
export function settling(state, item, version) {
  if (state.view && state.view.version >= version) return state;
  return { ...state, settling: [...state.settling, { item, version }] };
}

/**
 * Everything that the view does not hold yet, in order: what is stored, then what waits.
 * @param {State} state @param {object[]} items @returns {object[]}
 */
export function beyond(state, items) {
  const ids = new Set(items.map((item) => item.id));
  return [...state.settling.map((one) => one.item).filter((item) => !ids.has(item.id)), ...items];
}

/**
 * Somebody picked a place. @param {State} state @param {Slot|null} slot
 * @param {string|null} [was] the card there @param {"pad"|"log"} [back] @returns {State}
 */
export const choose = (state, slot, was = null, back = "pad") =>
  ({ ...state, chosen: slot, was, back, letter: null, tab: "pad" });

/** After a tap, or instead of it: back to where the person came from. @param {State} state @returns {State} */
export const chosenDone = (state) =>
  ({ ...state, chosen: null, was: null, back: "pad", letter: null, tab: state.chosen ? state.back : state.tab });

/**
 * What the next tap is about: the picked place, else for a moment what was just filled, else the first that is asked.
 * @param {State} state @param {import("./project.js").Shown} shown @returns {import("./project.js").Ask|null}
 */
export function target(state, shown) {
  if (!state.chosen) return shown.held ?? shown.asks[0] ?? null;
  const same = (ask) => keyOf(ask) === keyOf(state.chosen);
  return shown.asks.find(same) ?? shown.view.ask.find(same) ?? shown.view.missing.find(same) ?? generic(state.chosen);
}

/** @param {State} state @param {Conflict} conflict @returns {State} */
export const conflicting = (state, conflict) => ({ ...state, conflicts: [...state.conflicts, conflict] });

/** @param {State} state @returns {State} */
export const settled = (state) => ({ ...state, conflicts: state.conflicts.slice(1) });

/** The trick that the pad is about. @param {import("./project.js").Shown} shown @param {Slot|null} picked */
export function trickInHand(shown, picked) {
  const slot = picked ?? shown.held ?? null;
  const asks = shown.asks.filter((ask) => ask.place !== "blind");
  const next = asks.length ? asks.reduce((a, b) => (rank(b) < rank(a) ? b : a)) : null;
  const at = slot && slot.place !== "blind" ? slot : next ?? slot ?? shown.view;
  return { phase: at.phase, number: at.trick };
}
