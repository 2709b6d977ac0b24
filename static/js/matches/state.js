/**
 * State of a match as one value. Every function takes a state and returns the next one.
 *
 * `view` is the newest truth of the server, `held` the older one that stays in sight while the trick that has just
 * ended, `done`, is looked at (null: nothing is held, `view` is what is shown). `stage` is the part of the animation
 * that runs:
 *
 * - `lies`: the answer arrives and lies there; nobody has won yet
 * - no stage, but a trick that is held: the winner shows, until the reader goes on
 * - `goes`: its cards travel, each to where it belongs
 * - `voting`: one faction after another votes at the end, then the crown
 *
 * Without motion there are no stages.
 *
 * @typedef {{id: string, card: string, ply: number, line?: number, thought?: number, accepted: number|null}} Pending
 * @typedef {{type: "hint"|"take_back", ply: number, line: number, id: string}} AidRequest
 * @typedef {{kind: "info"|"bad"|"good"|"why"|"advice"|"tip", text: string, title?: string, stays?: true,
 *   section?: string}} Note `section` of the rules, which a tip links
 * @typedef {object} Match
 * @property {object|null} held
 * @property {object|null} done
 * @property {"lies"|"goes"|"voting"|null} stage
 * @property {number} cast how many factions have voted, while they vote
 * @property {boolean} moving whether this person sees things move
 * @property {"faction"|"rank"|"dealt"} sort order of the hand
 * @property {string[]} explainedPowers the powers whose tips were shown
 * @property {object|null} restoredView the view that this tab showed before the page was reloaded
 * @property {Pending|null} pending
 * @property {AidRequest|null} request the request for aid that is not answered yet
 * @property {number|null} late the `out` of the clock whose time this page has seen to be out
 * @property {number|null} lifted place in the hand of the card that is lifted
 * @property {Note|null} note
 * @property {string|null} dialog
 * @property {string[]} ratings what the game made of the ratings of both, in sentences; nothing before that is known
 * @property {import("../shared/series.js").Series|null} series the score of the same two, once the game is over
 * @property {boolean} busy a form is on its way
 * @property {object|null} challenge of somebody else, not answered yet
 * @property {import("./chat.js").Words|null} words what was said and may be; null where nobody speaks
 * @property {Record<0|1, object|null>} speaking what each seat says just now
 * @property {string|null} saying the id of what was said last, until it is answered
 * @property {boolean} sound by preference
 * @property {boolean} shortcuts letters and digits act by themselves
 * @typedef {import("../shared/live_store.js").LiveState & Match} State
 */
import { isOutdated, LIVE_STATE } from "../shared/live_store.js";
import { getAidNote, hasTakenBack } from "./aid.js";

const OVER = ["finished", "called_off"];

/** The state before the first view. @type {State} */
export const INITIAL_STATE = {
  ...LIVE_STATE, held: null, done: null, stage: null, cast: 0, moving: false, restoredView: null, sort: "faction",
  explainedPowers: [], pending: null, request: null, lifted: null, note: null, dialog: null, ratings: [],
  series: null, busy: false, shortcuts: true, sound: false, late: null, challenge: null, words: null,
  speaking: { 0: null, 1: null }, saying: null,
};

/** Replace the view unless it is older. @param {State} state @param {object} view @returns {State} */
export function receiveView(state, view) {
  if (isOutdated(state, view)) return state;
  const next = { ...state, view, ...updateHeld(state, view) };
  next.dialog = keepDialog(state.dialog, view, next.held ?? view);
  const moved = hasMoved(state.view, view);
  const note = getAidNote(state.view, view) ?? keepNote(state, view, moved);
  return settlePending({ ...next, note, lifted: moved ? null : next.lifted });
}

/**
 * Keep the note of the page. A note on a card goes with it, and all go with the game; a refused card's reason goes with
 * any move, since it is about that turn; messages of the server stay until the reader plays, a tip until then or until
 * the next trick is over.
 */
function keepNote({ view: before, note, pending }, view, moved) {
  if (!before || !note) return note;
  if (view.result) return null;
  if (note.stays) return note;
  if (note.kind === "tip") return getLastTrick(before) === getLastTrick(view) ? note : null;
  return moved && isOfTurn(note, pending) ? null : note;
}

