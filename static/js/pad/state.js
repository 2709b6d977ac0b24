/**
 * What the pad knows, as one value; every function here takes a state and returns the next one.
 *
 * @typedef {import("./slots.js").Slot} Slot
 * @typedef {{id: number, kind: "info"|"bad"|"good", text: string}} Note
 * @typedef {{item: object, message: string, there: string}} Conflict somebody else logged another card there
 * @typedef {object} State
 * @property {object|null} view
 * @property {object|null} beat
 * @property {"connecting"|"open"|"lost"|"ended"} link
 * @property {string|null} bye why the server sent this device away
 * @property {object[]} settling entries that are stored, but not in the view yet, with their version
 * @property {"pad"|"log"|"table"} tab
 * @property {Slot|null} chosen the place that the person picked instead of the one that is asked
 * @property {string|null} was the card that was there when it was picked: the tap is a correction
 * @property {"pad"|"log"} back where to go after the tap
 * @property {string|null} letter a faction typed, its value still to come
 * @property {Conflict[]} conflicts
 * @property {Note|null} note
 * @property {number} told number of the last change by somebody else that was shown
 * @property {string|null} sheet
 * @property {object|null} invite
 * @property {object|null} seatInvite
 * @property {boolean} busy
 * @property {boolean} wide a landscape phone: the pad lies on its side
 * @property {{faction: string, seat: 0|1}|null} cell the count of the final piles that is being entered
 * @property {Record<string, (number|null)[]>} draft counts of a faction that are not complete yet
 * @property {string|null} focus the key that the keyboard is on
 * @property {boolean} peek blind cards are shown
 * @property {number[]} away devices whose question was put off
 * @property {boolean} lookedUp the Undead are looked at again (scoring only)
 * @property {boolean} phaseTwo the Undead of phase one are entered (scoring only)
 */
import { generic, trickAt } from "./project.js";
import { keyOf, rank } from "./slots.js";

/** @type {State} */
export const EMPTY = {
  view: null, beat: null, link: "connecting", bye: null, settling: [], tab: "pad", chosen: null, was: null, back: "pad",
  letter: null, conflicts: [], note: null, told: 0, sheet: null, invite: null, seatInvite: null, busy: false,
  wide: false, cell: null, draft: {}, focus: null, peek: false, away: [], phaseTwo: false, lookedUp: false,
};

/** A view replaces what is known unless it is older. @param {State} state @param {object} view @returns {State} */
export function received(state, view) {
  if (state.view && view.version < state.view.version) return state;
  const next = { ...state, view, settling: state.settling.filter((one) => one.version > view.version) };
  return told(state.view ? released(next) : { ...next, told: newest(view) }, view);
}

/** An empty place that was picked and is filled by somebody else meanwhile is picked no longer. */
function released(state) {
  if (!state.chosen || state.was !== null || state.chosen.place === "leader") return state;
  const { phase, trick, place } = state.chosen;
  return trickAt(state.view.tricks, phase, trick)[place] === null ? state : { ...state, chosen: null, back: "pad" };
}

const newest = (view) => Math.max(0, ...view.changes.map((change) => change.number));

/** Changes that another device made are told once. */
function told(state, view) {
  const fresh = view.changes.filter((change) => change.number > state.told && change.device !== view.you.device);
  const last = fresh.at(-1);
  const next = { ...state, told: Math.max(state.told, newest(view)) };
  return last ? noted(next, "info", last.text) : next;
}

let notes = 0;

/** @param {State} state @param {"info"|"bad"|"good"} kind @param {string|null} text @returns {State} */
export const noted = (state, kind, text) => ({ ...state, note: text ? { id: ++notes, kind, text } : null });

/** An entry is stored; it stays in sight until its view is here. @param {State} state @param {object} item */
export function settling(state, item, version) {
  if (state.view && state.view.version >= version) return state;
  return { ...state, settling: [...state.settling, { item, version }] };
}

/**
 * Somebody picked a place. @param {State} state @param {Slot|null} slot
 * @param {string|null} [was] the card there @param {"pad"|"log"} [back] @returns {State}
 */
export const choose = (state, slot, was = null, back = "pad") => ({ ...state, chosen: slot, was, back, letter: null, tab: "pad" });

/** After a tap, or instead of it: back to where the person came from. @param {State} state @returns {State} */
export const chosenDone = (state) => ({ ...state, chosen: null, was: null, back: "pad", letter: null, tab: state.chosen ? state.back : state.tab });

/**
 * What the next tap is about: the picked place, else the first that is asked.
 * @param {State} state @param {import("./project.js").Shown} shown @returns {import("./project.js").Ask|null}
 */
export function target(state, shown) {
  if (!state.chosen) return shown.asks[0] ?? null;
  const same = (ask) => keyOf(ask) === keyOf(state.chosen);
  return shown.asks.find(same) ?? shown.view.ask.find(same) ?? shown.view.missing.find(same) ?? generic(state.chosen);
}

/** @param {State} state @param {Conflict} conflict @returns {State} */
export const conflicting = (state, conflict) => ({ ...state, conflicts: [...state.conflicts, conflict] });

/** @param {State} state @returns {State} */
export const settled = (state) => ({ ...state, conflicts: state.conflicts.slice(1) });

/** @param {State} state @param {State["link"]} link @returns {State} */
export const linked = (state, link) => (state.link === "ended" ? state : { ...state, link });

/** The trick that the pad is about. @param {import("./project.js").Shown} shown @param {Slot|null} slot */
export function trickInHand(shown, slot) {
  const asks = shown.asks.filter((ask) => ask.place !== "blind");
  const next = asks.length ? asks.reduce((a, b) => (rank(b) < rank(a) ? b : a)) : null;
  const at = slot && slot.place !== "blind" ? slot : next ?? slot ?? shown.view;
  return { phase: at.phase, number: at.trick };
}
