/** What this device knows of tricks before the server has told it: who leads, who wins, and the pad's own story. */
import { cardName, say } from "../shared/texts.js";
import { blank } from "../table/view.js";
import { answerWins } from "./winners.js";

const TRICKS = 13;

/**
 * The tricks with who leads and wins those that wait for the server, and the next one, which is `ahead` of the log.
 * A view names the leader of the trick being played.
 * @param {object[]} tricks in order @param {object} view @param {object[]} items
 */
export function taking(tricks, view, items) {
  let leader = null;
  let before = null;
  const found = tricks.map((trick) => {
    if (!before || rankOf(trick) !== rankOf(before) + 1) leader = null;
    const known = trick.leader ?? stated(trick, items) ?? leader ?? now(trick, view);
    before = trick;
    const taken = trick.waits ? { ...trick, leader: known, ...won(trick, known) } : trick;
    leader = taken.winner;
    return taken;
  });
  return leader === null ? found : [...found, ...next(before, leader)];
}

const rankOf = ({ phase, number }) => (phase - 1) * TRICKS + number;

/** The trick being played has a leader before anything of it is logged. */
const now = (trick, view) => (trick.phase === view.phase && trick.number === view.trick ? view.leader ?? null : null);

function stated({ phase, number }, items) {
  const said = items.findLast((item) => (item.type === "lead" && phase === 1 && number === 1)
    || (item.type === "state_leader" && item.phase === phase && item.trick === number));
  return said ? said.seat : null;
}

function won({ phase, lead, follow, winner }, leader) {
  if (!lead || !follow || leader === null) return { winner: lead && follow ? winner : null };
  const seat = answerWins(lead, follow) ? 1 - leader : leader;
  return { winner: seat, taker: phase === 1 ? 1 - seat : null };
}

function next({ phase, number, waits }, leader) {
  if (!waits || (phase === 2 && number === TRICKS)) return [];
  const at = number < TRICKS ? [phase, number + 1] : [2, 1];
  return [{ ...blank(...at), leader, ahead: true }];
}

/** The last trick that this device completed itself and the server has not told of. */
export function ownStory({ tricks, view }) {
  const trick = tricks.findLast((one) => one.waits && one.winner !== null && one.lead && one.follow);
  if (!trick) return null;
  const card = cardName(trick.winner === trick.leader ? trick.lead : trick.follow);
  return say(gettext("%(name)s wins trick %(number)s with %(card)s."),
    { name: view.names[trick.winner], number: trick.number, card });
}