/** Return whether a note goes with a move. A card's own move does not take what was said of other things meanwhile. */
const isOfTurn = (note, pending) => note.kind === "why" || !pending;

const getLastTrick = ({ board }) => board?.last && `${board.last.phase}.${board.last.number}`;
const hasMoved = (before, view) => !before || hasTakenBack(before, view) || view.board?.ply !== before.board?.ply;

function updateHeld(state, view) {
  if (hasTakenBack(state.view, view)) return NOTHING_HELD;
  return state.held ? {} : holdTrick(state, view);
}

/** Fields without a held trick, after cards were taken back. */
const NOTHING_HELD = { held: null, done: null, stage: null };

/** Keep the dialog, unless the game has overtaken its question. */
function keepDialog(dialog, view, shown) {
  const gone = {
    resign: view.status !== "playing",
    calloff: view.status !== "playing" || !canCancelAlone(view),
    claim: view.status !== "playing" || view.board?.turn === view.you,
    followers: !shown.board?.recruits,
  };
  return gone[dialog] ? null : dialog;
}

/**
 * Close the question about claiming the win as soon as the right to claim it is gone.
 * @param {State} state @returns {State}
 */
export const receiveHeartbeat = (state, { claim }) =>
  (state.dialog === "claim" && !claim ? { ...state, dialog: null } : state);

/** Return whether the reader may claim the win, never in their own turn. @param {State} state @returns {boolean} */
export const canClaim = ({ view, beat }) =>
  Boolean(beat?.claim) && view.you !== null && view.status === "playing" && view.board?.turn !== view.you;

/** Hold the trick that this view has finished, or begin the end if there is none. */
function holdTrick(state, view) {
  const old = state.view ?? state.restoredView;
  // The tab may have been somebody else's.
  const held = old?.you === view.you ? getHeldView(old, view) : null;
  if (!held) return state.view ? beginVoting(state, view) : {};
  const lies = state.moving && state.view;
  return { held, done: view.board.last, stage: lies ? "lies" : null };
}

/** Return the older view, if exactly its trick has been finished. */
function getHeldView(old, view) {
  const last = view.board?.last;
  const before = old?.board;
  const same = before && last && before.phase === last.phase && before.trick === last.number;
  const fresh = same && !OVER.includes(old.status) && view.board.ply > before.ply;
  return fresh ? old : null;
}

/** Dismiss the finished trick: its cards go. @param {State} state @returns {State} */
export function dismissTrick(state) {
  if (!state.held || !state.moving) return clearTrick(state);
  return { ...state, stage: "goes" };
}

/** Clear the finished trick after its cards have gone. @param {State} state @returns {State} */
export function clearTrick(state) {
  const last = { ...state, held: null, done: null, stage: null };
  return state.held ? { ...last, ...beginVoting({ ...state, view: state.held }, state.view) } : last;
}

/** Begin the votes when a page that showed the game shows its end. */
function beginVoting(state, view) {
  const ends = !OVER.includes(state.view.status) && OVER.includes(view.status);
  return ends && state.moving && view.result?.factions.length ? { stage: "voting", cast: 0 } : {};
}

/** Show the next vote; after the last one no stage is left. @param {State} state @returns {State} */
export function castVote(state) {
  const over = state.cast >= state.view.result.factions.length;
  return over ? { ...state, stage: null } : { ...state, cast: state.cast + 1 };
}

/** End the current stage, and begin the next. @param {State} state @returns {State} the same if there was none */
export function endStage(state) {
  if (state.stage === "goes") return clearTrick(state);
  return state.stage ? { ...state, stage: null } : state;
}

/** Return whether a finished trick is shown, and not yet dismissed. @param {State} state @returns {boolean} */
export const isTrickShown = (state) => Boolean(state.held) && state.stage !== "goes";

/**
 * Receive the acceptance of a card or request.
 * @param {State} state @param {string} id @param {number} version @returns {State}
 */
export function acceptMessage(state, id, version) {
  if (state.request?.id === id) return { ...state, request: null };
  if (state.pending?.id !== id) return state;
  return settlePending({ ...state, pending: { ...state.pending, accepted: version } });
}

