/**
 * Scene of a match: its state turned into the places that the templates draw.
 *
 * @typedef {{code: string, key: string, move: string, legal: boolean, reason: string|null, lifted: boolean,
 *   hinted: boolean, place: number}} HandCard `place` counts by the order of the server, in whatever order they are
 *   drawn
 * @typedef {{code: string, move: string, seat: 0|1, leads: boolean, wins: boolean, sending: boolean}} Played
 * @typedef {object} Scene
 * @property {0|1|null} you
 * @property {0|1} near the seat at the bottom of the screen
 * @property {0|1} far
 * @property {object} board the board whose piles are shown
 * @property {object} view
 * @property {HandCard[]|null} hand
 * @property {(Played|null)[]} trick by seat
 * @property {Played|null} next the lead of the next trick, which the other player holds out meanwhile
 * @property {object|null} done the finished trick that is being looked at
 * @property {boolean} won whether the finished trick shows its winner
 * @property {boolean} going whether its cards are on their way
 * @property {boolean} over the end is shown
 * @property {boolean} late the time of the seat to play is out, so that nobody is on turn
 * @property {number|null} cast how many factions have voted; null: all
 */
import { isTimeOut } from "./clock.js";

const ENDED = ["finished", "called_off"];

/** Compose the scene of a state. @param {import("./state.js").State} state @returns {Scene} */
export function composeScene(state) {
  const shown = state.held ?? state.view;
  const done = state.held ? state.done : null;
  const near = shown.you ?? 0;
  return {
    you: shown.you, near, far: 1 - near, view: state.view, board: composeBoard(shown.board, done, state), done,
    trick: done ? composeFinishedTrick(done, state) : composeTrick(shown.board, state),
    next: composeNextLead(state, done),
    hand: composeHand(state, done),
    won: Boolean(done) && state.stage !== "lies",
    going: state.stage === "goes",
    over: !done && ENDED.includes(state.view.status),
    late: isTimeOut(state),
    cast: state.stage === "voting" ? state.cast : null,
  };
}

/**
 * Compose the board. The answer of a finished trick lies there, and is in the hand no longer; a card on its way counts
 * where it goes.
 */
function composeBoard(board, done, state) {
  if (!done) return isTimeOut(state) ? { ...board, turn: null } : board;
  const { stage, view } = state;
  const sizes = board.sizes.map((size, seat) => (seat === done.leader ? size : size - 1));
  const arrives = stage === "goes" && view.board.phase === board.phase;
  return { ...board, sizes, ...(arrives ? getPiles(view.board) : {}) };
}

const getPiles = ({ tally, score, followers, recruits }) => ({ tally, score, followers, recruits });

/** Compose the lead that came while the trick before it is looked at: what one answers must be seen. */
function composeNextLead(state, done) {
  const { you, board } = state.view;
  if (!done || !board.lead || board.leader === you || board.phase !== done.phase) return null;
  return composePlayed(state, board.lead, board.leader, { leads: true });
}

/** Return the mark of a seat on which a person's program plays. */
export const programText = () => gettext("program");

/** Return the name of a seat. @param {Scene} scene @param {0|1} seat @returns {string} */
export const playerName = (scene, seat) => scene.view.players[seat]?.name ?? gettext("Empty seat");

/** Return whether a seat is the reader's. @param {Scene} scene @param {0|1} seat @returns {boolean} */
export const isMine = (scene, seat) => seat === scene.you;

/** Compose the hand of the newest view, but never that of a phase that is not shown yet. */
function composeHand(state, done) {
  const board = state.view.board;
  if (!board?.hand) return null;
  if (done && done.phase !== board.phase) return [];
  const cards = hasPendingCard(state) ? removeLast(board.hand, state.pending.card) : board.hand;
  const legal = state.pending || isTimeOut(state) ? [] : board.legal;
  return sortHand(cards.map((code, place) => composeHandCard(code, place, cards, { state, legal })), state);
}

/** Sort the hand by preference; the server sorts it by faction. */
function sortHand(cards, { sort, view }) {
  const at = { rank: (card) => Number(card.code.slice(1)),
    dealt: (card) => getDealtPlace(card, view.board.dealt) }[sort];
  return at ? [...cards].sort((one, other) => at(one) - at(other)) : cards;
}

/** Return the place in which a card was dealt; alike cards in the order of their keys. */
function getDealtPlace({ code, key }, dealt) {
  const places = dealt.flatMap((one, place) => (one === code ? [place] : []));
  return places[Number(key.split(".")[1])];
}

function composeHandCard(code, place, cards, { state, legal }) {
  const twin = cards.slice(0, place).filter((other) => other === code).length;
  return {
    code, place, key: `${code}.${twin}`, move: getMoveName(code, twin),
    legal: legal.includes(code), reason: getReason(state, code), lifted: state.lifted === place,
    hinted: state.view.aid?.hint?.card === code && cards.lastIndexOf(code) === place,
  };
}

function getReason({ view, late }, code) {
  const { turn, reasons } = view.board;
  if (turn === view.you && isTimeOut({ view, late })) return gettext("Your time ran out.");
  return reasons.find(({ cards }) => cards.includes(code))?.text ?? null;
}

/** Return the animation name of a card. Goblin zeros are alike: the one played has the last name. */
const getMoveName = (code, twin) => (code === "G0" ? `c-G0-${twin}` : `c-${code}`);

const hasPendingCard = (state) => state.pending && state.pending.ply === state.view.board.ply;

function removeLast(cards, code) {
  const place = cards.lastIndexOf(code);
  return cards.filter((_, index) => index !== place);
}

function composeTrick(board, state) {
  const trick = [null, null];
  if (!board) return trick;
  if (board.lead) trick[board.leader] = composePlayed(state, board.lead, board.leader, { leads: true });
  if (hasPendingCard(state)) {
    const seat = state.view.you;
    trick[seat] = composePlayed(state, state.pending.card, seat, { leads: !board.lead, sending: true });
  }
  return trick;
}

function composeFinishedTrick(last, state) {
  const trick = [null, null];
  const follower = 1 - last.leader;
  const wins = (seat) => state.stage !== "lies" && last.winner === seat;
  trick[last.leader] = composePlayed(state, last.lead, last.leader, { leads: true, wins: wins(last.leader) });
  trick[follower] = composePlayed(state, last.follow, follower, { wins: wins(follower) });
  return trick;
}

function composePlayed(state, code, seat, marks) {
  return { leads: false, wins: false, sending: false, ...marks, code, seat, move: getPlayedName(state, code, seat) };
}

/** Return the animation name of a played card. @returns {string} */
export function getPlayedName(state, code, seat) {
  if (code !== "G0") return `c-${code}`;
  const { you, board } = state.view;
  if (seat !== you) return `c-G0-o${seat}`;
  const held = (board.hand ?? []).filter((other) => other === "G0").length;
  return `c-G0-${hasPendingCard(state) ? held - 1 : held}`;
}
