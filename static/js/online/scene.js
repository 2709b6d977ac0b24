/**
 * What lies on the felt: a state turned into the places that the templates draw.
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
 * @property {object|null} done the finished trick that is being looked at
 * @property {boolean} won whether the finished trick shows its winner
 * @property {boolean} going whether its cards are on their way
 * @property {boolean} over the end is shown
 * @property {number|null} cast how many factions have voted; null: all
 */

const ENDED = ["finished", "called_off"];

/** @param {import("./state.js").State} state @returns {Scene} */
export function compose(state) {
  const shown = state.held ?? state.view;
  const done = state.held ? state.done : null;
  const near = shown.you ?? 0;
  return {
    you: shown.you, near, far: 1 - near, view: state.view, board: shown.board, done,
    trick: done ? finished(done, state) : current(shown.board, state),
    hand: hand(state, done),
    won: Boolean(done) && state.stage !== "lies",
    going: state.stage === "goes",
    over: !done && ENDED.includes(state.view.status),
    cast: state.stage === "voting" ? state.cast : null,
  };
}

/** What a seat is marked with on which a program of its person sits. */
export const programText = () => gettext("program");

/** @param {Scene} scene @param {0|1} seat @returns {string} */
export const playerName = (scene, seat) => scene.view.players[seat]?.name ?? gettext("Nobody");

/** @param {Scene} scene @returns {boolean} whether it is the seat of whoever looks at this page */
export const mine = (scene, seat) => seat === scene.you;

/** Own cards: those of the newest view, but never those of a phase that is not shown yet. */
function hand(state, done) {
  const board = state.view.board;
  if (!board?.hand) return null;
  if (done && done.phase !== board.phase) return [];
  const cards = waiting(state) ? without(board.hand, state.pending.card) : board.hand;
  const legal = state.pending ? [] : board.legal;
  return arranged(cards.map((code, place) => handCard(code, place, cards, { state, legal, board })), state);
}

/** The hand in the order that this person wants; the server's is by faction. */
function arranged(cards, { sort, view }) {
  const at = { rank: (card) => Number(card.code.slice(1)), dealt: (card) => dealtAt(card, view.board.dealt) }[sort];
  return at ? [...cards].sort((one, other) => at(one) - at(other)) : cards;
}

/** Alike cards come in the order of their keys. */
function dealtAt({ code, key }, dealt) {
  const places = dealt.flatMap((one, place) => (one === code ? [place] : []));
  return places[Number(key.split(".")[1])];
}

function handCard(code, place, cards, { state, legal, board }) {
  const twin = cards.slice(0, place).filter((other) => other === code).length;
  return {
    code, place, key: `${code}.${twin}`, move: moveName(code, twin),
    legal: legal.includes(code), reason: board.reasons?.[code] ?? null, lifted: state.lifted === place,
    hinted: state.view.aid?.hint?.card === code && cards.lastIndexOf(code) === place,
  };
}

/** Goblin zeros are alike, so the name of the one that is played is the last one's of those held. */
const moveName = (code, twin) => (code === "G0" ? `c-G0-${twin}` : `c-${code}`);

const waiting = (state) => state.pending && state.pending.ply === state.view.board.ply;

function without(cards, code) {
  const place = cards.lastIndexOf(code);
  return cards.filter((_, index) => index !== place);
}

function current(board, state) {
  const trick = [null, null];
  if (!board) return trick;
  if (board.lead) trick[board.leader] = put(state, board.lead, board.leader, { leads: true });
  if (waiting(state)) {
    const seat = state.view.you;
    trick[seat] = put(state, state.pending.card, seat, { leads: !board.lead, sending: true });
  }
  return trick;
}

function finished(last, state) {
  const trick = [null, null];
  const follower = 1 - last.leader;
  const wins = (seat) => state.stage !== "lies" && last.winner === seat;
  trick[last.leader] = put(state, last.lead, last.leader, { leads: true, wins: wins(last.leader) });
  trick[follower] = put(state, last.follow, follower, { wins: wins(follower) });
  return trick;
}

function put(state, code, seat, marks) {
  return { leads: false, wins: false, sending: false, ...marks, code, seat, move: playedName(state, code, seat) };
}

/** @returns {string} the name under which a played card moves */
export function playedName(state, code, seat) {
  if (code !== "G0") return `c-${code}`;
  const { you, board } = state.view;
  if (seat !== you) return `c-G0-o${seat}`;
  const held = (board.hand ?? []).filter((other) => other === "G0").length;
  return `c-G0-${waiting(state) ? held - 1 : held}`;
}
