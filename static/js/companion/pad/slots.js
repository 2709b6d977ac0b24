/**
 * Slots: the places of a game in which a card can be logged, in the order in which they are filled.
 *
 * The server says which cards belong there. A slot that was just filled is held for a moment against a double tap.
 *
 * @typedef {{phase: 1|2, trick: number, place: "leader"|"revealed"|"lead"|"follow"|"blind"}} Slot
 */

const TRICKS = 13;
const PLACES = { 1: ["revealed", "lead", "follow", "blind"], 2: ["lead", "follow"] };
const ORDER = ["leader", "revealed", "lead", "follow", "blind"];

/** Return the key of a slot. @param {Slot} slot @returns {string} */
export const getSlotKey = (slot) => `${slot.phase}.${slot.trick}.${slot.place}`;

/** Parse the key of a slot. @param {string} key @returns {Slot} */
export function parseSlot(key) {
  const [phase, trick, place] = key.split(".");
  return { phase: Number(phase), trick: Number(trick), place };
}

/** Return whether two slots are the same. @param {Slot|null} a @param {Slot|null} b */
export const isSameSlot = (a, b) => Boolean(a && b) && getSlotKey(a) === getSlotKey(b);

/** Return the rank of a slot in the order of a game. @param {Slot} slot @returns {number} */
export const getSlotRank = (slot) =>
  ((slot.phase - 1) * TRICKS + slot.trick) * ORDER.length + ORDER.indexOf(slot.place);

/** List the places of a trick that hold cards. @param {1|2} phase */
export const listPlaces = (phase) => PLACES[phase];

/** Return the name of the keys of a slot. @param {Slot} slot @returns {"recruit"|"play"|"support"|null} */
export function getSlotPad(slot) {
  if (slot.place === "leader") return null;
  if (slot.phase === 2) return "support";
  return slot.place === "lead" || slot.place === "follow" ? "play" : "recruit";
}

/** List the pads that lose a copy of a card logged in a slot. @param {Slot} slot */
export const listAffectedPads = (slot) =>
  (getSlotPad(slot) === "recruit" ? ["recruit", "play"] : ["recruit", "play", "support"]);

const listSlots = (phase) => Array.from({ length: TRICKS }, (_, index) =>
  PLACES[phase].map((place) => ({ phase, trick: index + 1, place }))).flat();

/** Every place that everybody can fill, in order: blind cards, which are optional, are left out. */
const SHARED = [...listSlots(1), ...listSlots(2)].filter((slot) => slot.place !== "blind");

/** Return the blind slot of the trick before the one that a slot begins. @param {Slot} slot */
export function getBlindBefore({ phase, trick, place }) {
  if (place === (phase === 1 ? "revealed" : "lead")) {
    if (phase === 1 && trick > 1) return { phase: 1, trick: trick - 1, place: "blind" };
    if (phase === 2 && trick === 1) return { phase: 1, trick: TRICKS, place: "blind" };
  }
  return null;
}

/** List the shared slots after a slot, in order. @param {Slot} slot @returns {Slot[]} */
export const listSlotsAfter = (slot) => SHARED.filter((one) => getSlotRank(one) > getSlotRank(slot));

/** Milliseconds within which a second tap is meant like the first. */
export const TAP_HOLD = 300;

/**
 * Create a hold on the slot that was just filled.
 * @param {(time: number, act: () => void) => void} after
 * @param {() => void} changed called when the hold ends
 */
export function createTapHold(after, changed) {
  let last = null;
  let held = null;

  function hold(ask) {
    held = ask;
    after(TAP_HOLD, () => {
      if (held !== ask) return;
      held = null;
      changed();
    });
  }

  return {
    /**
     * Return the ask that was filled within the last `TAP_HOLD` milliseconds, on any device; null without one.
     * @param {object[]} asks the current asks, in order
     * @param {(ask: object) => boolean} filled
     */
    of(asks, filled) {
      const first = asks[0] ?? null;
      const moved = last && (!first || getSlotKey(last) !== getSlotKey(first));
      if (moved && filled(last)) hold(last);
      last = first;
      return held;
    },
    release: () => (held = null),
  };
}
