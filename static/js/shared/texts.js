/**
 * Placeholders of sentences, and names of cards.
 *
 * @typedef {"G"|"K"|"U"|"D"|"P"} Letter
 */

/** Letters of the factions, in their order. @type {Letter[]} */
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
 * Fill the placeholders of a translated sentence by name, so that every language may order them.
 * @param {string} format e.g. "%(card)s beats %(other)s."
 * @param {Record<string, any>} values
 * @returns {string}
 */
export const fill = (format, values) => interpolate(format, values, true);

/** Return the name of a card in the reader's language, such as "Goblin 7". @param {string} code @returns {string} */
export const cardName = (code) => fill(NAMES[code[0]](), { value: code.slice(1) });

/** Return the name of a faction in the reader's language, such as "Goblins". @param {Letter} letter */
export const factionName = (letter) => PLURALS[letter]();

/** Languages written without a space after a full stop. */
const UNSPACED = /^zh/;

/** Join sentences without empty ones, as the language of the page does. @param {string[]} sentences */
export const joinSentences = (sentences) =>
  sentences.filter(Boolean).join(UNSPACED.test(globalThis.document?.documentElement.lang) ? "" : " ");
