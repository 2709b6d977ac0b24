/** Sentences of the pad alone. The server tells what happened in the game. */
import { cardName, factionName, fill } from "../../shared/texts.js";
import { placeName } from "../texts.js";

/**
 * Return the question that this device asks by itself.
 * @param {import("./slots.js").Slot} slot
 * @param {0|1|null} seat whose card it is @param {string[]} names
 */
export function askText(slot, seat, names) {
  const name = names[seat];
  const texts = {
    leader: () => fill(gettext("Who led trick %(number)s?"), { number: slot.trick }),
    revealed: () => gettext("Revealed card"),
    lead: () => (name ? fill(gettext("%(name)s leads"), { name }) : gettext("First card")),
    follow: () => (name ? fill(gettext("%(name)s follows"), { name }) : gettext("Second card")),
    blind: () => gettext("Your blind card (only you see it)"),
  };
  return texts[slot.place]();
}

/** Return "Ana, trick 5" for gaps and corrections. */
export const placeInTrick = (slot, trick, names) =>
  fill(gettext("%(place)s, trick %(number)s"), { place: placeName(slot.place, trick, names), number: slot.trick });

/** Return a card's name without a line break. @param {string} code */
export const unbrokenName = (code) => cardName(code).replace(/ (?=\d)/, "\u00a0");

/** Return how many entries wait. @param {number} count */
export const waitingText = (count) => fill(ngettext("%(count)s unsent", "%(count)s unsent", count), { count });

/**
 * Return the label of a key.
 * @param {string} code @param {number} left @param {string|undefined} off why it is off @param {boolean} there
 * @param {string} [stranger] who is asked and did not recruit it
 */
export function keyLabel(code, left, off, there, stranger = "") {
  const card = cardName(code);
  if (there) return fill(gettext("%(card)s, logged here"), { card });
  if (off === "phase_one") return fill(gettext("%(card)s, played in phase one"), { card });
  if (off) return fill(gettext("%(card)s, already logged"), { card });
  if (stranger) return fill(gettext("%(card)s, not recruited by %(name)s"), { card, name: stranger });
  return left > 1 ? fill(gettext("%(card)s, %(count)s left"), { card, count: left }) : card;
}

/** Return why a card must be tapped twice. @param {string} code @param {string} name who did not recruit it */
export const unlikelyText = (code, name) =>
  fill(gettext("%(name)s didn't recruit %(card)s. Tap it again to log it anyway."),
    { name, card: cardName(code) });

/** Return how a vote fell. */
export function voteReason(faction, names) {
  if (!faction.certain) return gettext("undecided");
  if (faction.vote === null) return gettext("nobody");
  const card = faction.by === "card" ? faction.highest[faction.vote] : null;
  const name = names[faction.vote];
  return card ? fill(gettext("%(name)s with %(card)s"), { name, card: cardName(card) }) : name;
}

/** Return the text to share. @param {object} view @param {string} brand */
export function shareText(view, brand) {
  const lines = view.factions.map((one) =>
    `${factionName(one.faction)} ${one.counts[0]}–${one.counts[1]}: ${voteReason(one, view.names)}`);
  return [`${brand}: ${view.names.join(" – ")}`, view.result?.text ?? "", ...lines].filter(Boolean).join("\n");
}

/** Sentences without values. */
export const TEXTS = {
  lost: () => gettext("No connection. Keep logging: your entries are saved here and sent later. "
    + "The other device will ask for its own blind cards."),
  ended: () => gettext("Connection closed. Reload the page to continue."),
};
