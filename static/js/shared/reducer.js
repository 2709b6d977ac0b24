/**
 * Reducer of a match: the next view by an event of docs/protocol.md. It knows no rule of the game.
 *
 * @typedef {{type: string, version: number, [field: string]: any}} Event
 */

/** Fields of a view that an event may replace. */
const FIELDS = ["status", "deal", "result", "rematch", "clock", "aid"];
const FACTIONS = "GKUDP";

const REDUCERS = {
  card: (view, event) => ({ board: reduceCard(view, event), ...(event.ply === 1 ? { deal: null } : {}), ...event.end }),
  end: ({ board }) =>
    ({ cancel: null, transfer: null, board: board && { ...board, turn: null, legal: [], reasons: [] } }),
  rematch: () => ({}),
};

/** Types of events. */
export const EVENTS = Object.keys(REDUCERS);

/**
 * Return the view after an event; nothing is altered in place.
 * @param {object|null} view @param {Event} event
 * @returns {object|null} null if the event is not that of the next version: something was missed
 */
export function reduceEvent(view, event) {
  if (view?.version + 1 !== event.version) return null;
  const fields = Object.fromEntries(FIELDS.filter((name) => name in event).map((name) => [name, event[name]]));
  return { ...view, ...fields, ...REDUCERS[event.type](view, event), version: event.version };
}

function reduceCard(view, event) {
  const { ply, turn, legal = [], reasons = [], phase } = event;
  const left = { ...view.board, ply, turn, legal, reasons, ...removeFromHand(view, event) };
  const board = event.trick ? finishTrick(view, left, event) : leadTrick(view, left, event);
  return phase ? beginPhase(board, phase) : board;
}

/** Remove a card from the hand, and remember that it is gone. */
function removeFromHand({ you, board }, { seat, card }) {
  const mine = you === seat ? { hand: removeCard(board.hand, card), dealt: removeCard(board.dealt, card) } : {};
  return { ...mine, sizes: updateAt(board.sizes, seat, (size) => size - 1), memory: updateMemory(board, seat, card) };
}

function updateMemory({ memory, phase }, seat, card) {
  if (!memory) return null;
  const recruited = phase === 2 ? updateAt(memory.recruited, seat, (cards) => removeCard(cards, card))
    : memory.recruited;
  return { gone: sortCards([...memory.gone, card]), recruited };
}

const leadTrick = ({ options }, board, { card }) => ({
  ...board, lead: card, last: options.last_trick === "lead" ? null : board.last,
});

function finishTrick({ you }, board, event) {
  const { winner, reason, blind, gains, powers, tally, deck, revealed } = event.trick;
  const { phase, trick: number, leader, lead } = board;
  const last = {
    phase, number, leader, lead, follow: event.card, winner, reason, revealed: board.revealed, blind, gains, powers,
  };
  const earlier = board.earlier && board.last ? [...board.earlier, board.last] : board.earlier;
  const rows = board.tally.map((row) => tally.find(({ faction }) => faction === row.faction) ?? row);
  const after = gains.reduce((so, gain) => addGain(so, gain, you), board);
  return {
    ...after, last, earlier, deck, revealed, lead: null, leader: winner, tally: rows,
    trick: event.end ? number : number + 1,
  };
}

/** Add a card of the trick to its pile. */
function addGain(board, { card, pile, seat }, you) {
  const put = (cards) => sortCards([...cards, card]);
  if (pile === "score") return { ...board, score: updateAt(board.score, seat, put) };
  if (pile !== "followers") return board;
  const { memory } = board;
  return {
    ...board,
    followers: updateAt(board.followers, seat, (count) => count + 1),
    recruits: seat === you ? put(board.recruits) : board.recruits,
    memory: memory && card ? { ...memory, recruited: updateAt(memory.recruited, seat, put) } : memory,
  };
}

const beginPhase = (board, { phase, hand, dealt }) => ({
  ...board, phase, hand, dealt, trick: 1, recruits: null, sizes: board.followers, followers: [0, 0],
});

const updateAt = (list, place, change) => list.map((one, index) => (index === place ? change(one) : one));

function removeCard(cards, card) {
  const place = cards.indexOf(card);
  return place < 0 ? cards : cards.toSpliced(place, 1);
}

const sortCards = (cards) => cards.toSorted((one, other) => rank(one) - rank(other));

const rank = (card) => 10 * FACTIONS.indexOf(card[0]) + Number(card.slice(1));
