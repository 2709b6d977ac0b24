/** The device: screen wake lock and vibration. Plain http has no wake lock. */
import { vibrate } from "../shared/cues.js";
import { getPreferences } from "../shared/preferences.js";

let wakeLock = null;

async function requestLock() {
  if (wakeLock || document.hidden) return;
  try {
    wakeLock = await navigator.wakeLock.request("screen");
    wakeLock.addEventListener("release", () => (wakeLock = null));
  } catch {
    // Low battery: the next look at the page tries again.
  }
}

/** Keep the screen on while the page is visible. @returns {boolean} whether the screen will stay on by itself */
export function keepScreenOn() {
  if (!("wakeLock" in navigator)) return false;
  requestLock();
  document.addEventListener("visibilitychange", requestLock);
  return true;
}

const PATTERNS = { tap: [12], stop: [40, 60, 40] };

/** Vibrate for an entry, if the person wants it. @param {"tap"|"stop"} kind */
export function vibrateFor(kind) {
  if (getPreferences().vibration) vibrate(PATTERNS[kind]);
}
