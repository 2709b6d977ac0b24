/**
 * How a person wants to play: kept in this browser, and by the site with the person.
 *
 * The page brings what the person has chosen anywhere. That holds on all their devices, apart from what concerns the
 * device alone (`OF_THE_DEVICE`), which holds where it was chosen and is the beginning on other devices.
 *
 * @typedef {object} Preferences
 * @property {"slow"|"normal"|"quick"} speed of everything that moves
 * @property {number} hold seconds for which a finished trick stays in sight; 0: until one goes on
 * @property {boolean} confirm a card is lifted first and played by the second act, with a mouse and keys too
 * @property {"faction"|"rank"|"dealt"} sort order of one's hand
 * @property {boolean} large cards with a large index
 * @property {boolean} sound
 * @property {boolean} vibration
 * @property {"auto"|"light"|"dark"} theme
 * @property {string} level of the site's own opponents
 * @property {"human"|"quick"} pace of the site's own opponents
 * @property {boolean} rated games against people count for a rating, where both have an account
 * @property {string} clock by which one looks for an opponent; empty without one
 * @property {boolean} letters about games by the day, for accounts
 */
import { keep, recall } from "./store.js";

const KEY = "preferences";
/** What was chosen here and did not reach the site yet: `{ person, chosen }`; of another person it is nothing. */
const UNSENT = "preferences:unsent";

/**
 * What may be chosen; the first is what holds until one chooses. games/people/preferences.py says the same.
 * @type {Readonly<Record<string, readonly any[]>>}
 */
export const CHOICES = Object.freeze({
  speed: ["normal", "slow", "quick"],
  hold: [5, 2, 10, 0],
  confirm: [false, true],
  sort: ["faction", "rank", "dealt"],
  large: [false, true],
  sound: [false, true],
  vibration: [false, true],
  theme: ["auto", "light", "dark"],
  level: ["page", "squire", "herald", "marshal", "master"],
  pace: ["human", "quick"],
  rated: [false, true],
  clock: ["", "5+5", "10+10", "15+15", "1d", "3d", "7d"],
  letters: [true, false],
});

export const OF_THE_DEVICE = Object.freeze(["large", "sound", "vibration"]);

const listeners = new Set();
let given = null;

/** What holds: what was chosen, and for the rest the first of each choice. @returns {Preferences} */
export function preferences() {
  const here = recall(KEY, {});
  const everywhere = { ...here, ...brought(), ...waiting() };
  const one = (name) => fitting(name, [...(OF_THE_DEVICE.includes(name) ? [here?.[name]] : []), everywhere[name]]);
  return Object.fromEntries(Object.keys(CHOICES).map((name) => [name, one(name)]));
}

const fitting = (name, found) => [...found, CHOICES[name][0]].find((value) => CHOICES[name].includes(value));

/**
 * Choose one: it holds at once, and is sent to the site. What is no choice is refused.
 * @param {keyof Preferences} name @param {any} value @returns {Promise<boolean>} whether the site keeps it too
 */
export function prefer(name, value) {
  if (!CHOICES[name]?.includes(value)) throw new RangeError(`${name}: ${value}`);
  keep(KEY, { ...recall(KEY, {}), [name]: value });
  wait({ ...waiting(), [name]: value });
  tell();
  return send();
}

/**
 * Be told of what is chosen, on this page or in another tab.
 * @param {(now: Preferences) => void} listener @returns {() => void} stops
 */
export function watchPreferences(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  const now = preferences();
  for (const listener of listeners) listener(now);
  page?.dispatchEvent(new CustomEvent("preferences", { detail: now }));
}

/** What the site said with this page. */
function brought() {
  given ??= JSON.parse(page?.documentElement.dataset.preferences || "{}");
  return given;
}

const person = () => page?.documentElement.dataset.person ?? "";

function waiting() {
  const unsent = recall(UNSENT, null);
  return unsent?.person === person() ? unsent.chosen : {};
}

const wait = (chosen) => keep(UNSENT, { person: person(), chosen });

/** What the site does not know yet; what it cannot be told now waits for another page. @returns {Promise<boolean>} */
async function send() {
  const unsent = waiting();
  const url = page?.documentElement.dataset.keep;
  if (!url || !Object.keys(unsent).length) return false;
  try {
    const answer = await fetch(url, { method: "POST", keepalive: true, ...formOf(unsent) });
    if (answer.ok || answer.status === 400) arrived(unsent);
    return answer.ok;
  } catch {
    return false;
  }
}

function formOf(unsent) {
  const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  return { headers: { Accept: "application/json", "X-CSRFToken": token }, body: new URLSearchParams(unsent) };
}

/** What was chosen anew in the meantime stays unsent. */
function arrived(sent) {
  given = { ...brought(), ...sent };
  const left = Object.entries(waiting()).filter(([name, value]) => sent[name] !== value);
  wait(Object.fromEntries(left));
}

const page = typeof document === "undefined" ? null : document;
if (page) {
  addEventListener("storage", ({ key }) => key === KEY && tell());
  wait(waiting());
  addEventListener("load", send, { once: true });
}
