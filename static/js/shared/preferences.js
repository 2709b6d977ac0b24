/**
 * How a person wants to play: kept in this browser, and with the account where there is one.
 *
 * @typedef {object} Preferences
 * @property {"slow"|"normal"|"quick"} speed of everything that moves
 * @property {number} hold seconds for which a finished trick stays in sight; 0: until one goes on
 * @property {boolean} confirm a card is lifted first and played by the second act, with a mouse and keys too
 * @property {"faction"|"rank"|"dealt"} sort order of one's hand
 * @property {boolean} large cards with a large index
 * @property {boolean} sound
 * @property {boolean} vibration
 */
import { keep, recall } from "./store.js";

const KEY = "preferences";

/** @type {Readonly<Record<string, readonly any[]>>} What may be chosen; the first is what holds until one chooses. */
export const CHOICES = Object.freeze({
  speed: ["normal", "slow", "quick"],
  hold: [5, 2, 10, 0],
  confirm: [false, true],
  sort: ["faction", "rank", "dealt"],
  large: [false, true],
  sound: [false, true],
  vibration: [false, true],
});

const listeners = new Set();

/** What holds: what was chosen, and for the rest the first of each choice. @returns {Preferences} */
export function preferences() {
  const kept = recall(KEY, {});
  const one = (name) => (CHOICES[name].includes(kept?.[name]) ? kept[name] : CHOICES[name][0]);
  return Object.fromEntries(Object.keys(CHOICES).map((name) => [name, one(name)]));
}

/** Choose one. What is no choice is refused. @param {keyof Preferences} name @param {any} value */
export function prefer(name, value) {
  if (!CHOICES[name]?.includes(value)) throw new RangeError(`${name}: ${value}`);
  keep(KEY, { ...recall(KEY, {}), [name]: value });
  for (const listener of listeners) listener(preferences());
}

/** Be told of what is chosen on this page. @param {(now: Preferences) => void} listener @returns {() => void} stops */
export function watchPreferences(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
