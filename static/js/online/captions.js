/** Why cards went where they went: the powers that acted say themselves, and explain themselves once. */
import { cardName, factionName, say } from "../shared/texts.js";
import { mine, playerName } from "./scene.js";

const CAPTIONS = {
  beats: () => gettext("%(faction)s beat %(led)s, whatever the values."),
  wild: () => gettext("%(card)s counts among the %(led)s."),
  rises: (own) => (own ? gettext("%(faction)s rise into your score pile.")
    : gettext("%(faction)s rise into the score pile of %(name)s.")),
  to_loser: (own) => (own ? gettext("%(faction)s go to the loser of the trick: you.")
    : gettext("%(faction)s go to the loser of the trick: %(name)s.")),
};

const HINTS = {
  beats: () => gettext("A Knight that answers a Goblin wins. You may play one only when you hold no Goblin."),
  wild: () => gettext("A Doppelgänger may answer any card. It counts as the faction that was led, without its power."),
  rises: () => gettext("In phase one, Undead that are played are scored at once by who wins the trick."),
  to_loser: () => gettext("In phase two, Dwarves that are played are scored by who loses the trick."),
};

/** @param {import("./scene.js").Scene} scene @returns {string[]} a sentence for each power, alike ones once */
export function captions(scene) {
  return scene.won ? [...new Set(scene.done.powers.map((power) => caption(scene, power)))] : [];
}

function caption(scene, { act, card, seat }) {
  return say(CAPTIONS[act](mine(scene, seat)), {
    card: cardName(card), faction: factionName(card[0]), led: factionName(scene.done.lead[0]),
    name: playerName(scene, seat),
  });
}

/**
 * The power of a trick that this person is told about for the first time.
 * @param {object|null} done @param {string[]} hinted the powers that were explained already @returns {string|null}
 */
export const unknownPower = (done, hinted) =>
  done?.powers.map(({ act }) => act).find((act) => !hinted.includes(act)) ?? null;

/** The part of the rules about each power. */
export const PARTS = { beats: "knights", wild: "doppelgangers", rises: "undead", to_loser: "dwarves" };

/** @param {string} act @returns {string} */
export const hintText = (act) => HINTS[act]();
