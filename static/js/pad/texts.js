/** Every sentence that the pad makes itself; what happened in the game is told by the server. */
import { cardName, factionName } from "../cards.js";

const say = (format, ...values) => interpolate(format, values);

/** What a place is called when it is not known whose card it is. @param {import("./slots.js").Slot} slot */
export function askText(slot) {
  const texts = {
    leader: () => say(gettext("Who led trick %s?"), slot.trick),
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
  say(gettext("%s, trick %s"), placeName(slot.place, trick, names), slot.trick);

/** A card's name that stays in one line. @param {string} code */
export const unbroken = (code) => cardName(code).replace(/ (?=\d)/, "\u00a0");

/** @param {1|2} phase */
export const phaseName = (phase) => (phase === 1 ? gettext("Phase one") : gettext("Phase two"));

/** @param {number} count */
export const waitingText = (count) => say(ngettext("%s waiting", "%s waiting", count), count);

/** What is said of a key. @param {string} code @param {number} left @param {string|undefined} off @param {boolean} there */
export function keyLabel(code, left, off, there) {
  const name = cardName(code);
  if (there) return say(gettext("%s, logged here now"), name);
  if (off === "phase_one") return say(gettext("%s, played in phase one"), name);
  if (off) return say(gettext("%s, seen already"), name);
  return left > 1 ? say(gettext("%s, %s left"), name, left) : name;
}

/** @param {object} faction @param {string[]} names */
export function tugLabel(faction, names) {
  const [a, b] = faction.counts;
  const score = say(gettext("%s: %s %s, %s %s."), factionName(faction.faction), names[0], a, names[1], b);
  return `${score} ${tugState(faction, names)}`;
}

function tugState({ certain, vote, ahead }, names) {
  if (certain) return vote === null ? gettext("Nobody gets the vote.") : say(gettext("The vote is %s’s."), names[vote]);
  return ahead === null ? gettext("Nobody is ahead.") : say(gettext("%s is ahead."), names[ahead]);
}

/** How a vote fell, for the end. */
export function voteReason(faction, names) {
  if (!faction.certain) return gettext("not decided by what was logged");
  if (faction.vote === null) return gettext("nobody");
  const card = faction.by === "card" ? faction.highest[faction.vote] : null;
  return card ? say(gettext("%s by %s"), names[faction.vote], cardName(card)) : names[faction.vote];
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
