/** What the page of a match says at its end. */
import { cardName, factionName, say } from "../shared/texts.js";
import { mine, playerName } from "./scene.js";

/** The heading of the end. @param {import("./scene.js").Scene} scene @returns {string} */
export function outcome(scene) {
  const { result } = scene.view;
  if (scene.view.status === "called_off" || result?.ending === "called_off") {
    return gettext("This game was called off before the first card.");
  }
  if (!result || result.winner === null) return gettext("A draw: nobody claims the throne.");
  if (mine(scene, result.winner)) return gettext("You claim the throne!");
  return say(gettext("%(name)s claims the throne."), { name: playerName(scene, result.winner) });
}

/** Why the game ended, when it was not by the votes. @returns {string} */
export function endingText(scene) {
  const { result } = scene.view;
  if (result?.ending === "judged") return gettext("A moderator decided this game.");
  if (result?.ending === "time" && result.winner === null) return gettext("Time ran out, and it was called a draw.");
  if (!result || result.winner === null) return drawText(result);
  const lost = mine(scene, 1 - result.winner);
  const format = (lost ? YOU_LOST : THEY_LOST)[result.ending];
  return format ? say(format(), { name: playerName(scene, 1 - result.winner) }) : "";
}

/** Somebody had more votes, and that was not enough by the rulings of the game. */
const drawText = (result) => (result?.ending === "votes" && result.votes[0] !== result.votes[1]
  ? gettext("In this game it takes three votes to win.") : "");

const YOU_LOST = {
  resigned: () => gettext("You resigned."),
  away: () => gettext("You had left the table."),
  time: () => gettext("Your time ran out."),
};

const THEY_LOST = {
  resigned: () => gettext("%(name)s resigned."),
  away: () => gettext("%(name)s had left the table."),
  time: () => gettext("%(name)s ran out of time."),
};

/** Where no votes were counted, this is said instead of a table of them. @returns {string} */
export function uncountedText(scene) {
  const { result } = scene.view;
  return result && !result.factions.length && result.winner !== null
    ? gettext("The game ended before the last trick, so no votes were counted.") : "";
}

/** The votes of both sides in a sentence, for who does not see their table. @returns {string} */
export function votesText(scene) {
  const { near, far, view: { result } } = scene;
  if (!result?.factions.length) return "";
  return say(gettext("Votes: %(near)s %(near_count)s, %(far)s %(far_count)s."), {
    near: playerName(scene, near), near_count: result.votes[near],
    far: playerName(scene, far), far_count: result.votes[far],
  });
}

/** How a faction's vote fell. @returns {string} */
export function voteText(scene, vote) {
  const values = { faction: factionName(vote.faction), name: playerName(scene, vote.vote) };
  if (vote.vote === null) return say(gettext("%(faction)s: nobody gets the vote."), values);
  const own = mine(scene, vote.vote);
  if (vote.by === "card") {
    const format = own ? gettext("%(faction)s: level, your %(card)s decides.")
      : gettext("%(faction)s: level, %(card)s of %(name)s decides.");
    return say(format, { ...values, card: cardName(vote.highest[vote.vote]) });
  }
  return say(own ? gettext("%(faction)s: your vote.") : gettext("%(faction)s: vote of %(name)s."), values);
}
