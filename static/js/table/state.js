/**
 * What every device at a table knows, as one value; every function here takes a state and returns the next one.
 *
 * @typedef {{id: number, kind: "info"|"bad"|"good", text: string}} Note
 * @typedef {object} Table
 * @property {Note|null} note
 * @property {number} told number of the last change by somebody else that was shown
 * @property {string|null} sheet what is open over the page
 * @property {object|null} invite
 * @property {object|null} seatInvite
 * @property {boolean} showCode the code is shown though both seats are taken
 * @property {object|null} removing the device that the sheet asks about
 * @property {number[]} away devices that asked to come in and were answered here
 * @property {Record<string, any>} prefs
 * @typedef {import("../shared/shell.js").Live & Table} State
 */
import { LIVE, outdated } from "../shared/shell.js";
import { say } from "../shared/texts.js";

/** @type {State} */
export const EMPTY = {
  ...LIVE, note: null, told: 0, sheet: null, invite: null, seatInvite: null, showCode: false, removing: null, away: [],
  prefs: {},
};

/** A view replaces what is known unless it is older. @param {State} state @param {object} view @returns {State} */
export function received(state, view) {
  if (outdated(state, view)) return state;
  const next = told({ ...state, view, told: state.view ? state.told : newest(view) }, view);
  return knocked(next, view, state.view);
}

const newest = (view) => Math.max(0, ...view.changes.map((change) => change.number));

/** Changes that another device made are told once. */
function told(state, view) {
  const fresh = view.changes.filter((change) => change.number > state.told && change.device !== view.you.device);
  const last = fresh.at(-1);
  const next = { ...state, told: Math.max(state.told, newest(view)) };
  return last ? noted(next, "info", last.text) : next;
}

/** Those who ask for a seat and can be answered on this device. @param {object} view @param {State} state */
export const asking = (view, state) => (view.you.seats.length || view.you.host
  ? view.requests.filter((one) => !state.away.includes(one.device)) : []);

/** A phone that asks to come in is told once; the answer waits in the table's list. */
function knocked(state, view, before) {
  const known = before?.requests.map((one) => one.device) ?? [];
  const fresh = asking(view, state).find((one) => !known.includes(one.device));
  if (!fresh) return state;
  const text = gettext("A phone asks for the seat of %(name)s. Answer it under “Table”.");
  return noted(state, "info", say(text, { name: view.names[fresh.seat] }));
}

/** What this device prefers, changed. @returns {State} */
export const preferring = (state, changes) => ({ ...state, prefs: { ...state.prefs, ...changes } });

let notes = 0;

/** @param {State} state @param {"info"|"bad"|"good"} kind @param {string|null} text @returns {State} */
export const noted = (state, kind, text) => ({ ...state, note: text ? { id: ++notes, kind, text } : null });

/** Whether the way in is another one than before. @param {object} view @param {object|null} before */
export const entryChanged = (view, before) =>
  !before || before.joinable !== view.joinable || before.locked !== view.locked;
