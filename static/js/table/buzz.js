/** A short shake of the phone, where it can and the person wants it. */

/** @returns {boolean} */
export const canBuzz = () => typeof navigator.vibrate === "function";

/** @param {boolean} wanted @param {"tap"|"stop"} kind */
export function buzz(wanted, kind) {
  if (wanted && canBuzz()) navigator.vibrate(kind === "tap" ? 12 : [40, 60, 40]);
}
