/**
 * State of a device at a table as one value, and values read from a view of the table.
 *
 * @typedef {{id: number, kind: "info"|"bad"|"good", text: string}} Note
 * @typedef {object} Table
 * @property {Note|null} note
 * @property {number} lastNews number of the last change by somebody else that was shown
 * @property {string|null} sheet what is open over the page
 * @property {object|null} invite
 * @property {object|null} seatInvite
 * @property {boolean} showCode the code is shown though both seats are taken
 * @property {import("../shared/series.js").Series|null} series the score of the same two
 * @property {object|null} removing the device that the sheet asks about
 * @property {number[]} away devices that asked to come in and were answered here
 * @property {Record<string, any>} prefs
 * @typedef {import("../shared/live_store.js").LiveState & Table} State
 */
import { isOutdated, LIVE_STATE } from "../shared/live_store.js";
import { fill } from "../shared/texts.js";

/** The state before the first view. @type {State} */
export const INITIAL_STATE = {
  ...LIVE_STATE, note: null, lastNews: 0, sheet: null, invite: null, seatInvite: null, showCode: false, series: null,
  removing: null, away: [], prefs: {},
};

/** Replace the view unless it is older. @param {State} state @param {object} view @returns {State} */
export function receiveView(state, view) {
  if (isOutdated(state, view)) return state;
  const lastNews = state.view ? state.lastNews : getNewestNumber(view);
  const next = announceNews({ ...state, view, lastNews, away: keepAsking(state.away, view) }, view);
  return announceRequest(next, view, state.view);
}

/** Answered devices whose request is still in the view: one that asks anew must be shown again. */
const keepAsking = (away, { requests }) => away.filter((device) => requests.some((one) => one.device === device));

/** List the news: corrections by others, and seats that moved to another device. */
const listNews = ({ changes, handovers, you }) =>
  [...changes.filter((change) => change.device !== you.device), ...handovers].sort((a, b) => a.number - b.number);

const getNewestNumber = ({ changes, handovers }) => Math.max(0, ...[...changes, ...handovers].map((one) => one.number));

/** Changes that another device made are told once. */
function announceNews(state, view) {
  const last = listNews(view).findLast((one) => one.number > state.lastNews);
  const next = { ...state, lastNews: Math.max(state.lastNews, getNewestNumber(view)) };
  return last ? setNote(next, "info", last.text) : next;
}

/** List the requests for a seat that this device can answer. @param {object} view @param {State} state */
export const listRequests = (view, state) => (view.you.seats.length || view.you.host
  ? view.requests.filter((one) => !state.away.includes(one.device)) : []);

/** Return whether this device has the seat that another one asks for. @param {object} request @param {object} view */
export const ownsSeat = (request, view) => view.you.seats.includes(request.seat);

/** Return whether this device may allow a request: it has the seat, or the device of the seat is away. */
export function canLetIn(request, view, state) {
  const { devices } = view.seats[request.seat];
  const here = state.beat?.here ?? devices;
  return ownsSeat(request, view) || !devices.some((device) => here.includes(device));
}

/** Announce a request for a seat once. Its answer waits in the table's list. */
function announceRequest(state, view, before) {
  const known = before?.requests.map((one) => one.device) ?? [];
  const fresh = listRequests(view, state).find((one) => !known.includes(one.device));
  if (!fresh) return state;
  const text = ownsSeat(fresh, view) && view.you.seats.length === 1
    ? gettext("Another device wants your seat. Answer under “Table”.")
    : gettext("Another device wants %(name)s's seat. Answer under “Table”.");
  return setNote(state, "info", fill(text, { name: view.names[fresh.seat] }));
}

/** Set preferences of this device. @returns {State} */
export const setPreference = (state, changes) => ({ ...state, prefs: { ...state.prefs, ...changes } });

let notes = 0;

/**
 * Set or remove the note.
 * @param {State} state @param {"info"|"bad"|"good"} kind @param {string|null} text @returns {State}
 */
export const setNote = (state, kind, text) => ({ ...state, note: text ? { id: ++notes, kind, text } : null });

/** Return whether the way in has changed. @param {object} view @param {object|null} before */
export const hasEntryChanged = (view, before) =>
  !before || before.joinable !== view.joinable || before.locked !== view.locked;

const ENDED = ["finished", "called_off"];

/** Return whether the game is over. @param {object} view @returns {boolean} */
export const isOver = (view) => ENDED.includes(view.status);

/** Return the key of the score: the result and both confirmations. */
export const getSeriesKey = ({ status, result, confirmed }) => [status, result?.winner, ...confirmed].join(" ");

/** Return the address of the rematch. @param {object} view @param {{url: string}} urls @returns {string} */
export const getRematchUrl = (view, urls) => urls.url.replace(view.game, view.rematch);

/** Create a trick of which the server knows nothing. @param {1|2} phase @param {number} number */
export const createTrick = (phase, number) => ({
  phase, number, leader: null, stated: null, revealed: null, lead: null, follow: null, blind: null, winner: null,
  reason: null, taker: null, over: false, logged: [], site: [], slips: [], story: "", by: [], waits: false,
});

/**
 * Return a trick, an empty one if nothing of it is logged.
 * @param {object[]} tricks @param {1|2} phase @param {number} number
 */
export const getTrick = (tricks, phase, number) =>
  tricks.find((trick) => trick.phase === phase && trick.number === number) ?? createTrick(phase, number);

/** Return the last finished trick of which a card was logged. @param {object} view */
export const getLastTrick = (view) => view.tricks.findLast((trick) => trick.over && trick.story && trick.logged.length);
