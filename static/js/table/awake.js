/** Keeps the screen on while the page is looked at, where the browser can (it cannot on plain http). */

let lock = null;

async function take() {
  if (lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    // Low battery: the next look at the page tries again.
  }
}

/** @returns {boolean} whether the screen will stay on by itself */
export function stayAwake() {
  if (!("wakeLock" in navigator)) return false;
  take();
  document.addEventListener("visibilitychange", take);
  return true;
}
