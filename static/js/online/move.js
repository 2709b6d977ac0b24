/** Whether anything moves, and what does from one scene to the next. */
import { preferences } from "../shared/preferences.js";
import { glide, stop } from "./flip.js";
import { leaving, origins } from "./paths.js";
import { compose } from "./scene.js";
import { lasts } from "./telling.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Cards that come one after another, and not at once. */
const MANY = 3;

/** @returns {boolean} whether this person sees things move just now */
export const moves = () => !still.matches && !document.hidden;

/**
 * Draws the next scene, its cards moving from where they are in this one.
 * @param {HTMLElement} root
 * @param {() => void} draw draws the state
 * @param {import("./scene.js").Scene|null} scene what is drawn now
 * @param {import("./state.js").State} state
 */
export function move(root, draw, scene, state) {
  if (moves() && state.view) return glide(root, draw, planned(scene, compose(state), Boolean(state.kept)));
  stop();
  draw();
}

function planned(before, after, again) {
  const { speed } = preferences();
  const comes = before || !again ? origins(before, after) : [];
  const whole = lasts(after.board?.ply ? "marched" : "dealt", speed);
  const time = lasts(after.going ? "goes" : "move", speed);
  return {
    time, origins: comes,
    step: comes.length < MANY ? 0 : (whole - time) / comes.length,
    leaving: after.going && !before?.going ? leaving(after) : [],
  };
}
