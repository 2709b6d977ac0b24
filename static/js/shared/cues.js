/** What is heard and felt of the game, for those who want it: a sound and a shake of the phone for each moment. */
import { openEar } from "./ear.js";
import { preferences, watchPreferences } from "./preferences.js";
import { SHAKES } from "./shakes.js";

/** What counts as a gesture in one browser or the other. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "keydown"];

const ear = openEar({ context: () => new window.AudioContext({ latencyHint: "interactive" }), load });
let touched = false;

/**
 * Plays the sound and shakes the phone, as the person prefers; what nobody wants or the device cannot do is left out.
 * It never throws and never makes anybody wait. Before the first gesture a page is silent and still.
 * @param {keyof typeof SHAKES} name a moment of the game
 * @returns {boolean} whether something is heard
 */
export function cue(name) {
  const { sound, vibration } = preferences();
  if (vibration) shake(SHAKES[name]);
  return sound && ear.play(name);
}

/** @returns {boolean} whether this device can shake */
export const canShake = () => typeof navigator !== "undefined" && typeof navigator.vibrate === "function";

/** @param {readonly number[]} [pattern] does nothing before the first gesture, which browsers would complain about */
export function shake(pattern) {
  if (touched && pattern && canShake()) navigator.vibrate([...pattern]);
}

/** The sounds come when the page is there, and never before it. */
async function load() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  return import("./sounds.js");
}

function wake() {
  if (preferences().sound) ear.wake();
}

function gesture() {
  touched = true;
  wake();
}

/** Who came here by a link of this site has touched the site, and browsers let that page be heard as well. */
const cameFromHere = () => document.referrer.startsWith(`${location.origin}/`);

if (typeof document !== "undefined") {
  for (const name of GESTURES) addEventListener(name, gesture, { capture: true, passive: true });
  watchPreferences(() => touched && wake());
  if (cameFromHere()) wake();
}
