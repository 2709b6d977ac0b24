/**
 * State of the pad as one value. Every function takes a state and returns the next one.
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
 * @property {boolean} handSeen the strip of followers between the phases was dismissed
 * @property {boolean} phaseTwo the Undead of phase one are entered (scoring only)
 * @typedef {import("../state.js").State & Pad} State
 */
import * as Table from "../state.js";
import { getTrick } from "../state.js";
import { createAsk } from "./projection.js";
import { getSlotKey, getSlotRank } from "./slots.js";

/** The state before the first view. @type {State} */
export const INITIAL_STATE = {
  ...Table.INITIAL_STATE, settling: [], tab: "pad", chosen: null, was: null, back: "pad", letter: null, conflicts: [],
  wide: false, cell: null, draft: {}, focus: null, peek: false, shareText: "", handSeen: false, phaseTwo: false,
  lookedUp: false, undeadDone: false,
};

/** Replace the view unless it is older. @param {State} state @param {object} view @returns {State} */
export function receiveView(state, view) {
  const next = Table.receiveView(state, view);
  if (next === state) return state;
  const later = state.settling.filter((one) => one.version > view.version);
  return releaseSlot({ ...next, settling: later, tab: getTab(state, view) });
}

/** Return the tab: the host begins with the code, and with the pad once both seats are taken. */
function getTab({ view: before, tab }, view) {
  if (!before) return view.status === "gathering" && view.you.host && view.joinable ? "table" : tab;
  return before.joinable && !view.joinable && tab === "table" ? "pad" : tab;
}

/** Release a chosen empty slot that another device has filled meanwhile. */
function releaseSlot(state) {
  if (!state.chosen || state.was !== null || state.chosen.place === "leader") return state;
  const { phase, trick, place } = state.chosen;
  return getTrick(state.view.tricks, phase, trick)[place] === null ? state : { ...state, chosen: null, back: "pad" };
}

/** Return whether phase one is complete, its last blind card no longer asked, and phase two not begun. */
export function isHandDue({ view, tricks, asks }) {
  const begun = tricks.some((trick) => trick.phase === 2 && !trick.ahead);
  const asksBlind = asks.some((ask) => ask.place === "blind");
  return view.phase === 2 && view.trick === 1 && !begun && !asksBlind && view.depth === "every"
    && view.status === "playing" && view.you.seats.length > 0;
}

/** Return whether the strip of followers is shown: between the phases, until a tap. */
export const isHandShown = (shown, state) => !state.handSeen && isHandDue(shown);

/** Keep a stored entry until its view arrives. @param {State} state @param {object} item */
export function addSettling(state, item, version) {
  if (state.view && state.view.version >= version) return state;
  return { ...state, settling: [...state.settling, { item, version }] };
}

/**
 * List the entries that the view does not hold yet, in order: stored ones, then waiting ones.
 * @param {State} state @param {object[]} items @returns {object[]}
 */
export function listUnseen(state, items) {
  const ids = new Set(items.map((item) => item.id));
  return [...state.settling.map((one) => one.item).filter((item) => !ids.has(item.id)), ...items];
}

/**
 * Choose a slot.
 * @param {State} state @param {Slot|null} slot
 * @param {string|null} [was] the card there @param {"pad"|"log"} [back] @returns {State}
 */
export const chooseSlot = (state, slot, was = null, back = "pad") =>
  ({ ...state, chosen: slot, was, back, letter: null, tab: "pad" });

/** Clear the choice, and return to the tab before it. @param {State} state @returns {State} */
export const clearChoice = (state) =>
  ({ ...state, chosen: null, was: null, back: "pad", letter: null, tab: state.chosen ? state.back : state.tab });

/**
 * Return the ask of the next tap: the chosen slot, else the one just filled, else the first ask.
 * @param {State} state @param {import("./projection.js").Shown} shown @returns {import("./projection.js").Ask|null}
 */
export function getTarget(state, shown) {
  if (!state.chosen) return shown.held ?? shown.asks[0] ?? null;
  const same = (ask) => getSlotKey(ask) === getSlotKey(state.chosen);
  return shown.asks.find(same) ?? shown.view.ask.find(same) ?? shown.view.missing.find(same) ?? createAsk(state.chosen);
}

/** Add a conflict. @param {State} state @param {Conflict} conflict @returns {State} */
export const addConflict = (state, conflict) => ({ ...state, conflicts: [...state.conflicts, conflict] });

/** Remove the first conflict. @param {State} state @returns {State} */
export const removeConflict = (state) => ({ ...state, conflicts: state.conflicts.slice(1) });

/** Return the trick that the pad is about. @param {import("./projection.js").Shown} shown @param {Slot|null} picked */
export function getCurrentTrick(shown, picked) {
  if (picked) return { phase: picked.phase, number: picked.trick };
  const slot = shown.held;
  const asks = shown.asks.filter((ask) => ask.place !== "blind");
  const next = asks.length ? asks.reduce((a, b) => (getSlotRank(b) < getSlotRank(a) ? b : a)) : null;
  const at = slot && slot.place !== "blind" ? slot : next ?? slot ?? shown.view;
  return { phase: at.phase, number: at.trick };
}
