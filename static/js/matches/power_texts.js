/** Sentences about the powers that acted in a trick, and an explanation of each new one. */
import { cardName, factionName, fill } from "../shared/texts.js";
import { isMine, playerName } from "./scene.js";

const POWER_TEXTS = {
  beats: () => gettext("%(faction)s beat %(led)s, whatever the values."),
  wild: () => gettext("%(card)s counts as one of the %(led)s."),
  rises: (own) => (own ? gettext("%(faction)s go to your score pile.")
    : gettext("%(faction)s go to %(name)s's score pile.")),
  to_loser: (own) => (own ? gettext("You lost the trick, so you get the %(faction)s.")
    : gettext("%(name)s lost the trick and gets the %(faction)s.")),
};

const POWER_HINTS = {
  beats: () => gettext("A Knight played on a Goblin wins. You can only do that if you hold no Goblin."),
  wild: () => gettext("You can always follow with a Doppelgänger. It counts as the led faction, without its power."),
  rises: () => gettext("In phase one, Undead go straight to the trick winner's score pile."),
  to_loser: () => gettext("In phase two, Dwarves go to the trick loser's score pile."),
};

/**
 * Return a sentence for each power of a trick, alike ones once.
 * @param {import("./scene.js").Scene} scene @returns {string[]}
 */
export function powerTexts(scene) {
  if (!scene.won) return [];
  const untold = scene.done.powers.filter(({ act }) => !isReason(scene.done, act));
  return [...new Set(untold.map((power) => powerText(scene, power)))];
}

/** Return whether the power decided the trick: then the sentence about its winner tells it. */
const isReason = ({ reason }, act) => act === "beats" && reason === "power";

function powerText(scene, { act, card, seat }) {
  return fill(POWER_TEXTS[act](isMine(scene, seat)), {
    card: cardName(card), faction: factionName(card[0]), led: factionName(scene.done.lead[0]),
    name: playerName(scene, seat),
  });
}

/**
 * Find the first power of a trick that was not explained to this person yet.
 * @param {object|null} done @param {string[]} explained powers that were explained before @returns {string|null}
 */
export const findNewPower = (done, explained) =>
  done?.powers.map(({ act }) => act).find((act) => !explained.includes(act)) ?? null;

/** Sections of the rules about each power. */
const RULE_SECTIONS = { beats: "knights", wild: "doppelgangers", rises: "undead", to_loser: "dwarves" };

/** Create the note that explains a power. @param {string} act @returns {import("./state.js").Note} */
export const createPowerTip = (act) => ({ kind: "tip", text: POWER_HINTS[act](), section: RULE_SECTIONS[act] });
