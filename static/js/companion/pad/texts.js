/** Sentences of the pad alone. The server tells what happened in the game. */
import { cardName, factionName, fill, joinSentences } from "../../shared/texts.js";
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

/** Return the format of the reader's followers, some of which are unknown. */
export const ownFollowersFormat = () =>
  gettext("Your %(size)s followers: %(known)s known, %(blind)s drawn face down.");

/** Return how many followers each seat of this device has, and how many of them are known. @param {object} view */
export const followersText = (view) => joinSentences(view.you.seats.map((seat) => seatFollowersText(view, seat)));

function seatFollowersText({ names, you, followers, sizes }, seat) {
  const [known, size] = [followers[seat]?.length ?? 0, sizes[seat]];
  const own = you.seats.length === 1;
  const all = () => (own ? ngettext("%(size)s follower, all known.", "%(size)s followers, all known.", size)
    : gettext("%(name)s's %(size)s followers are all known."));
  const some = () => (own ? ownFollowersFormat()
    : gettext("%(name)s's %(size)s followers: %(known)s known, %(blind)s drawn face down."));
  return fill((known >= size ? all : some)(), { name: names[seat], known, size, blind: size - known });
}

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
