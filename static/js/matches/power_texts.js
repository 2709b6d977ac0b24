/** Sentences about the powers that acted in a trick, and an explanation of each new one. */
import { cardName, factionName, fill } from "../shared/texts.js";
import { isMine, playerName } from "./scene.js";

const POWER_TEXTS = {
  beats: () => gettext("%(faction)s beat %(led)s, whatever the values."),
  wild: () => gettext("%(card)s counts as one of the %(led)s."),
  rises: (own) => (own ? gettext("%(faction)s go to your score pile.")
    : gettext("%(faction)s go to %(name)s's score pile.")),
  to_loser: (own) => (own ? gettext("%(faction)s go to the loser of the trick: you.")
    : gettext("%(faction)s go to the loser of the trick: %(name)s.")),
};

const POWER_HINTS = {
  beats: () => gettext("A Knight played on a Goblin wins. You can only do that if you hold no Goblin."),
  wild: () => gettext("You can always follow with a Doppelgänger. It counts as the led faction, without its power."),
  rises: () => gettext("In phase one, Undead go straight to the trick winner's score pile."),
  to_loser: () => gettext("In phase two, Dwarves go to the trick loser's score pile."),
};

/**
 * Return a sentence for each power of a trick.
 * @param {import("./scene.js").Scene} scene @returns {string[]} a sentence for each power, alike ones once
 */
export function powerTexts(scene) {
  return scene.won ? [...new Set(scene.done.powers.map((power) => powerText(scene, power)))] : [];
}

function powerText(scene, { act, card, seat }) {
  return fill(POWER_TEXTS[act](isMine(scene, seat)), {
    card: cardName(card), faction: factionName(card[0]), led: factionName(scene.done.lead[0]),
    name: playerName(scene, seat),
  });
}

/**
 * Find the first power of a trick that was not explained to this person yet.
 * @param {object|null} done @param {string[]} hinted the powers that were explained already @returns {string|null}
 */
export const findNewPower = (done, hinted) =>
  done?.powers.map(({ act }) => act).find((act) => !hinted.includes(act)) ?? null;

/** Sections of the rules about each power. */
export const RULE_SECTIONS = { beats: "knights", wild: "doppelgangers", rises: "undead", to_loser: "dwarves" };

/** Return the explanation of a power. @param {string} act @returns {string} */
export const powerHint = (act) => POWER_HINTS[act]();
