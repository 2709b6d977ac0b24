/** What this device knows where not every card is logged: Undead won in phase one, and counts of the final piles. */

/** Whether the pad asks for Undead: until this device, or whoever says who leads phase two, goes on; and on demand. */
export function asksUndead(shown, state) {
  const next = shown.asks[0];
  const before = next?.place === "leader" && next.phase === 2 && next.trick === 1;
  return shown.view.depth === "scoring" && !state.chosen && (state.lookedUp || (before && !state.phaseTwo));
}

/** Who has an Undead: the view, with what still waits laid over it. @returns {0|1|null} */
export function holder(shown, card) {
  const [first, second] = shown.view.undead ?? [[], []];
  const there = first.includes(card) ? 0 : second.includes(card) ? 1 : null;
  const waiting = shown.items.filter((item) => item.type === "undead" && item.card === card);
  return waiting.reduce((_, item) => (item.gone ? null : item.seat), there);
}

/** The piles as this device knows them: the view, what waits, and what is half entered. */
export const counted = (shown, state) => (shown.view.piles ?? []).map((pile) => {
  const sent = shown.items.filter((item) => item.type === "pile" && item.faction === pile.faction).at(-1);
  const now = sent ? { ...pile, counts: sent.counts, highest: sent.highest, asks: askedOf(sent, pile) } : pile;
  const draft = state.draft[pile.faction];
  return { ...now, entered: draft?.counts ?? now.counts ?? [null, null], tops: draft?.tops ?? now.highest };
});

/** What is open beyond a count that waits shows with the next view; level piles are asked at once. */
function askedOf({ counts: [first, second], highest }, pile) {
  if (first === second && first > 0 && highest.includes(null)) return "highest";
  return pile.asks === "counts" ? null : pile.asks;
}

/** The number that is asked next. @returns {{faction: string, seat: 0|1, top: boolean}|null} */
export function nextCell(piles) {
  for (const { faction, entered, asks, tops } of piles) {
    const seat = entered.indexOf(null);
    if (seat >= 0) return { faction, seat, top: false };
    if (asks === "highest" && tops.includes(null)) return { faction, seat: tops.indexOf(null), top: true };
  }
  return null;
}

/** The highest number that a cell can hold: both piles of a faction together hold no more than it has. */
export const mostOf = (pile, { seat, top }) => (top ? 9 : pile.size - (seat === 1 ? pile.entered[0] ?? 0 : 0));
