/**
 * The places of a game in which something can be logged, in the order in which they are filled.
 * What belongs in them is for the server to say; this is the shape of the sheet alone.
 *
 * @typedef {{phase: 1|2, trick: number, place: "leader"|"revealed"|"lead"|"follow"|"blind"}} Slot
 */

const TRICKS = 13;
const PLACES = { 1: ["revealed", "lead", "follow", "blind"], 2: ["lead", "follow"] };
const ORDER = ["leader", "revealed", "lead", "follow", "blind"];

/** @param {Slot} slot @returns {string} */
export const keyOf = (slot) => `${slot.phase}.${slot.trick}.${slot.place}`;

/** @param {string} key @returns {Slot} */
export function slotOf(key) {
  const [phase, trick, place] = key.split(".");
  return { phase: Number(phase), trick: Number(trick), place };
}

/** @param {Slot|null} a @param {Slot|null} b */
export const sameSlot = (a, b) => Boolean(a && b) && keyOf(a) === keyOf(b);

/** @param {Slot} slot @returns {number} */
export const rank = (slot) => ((slot.phase - 1) * TRICKS + slot.trick) * ORDER.length + ORDER.indexOf(slot.place);

/** The places of a trick that hold cards. @param {1|2} phase */
export const placesOf = (phase) => PLACES[phase];

/** Which keys can be in a slot. @param {Slot} slot @returns {"recruit"|"play"|"support"|null} */
export function padOf(slot) {
  if (slot.place === "leader") return null;
  if (slot.phase === 2) return "support";
  return slot.place === "lead" || slot.place === "follow" ? "play" : "recruit";
}

/** The pads that lose a copy of a card when it is logged in a slot. @param {Slot} slot */
export const padsWithout = (slot) => (padOf(slot) === "recruit" ? ["recruit", "play"] : ["recruit", "play", "support"]);

const slotsOf = (phase) => Array.from({ length: TRICKS }, (_, index) =>
  PLACES[phase].map((place) => ({ phase, trick: index + 1, place }))).flat();

/** Every place that everybody can fill, in order: blind cards, which are optional, are left out. */
const SHARED = [...slotsOf(1), ...slotsOf(2)].filter((slot) => slot.place !== "blind");

/** The place of the blind card of the trick before the one that a slot begins. @param {Slot} slot */
export function blindBefore({ phase, trick, place }) {
  if (place === (phase === 1 ? "revealed" : "lead")) {
    if (phase === 1 && trick > 1) return { phase: 1, trick: trick - 1, place: "blind" };
    if (phase === 2 && trick === 1) return { phase: 1, trick: TRICKS, place: "blind" };
  }
  return null;
}

/** The places after a slot that everybody can fill, in order. @param {Slot} slot @returns {Slot[]} */
export const after = (slot) => SHARED.filter((one) => rank(one) > rank(slot));
