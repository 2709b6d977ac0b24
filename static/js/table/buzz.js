/** A short shake of the phone for what is logged on it, where it can and the person wants it. */
import { shake } from "../shared/cues.js";
import { preferences } from "../shared/preferences.js";

const SHAKES = { tap: [12], stop: [40, 60, 40] };

/** @param {"tap"|"stop"} kind */
export function buzz(kind) {
  if (preferences().vibration) shake(SHAKES[kind]);
}
