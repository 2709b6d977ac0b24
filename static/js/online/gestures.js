/** What a player can do instead of speaking: six drawings of a little heir, in the line of the other signs. */
import { html, svg } from "../../vendor/lit-html.js";

const HEAD = svg`<path fill="var(--brass)" stroke="none" d="M18 10.500 17 5l4 2.500L24 4l3 3.500L31 5l-1 5.500z"/>
  <circle cx="24" cy="15.500" r="5.500"/>`;
const ROBE = svg`<path d="M18.500 25.500c1.500-2.500 3.300-3.500 5.500-3.500s4 1 5.500 3.500L33 43H15z"/>`;

const GESTURES = {
  /** One arm up, and the air that it moves. */
  wave: svg`${HEAD}${ROBE}<path d="M30 26l6-5 1-8M18 26l-6 7"/>
    <path d="M33 6.500c2-1.300 5-1.300 7 0M42 10c1.300 2 1.300 4.500 0 6.500"/>`,
  /** Bent low, the crown in front. */
  bow: svg`<path fill="var(--brass)" stroke="none" d="m5.500 27.500-2-5.500 4.500 1 1.500-4.500 4 2.500 2.500-3.500 2
    5.500z"/><circle cx="14" cy="27.500" r="5.500"/><path d="M19 23c6-7 15-6 18 1 2 5 2 12 2 19H26c0-5-1-9-3-12"/>
    <path d="M24 30l-2 8-6 2"/>`,
  /** Two hands that meet. */
  clap: svg`${HEAD}${ROBE}<path d="M18 26l-6 6 9 3M30 26l6 6-9 3"/><path d="m21 31 3-2 3 2v6l-3 2-3-2z"/>
    <path d="M24 24.500v1.500M17.500 40l-2 2M30.500 40l2 2"/>`,
  /** Both arms up. */
  cheer: svg`${HEAD}${ROBE}<path d="M18 26l-7-6-2-8M30 26l7-6 2-8"/><path d="M6 6l1.500 2M42 6l-1.500 2M12 4.500l.5
    2M36 4.500l-.5 2"/>`,
  /** Shoulders and palms up. */
  shrug: svg`${HEAD}${ROBE}<path d="M19 25.500c-3-3-5.500-3-6.500 0l-2 6-6-2M29 25.500c3-3 5.500-3 6.500 0l2 6 6-2"/>
    <path d="M8 14c0-2 3-2 3 0 0 1.500-1.500 1.500-1.500 3M9.500 20v.200"/>`,
  /** A goblet raised. */
  toast: svg`${HEAD}${ROBE}<path d="M30 26l5-4v-3M18 26l-5 7"/><path fill="var(--brass)" d="M30.500 7h9c.5 5-1
    8-4.500 8s-5-3-4.500-8zM35 15v4M32 19.500h6"/><path d="M27 4.500l1.500 1.500M43 4.500l-1.500 1.500M35 2v2"/>`,
};

/** @param {string} name @returns {boolean} whether there is a drawing of it */
export const isGesture = (name) => name !== null && Object.hasOwn(GESTURES, name);

/** @param {string} name */
export const gesture = (name) => html`<svg class="gesture" viewBox="0 0 48 48" fill="none" stroke="currentColor"
  stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${
    GESTURES[name]}</svg>`;
