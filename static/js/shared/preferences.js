/**
 * Preferences, stored in this browser and on the server.
 *
 * The page brings the choices that the person made on any device. They hold on all devices, apart from preferences of
 * the device alone (`DEVICE_CHOICES`), which hold where they were chosen and are the default on other devices.
 *
 * @typedef {object} Preferences
 * @property {"slow"|"normal"|"quick"} speed of everything that moves
 * @property {number} hold seconds for which a finished trick stays in sight; 0: until the player continues
 * @property {boolean} confirm the first press lifts a card, the second plays it
 * @property {"faction"|"rank"|"dealt"} sort order of the hand
 * @property {boolean} large cards with a large index
 * @property {boolean} sound
 * @property {boolean} vibration
 * @property {"auto"|"light"|"dark"} theme
 * @property {string} level of the site's own opponents
 * @property {"human"|"quick"} pace of the site's own opponents
 * @property {boolean} rated games against people count for a rating, where both have an account
 * @property {string} clock time control of the search for an opponent; empty without a clock
 * @property {boolean} letters e-mails about daily games, for accounts
 */
import { loadItem, saveItem } from "./storage.js";

const KEY = "preferences";
/** Key of choices that did not reach the site yet: `{ person, chosen }`; those of another person are ignored. */
const UNSENT = "preferences:unsent";

/**
 * Choices by preference, the default first. games/accounts/preferences.py has the same.
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

/** Preferences of the device alone. */
export const DEVICE_CHOICES = Object.freeze(["large", "sound", "vibration"]);

const listeners = new Set();
let serverChoices = null;

/** Return all preferences. @returns {Preferences} */
export function getPreferences() {
  const here = loadItem(KEY, {});
  const everywhere = { ...here, ...getServerChoices(), ...getUnsent() };
  const one = (name) => findValid(name, [...(DEVICE_CHOICES.includes(name) ? [here?.[name]] : []), everywhere[name]]);
  return Object.fromEntries(Object.keys(CHOICES).map((name) => [name, one(name)]));
}

const findValid = (name, found) => [...found, CHOICES[name][0]].find((value) => CHOICES[name].includes(value));

/**
 * Save a preference. It holds at once, and is sent to the site.
 * @param {keyof Preferences} name @param {any} value @returns {Promise<boolean>} whether the server stored it too
 */
export function savePreference(name, value) {
  if (!CHOICES[name]?.includes(value)) throw new RangeError(`${name}: ${value}`);
  saveItem(KEY, { ...loadItem(KEY, {}), [name]: value });
  saveUnsent({ ...getUnsent(), [name]: value });
  notifyListeners();
  return sendUnsent();
}

/**
 * Subscribe to changes, on this page or in another tab.
 * @param {(now: Preferences) => void} listener @returns {() => void} stops
 */
export function subscribePreferences(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners() {
  const now = getPreferences();
  for (const listener of listeners) listener(now);
  page?.dispatchEvent(new CustomEvent("preferences", { detail: now }));
}

/** Return the choices that the page brought. */
function getServerChoices() {
  serverChoices ??= JSON.parse(page?.documentElement.dataset.preferences || "{}");
  return serverChoices;
}

const getPerson = () => page?.documentElement.dataset.person ?? "";

function getUnsent() {
  const unsent = loadItem(UNSENT, null);
  return unsent?.person === getPerson() ? unsent.chosen : {};
}

const saveUnsent = (chosen) => saveItem(UNSENT, { person: getPerson(), chosen });

/** Send unsent choices. Those that fail wait for another page. @returns {Promise<boolean>} */
async function sendUnsent() {
  const unsent = getUnsent();
  const url = page?.documentElement.dataset.preferencesUrl;
  if (!url || !Object.keys(unsent).length) return false;
  try {
    const answer = await fetch(url, { method: "POST", keepalive: true, ...createRequest(unsent) });
    if (answer.ok || answer.status === 400) markSent(unsent);
    return answer.ok;
  } catch {
    return false;
  }
}

function createRequest(unsent) {
  const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  return { headers: { Accept: "application/json", "X-CSRFToken": token }, body: new URLSearchParams(unsent) };
}

/** Keep choices unsent that were changed in the meantime. */
function markSent(sent) {
  serverChoices = { ...getServerChoices(), ...sent };
  const left = Object.entries(getUnsent()).filter(([name, value]) => sent[name] !== value);
  saveUnsent(Object.fromEntries(left));
}

const page = typeof document === "undefined" ? null : document;
if (page) {
  addEventListener("storage", ({ key }) => key === KEY && notifyListeners());
  saveUnsent(getUnsent());
  addEventListener("load", sendUnsent, { once: true });
}