/** Settle an accepted card as soon as its view is here. */
function settlePending(state) {
  const { pending, view } = state;
  const done = pending && pending.accepted !== null && view && view.version >= pending.accepted;
  return done ? { ...state, pending: null } : state;
}

/**
 * Receive the refusal of a card or request.
 * @param {State} state @param {string|null} id @param {string} text @returns {State}
 */
export function refuseMessage(state, id, text) {
  if (id !== null && state.request?.id === id) return { ...state, request: null, note: { kind: "bad", text } };
  const mine = id === null || state.pending?.id === id;
  return mine ? { ...state, pending: null, note: { kind: "bad", text } } : state;
}

/**
 * Play a card, pending until the server accepts it.
 * @param {State} state @param {string} id @param {string} card @param {number} [thought] @returns {State}
 */
export const playCard = (state, id, card, thought) => ({
  ...endStage(state), lifted: null, note: null, held: null, done: null,
  pending: {
    id, card, ply: state.view.board.ply, accepted: null, ...getLine(state.view), ...getThought(state.view, thought),
  },
});

/** Return the milliseconds for which the turn was in sight, against the clock. */
const getThought = (view, thought) => (view.clock && thought !== undefined ? { thought } : {});

/** Return the line of the game in which a card was chosen, where cards may be taken back. */
const getLine = (view) => (view.aid ? { line: view.aid.line } : {});

/** Return whether a card may be played now. @param {State} state @returns {boolean} */
export const canPlay = (state) =>
  state.view?.board?.legal.length > 0 && !state.pending && state.link !== "ended";

/** Return whether a player may cancel the game without the other. @param {object} view @returns {boolean} */
export const canCancelAlone = (view) => view.board?.ply === 0 && !view.options?.rated;

/** Return whether the reader may offer to cancel the game. @param {object} view @returns {boolean} */
export function canOfferCancel(view) {
  const people = view.players.every((player) => player && !player.opponent);
  return people && view.you !== null && view.status === "playing" && !canCancelAlone(view)
    && (!view.cancel || (view.cancel.declined && view.cancel.by !== view.you));
}

/** Return whether the other player's offer to cancel waits for the reader. @param {object|null} view */
export const hasCancelOffer = (view) => Boolean(view?.cancel) && !view.cancel.declined && view.you !== null
  && view.cancel.by !== view.you;

/** Return whether the other player's offer of a rematch waits for the reader. @param {object|null} view */
export function hasRematchOffer(view) {
  if (!view?.rematch || view.you === null) return false;
  const { asked, declined, game } = view.rematch;
  return asked[1 - view.you] && !asked[view.you] && !declined && !game;
}

/** Milliseconds at normal speed. A trick (`lies`, `shows`, `goes`) takes less than 1.2 s. */
export const DURATIONS = Object.freeze({
  move: 300, lies: 460, shows: 200, goes: 480, vote: 400, crown: 600, dealt: 1500, marched: 1700,
});
const FACTORS = { slow: 1.8, normal: 1, quick: 0.5 };

/**
 * Return how long a stage lasts.
 * @param {keyof typeof DURATIONS} what @param {"slow"|"normal"|"quick"} speed @returns {number} milliseconds
 */
export const getDuration = (what, speed) => Math.round(DURATIONS[what] * FACTORS[speed]);

/**
 * Find the next stage that comes by itself.
 * @param {State} state
 * @param {{speed: "slow"|"normal"|"quick", hold: number}} preferences
 * @returns {{key: string, act: "endStage"|"clearTrick"|"castVote"|"dismissTrick", after: number}|null}
 *   the same `key` for the same stage; `act` is a function of `state.js`
 */
export function findNextStage(state, { speed, hold }) {
  if (state.stage === "lies") return stageTimer("endStage", getDuration("lies", speed));
  if (state.stage === "goes") return stageTimer("clearTrick", getDuration("goes", speed));
  if (state.stage === "voting") return voteTimer(state, speed);
  return state.held && hold ? stageTimer("dismissTrick", hold * 1000) : null;
}

const stageTimer = (act, after, key = act) => ({ key, act, after });

function voteTimer(state, speed) {
  const all = state.cast === state.view.result.factions.length;
  return stageTimer("castVote", getDuration(all ? "crown" : "vote", speed), `castVote ${state.cast}`);
}
