/** The device: wake lock of the screen, and vibration. Plain http has no wake lock. */
import { vibrate } from "../shared/cues.js";
import { getPreferences } from "../shared/preferences.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { isOver, setNote } from "./state.js";
import { screenTimeoutText } from "./texts.js";

const SCREEN_NOTE_KEY = "pad:screen-note";

/**
 * Create the wake lock of the screen. Browsers release it when the page is hidden, and some refuse it before a tap, so
 * it is requested again when the page is visible again and at each tap.
 * @param {WakeLock|undefined} wakeLock `navigator.wakeLock` @param {Document} page
 * @returns {{hold: (wanted: boolean) => void}}
 */
export function createScreenLock(wakeLock, page) {
  let wanted = false;
  let pending = false;
  let lock = null;

  async function update() {
    if (!wakeLock || pending) return;
    if (!wanted) return release();
    if (lock || page.hidden) return;
    pending = true;
    const granted = await requestLock(wakeLock);
    granted?.addEventListener("release", () => lock === granted && (lock = null));
    lock = granted;
    pending = false;
    if (!wanted) release();
  }

  function release() {
    lock?.release();
    lock = null;
  }

  page.addEventListener("visibilitychange", update);
  page.addEventListener("click", update);
  return { hold: (on) => ((wanted = on), update()) };
}

/** Return a wake lock, or null where the browser refuses it, for example with a low battery. */
async function requestLock(wakeLock) {
  try {
    return await wakeLock.request("screen");
  } catch {
    return null;
  }
}

/**
 * Create the function that keeps the screen on while a game is played, to be called with each view. Without a wake lock
 * it says once on a device with a touch screen how to set the screen.
 * @param {object} app `state()`, `setState(state)`
 */
export function createScreenKeeper(app) {
  const lock = createScreenLock(navigator.wakeLock, document);
  return (view) => {
    lock.hold(!isOver(view));
    if (navigator.wakeLock || isOver(view) || loadItem(SCREEN_NOTE_KEY, false)) return;
    if (!matchMedia("(pointer: coarse)").matches) return;
    saveItem(SCREEN_NOTE_KEY, true);
    app.setState(setNote(app.state(), "info", screenTimeoutText()));
  };
}

const PATTERNS = { tap: [12], stop: [40, 60, 40] };

/** Vibrate for an entry, if the person wants it. @param {"tap"|"stop"} kind */
export function vibrateFor(kind) {
  if (getPreferences().vibration) vibrate(PATTERNS[kind]);
}
