/**
 * Cues: a sound and a vibration for each event. Browsers keep a page silent until its first gesture.
 *
 * @typedef {object} AudioSource
 * @property {() => AudioContext} context creates the context, once, at the first gesture
 * @property {() => Promise<{play: (context: AudioContext, name: string) => void}>} load loads the sounds
 */
import { getPreferences, subscribePreferences } from "./preferences.js";

/**
 * Create a player that is silent until it is woken by a gesture.
 * @param {AudioSource} source
 * @returns {{wake: () => void, play: (name: string) => boolean}} `wake` is for gestures; `play` returns whether the
 *   sound is heard: a sound that cannot be heard at once is not played later, when it would be untrue
 */
export function createAudioPlayer(source) {
  let context = null;
  let sounds = null;
  let loading = null;

  function wake() {
    context ??= source.context();
    if (context.state !== "running") Promise.resolve(context.resume()).catch(ignore);
    loading ??= source.load().then((loaded) => { sounds = loaded; }, () => { loading = null; });
  }

  function play(name) {
    if (context?.state !== "running" || !sounds) return false;
    sounds.play(context, name);
    return true;
  }

  return { wake: () => attempt(wake), play: (name) => Boolean(attempt(() => play(name))) };
}

/** Attempt sound; without it a browser is silent, nothing worse. */
function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function ignore() {}

/** Patterns of vibration by cue: milliseconds of vibration, and of rest between. */
export const VIBRATIONS = Object.freeze({
  card: [12],
  trick: [18, 40, 18],
  goblins: [10, 30, 10, 30, 10],
  knights: [50, 30, 20],
  undead: [90],
  dwarves: [30, 60, 30],
  doppelgangers: [20, 80, 20],
  vote: [15, 30, 30],
  turn: [40],
  end: [40, 60, 40, 60, 90],
  challenge: [50, 40, 50],
  time: [60, 40, 60, 40, 60],
  start: [30, 90, 30],
  rematch: [30, 60, 30, 60, 30],
});

/** Events that browsers count as gestures. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "keydown"];

const player = createAudioPlayer({ context: () => new window.AudioContext({ latencyHint: "interactive" }),
  load: loadSounds });
let hasGesture = false;

/**
 * Play the sound and vibration of a cue, as the person prefers. It never throws, and never waits.
 * @param {keyof typeof VIBRATIONS} name
 * @returns {boolean} whether something is heard
 */
export function playCue(name) {
  const { sound, vibration } = getPreferences();
  if (vibration) vibrate(VIBRATIONS[name]);
  return sound && player.play(name);
}

/** Return whether this device can vibrate. @returns {boolean} */
export const canVibrate = () => typeof navigator !== "undefined" && typeof navigator.vibrate === "function";

/** Vibrate, but not before the first gesture: browsers warn of it. @param {readonly number[]} [pattern] */
export function vibrate(pattern) {
  if (hasGesture && pattern && canVibrate()) navigator.vibrate([...pattern]);
}

/** Load the sounds after the page. */
async function loadSounds() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  return import("./sounds.js");
}

function resumeAudio() {
  if (getPreferences().sound) player.wake();
}

function handleGesture() {
  hasGesture = true;
  resumeAudio();
}

/** Return whether a link of this site led here: browsers let such a page be heard at once. */
const isFromThisSite = () => document.referrer.startsWith(`${location.origin}/`);

if (typeof document !== "undefined") {
  for (const name of GESTURES) addEventListener(name, handleGesture, { capture: true, passive: true });
  subscribePreferences(() => hasGesture && resumeAudio());
  if (isFromThisSite()) resumeAudio();
}
