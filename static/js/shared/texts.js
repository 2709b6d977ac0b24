/**
 * Sentences filled in, and what the cards are called.
 * @typedef {"G"|"K"|"U"|"D"|"P"} Letter
 */

/** @type {Letter[]} */
export const FACTIONS = ["G", "K", "U", "D", "P"];

const NAMES = {
  G: () => gettext("Goblin %(value)s"),
  K: () => gettext("Knight %(value)s"),
  U: () => gettext("Undead %(value)s"),
  D: () => gettext("Dwarf %(value)s"),
  P: () => gettext("Doppelgänger %(value)s"),
};

const PLURALS = {
  G: () => gettext("Goblins"),
  K: () => gettext("Knights"),
  U: () => gettext("Undead"),
  D: () => gettext("Dwarves"),
  P: () => gettext("Doppelgängers"),
};

/**
 * Fills the places of a translated sentence by name, so that every language may put them where it needs them.
 * @param {string} format e.g. "%(card)s beats %(other)s."
 * @param {Record<string, any>} values
 * @returns {string}
 */
export const say = (format, values) => interpolate(format, values, true);

/** @param {string} code @returns {string} "Goblin 7" in the reader's language */
export const cardName = (code) => say(NAMES[code[0]](), { value: code.slice(1) });

/** @param {Letter} letter @returns {string} "Goblins" in the reader's language */
export const factionName = (letter) => PLURALS[letter]();

/** Languages whose full stop has its room in it. */
const UNSPACED = /^zh/;

/**
 * Sentences one after the other, without empty ones, as the language of the page puts them.
 * @param {string[]} sentences
 */
export const together = (sentences) =>
  sentences.filter(Boolean).join(UNSPACED.test(globalThis.document?.documentElement.lang) ? "" : " ");
