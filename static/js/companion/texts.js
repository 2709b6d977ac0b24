/** Sentences that pad and display share. The server tells what happened in the game. */
import { factionName, fill } from "../shared/texts.js";

/** Return the short name of a place in the strip. @param {object} trick @param {string[]} names */
export function placeName(place, trick, names) {
  if (place === "revealed") return gettext("Revealed");
  if (place === "blind") return gettext("Blind");
  if (trick.leader === null) return place === "lead" ? gettext("First card") : gettext("Second card");
  return names[place === "lead" ? trick.leader : 1 - trick.leader];
}

/** Return the name of a phase. @param {1|2} phase */
export const phaseName = (phase) => (phase === 1 ? gettext("Phase one") : gettext("Phase two"));

/** Return the counts of a faction and who is ahead. @param {object} faction @param {string[]} names */
export function voteLabel(faction, names) {
  const [first_count, second_count] = faction.counts;
  const { certain, vote, ahead } = faction;
  return fill(getVoteFormat(faction), {
    faction: factionName(faction.faction), first: names[0], first_count, second: names[1], second_count,
    name: names[certain ? vote : ahead],
  });
}

const VOTE_LABELS = {
  nobody: () =>
    gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. Nobody gets the vote."),
  vote: () =>
    gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. The vote goes to %(name)s."),
  level: () => gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. Nobody is ahead."),
  ahead: () => gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. %(name)s is ahead."),
};

function getVoteFormat({ certain, vote, ahead }) {
  if (certain) return (vote === null ? VOTE_LABELS.nobody : VOTE_LABELS.vote)();
  return (ahead === null ? VOTE_LABELS.level : VOTE_LABELS.ahead)();
}

/** Return the outcome of the game. @param {object} view */
export function outcomeText(view) {
  if (view.transfer?.game) return gettext("This game has moved.");
  if (view.status === "called_off") return gettext("This game was cancelled.");
  return view.result?.text ?? gettext("The log isn't enough to decide the game.");
}

/** Return what a device is. @param {{role: string, seats: number[]}} device @param {string[]} names */
export function deviceText(device, names) {
  if (device.role === "display") return gettext("display");
  if (device.role === "watcher") return gettext("spectator");
  if (device.seats.length === 2) return gettext("both players");
  return device.seats.length ? names[device.seats[0]] : gettext("no seat");
}

/** Return how to set the screen of a device that the site cannot keep on. */
export const screenTimeoutText = () =>
  gettext("Your screen may turn off. Set it to stay on for at least ten minutes.");
