/**
 * What the page of a match knows, as one value; every function here takes a state and returns the next one.
 *
 * `view` is the newest truth of the server, `held` the older one that stays in sight while the
 * trick that has just ended is looked at (null: nothing is held, `view` is what is shown).
 *
 * @typedef {{id: string, card: string, ply: number, accepted: number|null}} Pending
 * @typedef {{kind: "info"|"bad"|"good", text: string}} Note
 * @typedef {object} Match
 * @property {object|null} held
 * @property {Pending|null} pending
 * @property {number|null} lifted place in the hand of the card that is lifted
 * @property {Note|null} note
 * @property {string|null} dialog
 * @property {boolean} busy a form is on its way
 * @property {boolean} shortcuts letters and digits act by themselves
 * @typedef {import("../shared/shell.js").Live & Match} State
 */
import { LIVE, outdated } from "../shared/shell.js";

/** @type {State} */
export const EMPTY = {
  ...LIVE, held: null, pending: null, lifted: null, note: null, dialog: null, busy: false, shortcuts: true,
};

/** A view replaces what is known unless it is older. @param {State} state @param {object} view @returns {State} */
export function received(state, view) {
  if (outdated(state, view)) return state;
  const held = state.held ?? heldBack(state.view, view);
  const next = { ...state, view, held, dialog: stillMeant(state.dialog, view, held ?? view) };
  const moved = !state.view || view.board?.ply !== state.view.board?.ply;
  return settle(moved ? { ...next, lifted: null, note: state.pending ? state.note : null } : next);
}

/** A question that the game has overtaken is not asked any longer; followers that are the hand now are no pile. */
function stillMeant(dialog, view, shown) {
  const gone = {
    resign: view.status !== "playing",
    calloff: view.status !== "playing" || view.board?.ply > 0,
    followers: !shown.board?.recruits,
  };
  return gone[dialog] ? null : dialog;
}

/** The older view stays when exactly its trick has been finished. */
function heldBack(old, view) {
  const last = view.board?.last;
  const before = old?.board;
  const same = before && last && before.phase === last.phase && before.trick === last.number;
  const fresh = same && before.turn !== null && view.board.ply > before.ply;
  return fresh ? old : null;
}

/** The finished trick has been seen. @param {State} state @returns {State} */
export const dismissed = (state) => ({ ...state, held: null });

/** @param {State} state @param {string} id @param {number} version @returns {State} */
export function accepted(state, id, version) {
  if (state.pending?.id !== id) return state;
  return settle({ ...state, pending: { ...state.pending, accepted: version } });
}

/** A card that was accepted stops pending when its view is here. */
function settle(state) {
  const { pending, view } = state;
  const done = pending && pending.accepted !== null && view && view.version >= pending.accepted;
  return done ? { ...state, pending: null } : state;
}

/** @param {State} state @param {string|null} id @param {string} text @returns {State} */
export function refused(state, id, text) {
  const mine = id === null || state.pending?.id === id;
  return mine ? { ...state, pending: null, note: { kind: "bad", text } } : state;
}

/** @param {State} state @param {string} id @param {string} card @returns {State} */
export const played = (state, id, card) => ({
  ...state, lifted: null, note: null, held: null,
  pending: { id, card, ply: state.view.board.ply, accepted: null },
});

/** @param {State} state @returns {boolean} whether a card may be played now */
export const mayPlay = (state) =>
  state.view?.board?.legal.length > 0 && !state.pending && state.link !== "ended";
