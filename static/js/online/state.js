/**
 * What the page of a match knows, as one value; every function here takes a state and returns the next one.
 *
 * `view` is the newest truth of the server, `held` the older one that stays in sight while the
 * trick that has just ended, `done`, is looked at (null: nothing is held, `view` is what is shown).
 * `stage` is what is being told at this moment, see `telling.js`; without motion there are no stages.
 *
 * @typedef {{id: string, card: string, ply: number, line?: number, thought?: number, accepted: number|null}} Pending
 * @typedef {{type: "hint"|"take_back", ply: number, line: number, id: string}} Wish
 * @typedef {{kind: "info"|"bad"|"good"|"why"|"advice", text: string, title?: string, stays?: true}} Note
 * @typedef {object} Match
 * @property {object|null} held
 * @property {object|null} done
 * @property {"lies"|"goes"|"voting"|null} stage
 * @property {number} cast how many factions have voted, while they vote
 * @property {boolean} moving whether this person sees things move
 * @property {"faction"|"rank"|"dealt"} sort order of the hand
 * @property {string[]} hinted the powers that this person was told about
 * @property {object|null} kept what this tab showed before it was loaded anew
 * @property {Pending|null} pending
 * @property {Wish|null} wish what was asked of the site and not answered yet
 * @property {number|null} late the `out` of the clock whose time this page has seen to be out
 * @property {number|null} lifted place in the hand of the card that is lifted
 * @property {Note|null} note
 * @property {string|null} dialog
 * @property {string[]} ratings what the game made of the ratings of both, in sentences; nothing before that is known
 * @property {boolean} busy a form is on its way
 * @property {object|null} challenge of somebody else, not answered yet
 * @property {import("./words.js").Words|null} words what was said and may be; null where nobody speaks
 * @property {Record<0|1, object|null>} speaking what each seat says just now
 * @property {string|null} saying the id of what was said last, until it is answered
 * @property {boolean} shortcuts letters and digits act by themselves
 * @typedef {import("../shared/shell.js").Live & Match} State
 */
import { LIVE, outdated } from "../shared/shell.js";
import { noteOf, wentBack } from "./aided.js";

const OVER = ["finished", "called_off"];

/** @type {State} */
export const EMPTY = {
  ...LIVE, held: null, done: null, stage: null, cast: 0, moving: false, kept: null, sort: "faction", hinted: [],
  pending: null, wish: null, lifted: null, note: null, dialog: null, ratings: [], busy: false, shortcuts: true,
  late: null, challenge: null, words: null, speaking: { 0: null, 1: null }, saying: null,
};

/** A view replaces what is known unless it is older. @param {State} state @param {object} view @returns {State} */
export function received(state, view) {
  if (outdated(state, view)) return state;
  const next = { ...state, view, ...onTheTable(state, view) };
  next.dialog = stillMeant(state.dialog, view, next.held ?? view);
  const moved = hasMoved(state.view, view);
  const note = noteOf(state.view, view) ?? noteLeft(state, view, moved);
  return settle({ ...next, note, lifted: moved ? null : next.lifted });
}

/** What was said of a card goes with it, and all but what went wrong with the game; what the page came with stays until
 * the reader plays. */
function noteLeft({ view: before, note, pending }, view, moved) {
  if (!before) return note;
  if (view.result && note?.kind !== "bad") return null;
  if (note?.stays) return note;
  return moved && !pending ? null : note;
}

const hasMoved = (before, view) => !before || wentBack(before, view) || view.board?.ply !== before.board?.ply;

function onTheTable(state, view) {
  if (wentBack(state.view, view)) return FORGOTTEN;
  return state.held ? {} : looking(state, view);
}

/** The trick that was looked at has never been, once cards were taken back. */
const FORGOTTEN = { held: null, done: null, stage: null };

/** A question that the game has overtaken is not asked any longer; followers that are the hand now are no pile. */
function stillMeant(dialog, view, shown) {
  const gone = {
    resign: view.status !== "playing",
    calloff: view.status !== "playing" || view.board?.ply > 0,
    followers: !shown.board?.recruits,
  };
  return gone[dialog] ? null : dialog;
}

/** What is looked at from now on: the trick that this view has finished, or the end if it came without one. */
function looking(state, view) {
  const old = state.view ?? state.kept;
  // The tab may have been somebody else's.
  const held = old?.you === view.you ? heldBack(old, view) : null;
  if (!held) return state.view ? ending(state, view) : {};
  const lies = state.moving && state.view;
  return { held, done: view.board.last, stage: lies ? "lies" : null };
}

/** The older view stays when exactly its trick has been finished. */
function heldBack(old, view) {
  const last = view.board?.last;
  const before = old?.board;
  const same = before && last && before.phase === last.phase && before.trick === last.number;
  const fresh = same && before.turn !== null && view.board.ply > before.ply;
  return fresh ? old : null;
}

/** The finished trick has been seen: its cards go. @param {State} state @returns {State} */
export function dismissed(state) {
  if (!state.held || !state.moving) return arrived(state);
  return { ...state, stage: "goes" };
}

/** The cards of the finished trick have gone. @param {State} state @returns {State} */
export function arrived(state) {
  const last = { ...state, held: null, done: null, stage: null };
  return state.held ? { ...last, ...ending({ ...state, view: state.held }, state.view) } : last;
}

/** The factions begin to vote when a page that showed the game as it went on shows its end. */
function ending(state, view) {
  const ends = !OVER.includes(state.view.status) && OVER.includes(view.status);
  return ends && state.moving && view.result?.factions.length ? { stage: "voting", cast: 0 } : {};
}

/** The next faction has voted; after the last one it is all over. @param {State} state @returns {State} */
export function voted(state) {
  const over = state.cast >= state.view.result.factions.length;
  return over ? { ...state, stage: null } : { ...state, cast: state.cast + 1 };
}

/** What was being told is told; what comes next begins. @param {State} state @returns {State} the same: nothing was */
export function told(state) {
  if (state.stage === "goes") return arrived(state);
  return state.stage ? { ...state, stage: null } : state;
}

/** @param {State} state @returns {boolean} whether a finished trick lies there to be looked at */
export const looksAt = (state) => Boolean(state.held) && state.stage !== "goes";

/** @param {State} state @param {string} id @param {number} version @returns {State} */
export function accepted(state, id, version) {
  if (state.wish?.id === id) return { ...state, wish: null };
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
  if (id !== null && state.wish?.id === id) return { ...state, wish: null, note: { kind: "bad", text } };
  const mine = id === null || state.pending?.id === id;
  return mine ? { ...state, pending: null, note: { kind: "bad", text } } : state;
}

/** @param {State} state @param {string} id @param {string} card @param {number} [thought] @returns {State} */
export const played = (state, id, card, thought) => ({
  ...told(state), lifted: null, note: null, held: null, done: null,
  pending: {
    id, card, ply: state.view.board.ply, accepted: null, ...lineOf(state.view), ...timeOf(state.view, thought),
  },
});

/** Against the clock a card says for how many milliseconds the turn was in sight. */
const timeOf = (view, thought) => (view.clock && thought !== undefined ? { thought } : {});

/** Where cards may be taken back, a card says in which line of the game it was chosen. */
const lineOf = (view) => (view.aid ? { line: view.aid.line } : {});

/** @param {State} state @returns {boolean} whether a card may be played now */
export const mayPlay = (state) =>
  state.view?.board?.legal.length > 0 && !state.pending && state.link !== "ended";
