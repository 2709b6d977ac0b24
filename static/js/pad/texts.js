/** Every sentence that the pad makes itself; what happened in the game is told by the server. */
import { cardName, factionName } from "../shared/cards.js";
import { say } from "../shared/texts.js";


/** What a place is called when it is not known whose card it is. @param {import("./slots.js").Slot} slot */
export function askText(slot) {
  const texts = {
    leader: () => say(gettext("Who led trick %(number)s?"), { number: slot.trick }),
    revealed: () => gettext("Revealed card"),
    lead: () => gettext("The card led"),
    follow: () => gettext("The answer"),
    blind: () => gettext("Your blind card (only you see it)"),
  };
  return texts[slot.place]();
}

/** The short name of a place in the strip. @param {object} trick @param {string[]} names */
export function placeName(place, trick, names) {
  if (place === "revealed") return gettext("Revealed");
  if (place === "blind") return gettext("Blind");
  if (trick.leader === null) return place === "lead" ? gettext("Led") : gettext("Answer");
  return names[place === "lead" ? trick.leader : 1 - trick.leader];
}

/** "Ana, trick 5" for gaps and corrections. */
export const placeInTrick = (slot, trick, names) =>
  say(gettext("%(place)s, trick %(number)s"), { place: placeName(slot.place, trick, names), number: slot.trick });

/** A card's name that stays in one line. @param {string} code */
export const unbroken = (code) => cardName(code).replace(/ (?=\d)/, "\u00a0");

/** @param {1|2} phase */
export const phaseName = (phase) => (phase === 1 ? gettext("Phase one") : gettext("Phase two"));

/** @param {number} count */
export const waitingText = (count) => say(ngettext("%(count)s waiting", "%(count)s waiting", count), { count });

/** What is said of a key. @param {string} code @param {number} left @param {string|undefined} off @param {boolean} there */
export function keyLabel(code, left, off, there) {
  const card = cardName(code);
  if (there) return say(gettext("%(card)s, logged here now"), { card });
  if (off === "phase_one") return say(gettext("%(card)s, played in phase one"), { card });
  if (off) return say(gettext("%(card)s, seen already"), { card });
  return left > 1 ? say(gettext("%(card)s, %(count)s left"), { card, count: left }) : card;
}

/** @param {object} faction @param {string[]} names */
export function tugLabel(faction, names) {
  const [first_count, second_count] = faction.counts;
  const { certain, vote, ahead } = faction;
  return say(tugFormat(faction), {
    faction: factionName(faction.faction), first: names[0], first_count, second: names[1], second_count,
    name: names[certain ? vote : ahead],
  });
}

function tugFormat({ certain, vote, ahead }) {
  if (certain && vote === null) return gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. Nobody gets the vote.");
  if (certain) return gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. The vote goes to %(name)s.");
  if (ahead === null) return gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. Nobody is ahead.");
  return gettext("%(faction)s: %(first)s %(first_count)s, %(second)s %(second_count)s. %(name)s is ahead.");
}

/** How a vote fell, for the end. */
export function voteReason(faction, names) {
  if (!faction.certain) return gettext("open");
  if (faction.vote === null) return gettext("nobody");
  const card = faction.by === "card" ? faction.highest[faction.vote] : null;
  return card ? say(gettext("%(name)s by %(card)s"), { name: names[faction.vote], card: cardName(card) }) : names[faction.vote];
}

/** The text to share at the end. @param {object} view @param {string} brand */
export function shareText(view, brand) {
  const lines = view.factions.map((one) =>
    `${factionName(one.faction)} ${one.counts[0]}–${one.counts[1]}: ${voteReason(one, view.names)}`);
  return [`${brand}: ${view.names.join(" – ")}`, view.result?.text ?? "", ...lines].filter(Boolean).join("\n");
}

/** What a device is, in words. @param {{role: string, seats: number[]}} device @param {string[]} names */
export function deviceText(device, names) {
  if (device.role === "display") return gettext("display");
  if (device.role === "watcher") return gettext("watches");
  if (device.seats.length === 2) return gettext("both players");
  return device.seats.length ? names[device.seats[0]] : gettext("no seat");
}

export const TEXTS = {
  lost: () => gettext("No connection. Keep logging: everything is kept here."),
  ended: () => gettext("The connection was closed. Reload the page to come back."),
  moved: () => gettext("The pad has just moved on. Look again and tap."),
  asleep: () => gettext("This phone may go dark by itself: set its screen to stay on for ten minutes or more. (Android: Settings, Display, Screen timeout. iPhone: Settings, Display & Brightness, Auto-Lock.)"),
};
