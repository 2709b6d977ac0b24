/** Counts that this device knows: holders of Undead, and numbers of the final piles. */

/** Return whether the pad asks for Undead: until the leader of phase two is named, and on demand. */
export function shouldAskUndead(shown, state) {
  const next = shown.asks[0];
  const before = next?.place === "leader" && next.phase === 2 && next.trick === 1;
  return shown.view.depth === "scoring" && !state.chosen && (state.lookedUp || (before && !state.phaseTwo));
}

/** Return the seat that has an Undead, waiting entries included. @returns {0|1|null} */
export function getHolder(shown, card) {
  const [first, second] = shown.view.undead ?? [[], []];
  const there = first.includes(card) ? 0 : second.includes(card) ? 1 : null;
  const waiting = shown.items.filter((item) => item.type === "undead" && item.card === card);
  return waiting.reduce((_, item) => (item.gone ? null : item.seat), there);
}

/** List the counts of the piles: the view, waiting entries, and drafts. */
export const listCounts = (shown, state) => (shown.view.piles ?? []).map((pile) => {
  const sent = shown.items.filter((item) => item.type === "pile" && item.faction === pile.faction).at(-1);
  const now = sent ? { ...pile, counts: sent.counts, highest: sent.highest, asks: getQuestion(sent, pile) } : pile;
  const draft = state.draft[pile.faction];
  return { ...now, entered: draft?.counts ?? now.counts ?? [null, null], tops: draft?.tops ?? now.highest };
});

/** Return the open question of a count that waits: that of tied piles at once, others with the next view. */
function getQuestion({ counts: [first, second], highest }, pile) {
  if (first === second && first > 0 && highest.includes(null)) return "highest";
  return pile.asks === "counts" ? null : pile.asks;
}

/** Find the number to ask next. @returns {{faction: string, seat: 0|1, top: boolean}|null} */
export function findNextCell(piles) {
  for (const { faction, entered, asks, tops } of piles) {
    const seat = entered.indexOf(null);
    if (seat >= 0) return { faction, seat, top: false };
    if (asks === "highest" && tops.includes(null)) return { faction, seat: tops.indexOf(null), top: true };
  }
  return null;
}

/** Return the highest number that a cell can hold: both piles of a faction hold no more than it has. */
export const getMaximum = (pile, { seat, top }) => (top ? 9 : pile.size - (seat === 1 ? pile.entered[0] ?? 0 : 0));
