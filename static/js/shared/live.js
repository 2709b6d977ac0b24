/** Loading the page anew by itself, kept from going round in circles. */

const PAUSE = 60_000;

/** @returns {boolean} whether the page is loaded anew; not if that has just been tried in this tab */
export function reloadOnce() {
  if (Date.now() - (history.state?.reloaded ?? 0) < PAUSE) return false;
  history.replaceState({ ...history.state, reloaded: Date.now() }, "");
  location.reload();
  return true;
}
