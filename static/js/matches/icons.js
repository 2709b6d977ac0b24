/** Icons of a match, one for each meaning, and drawings of the chat's gestures. */
import { html, svg } from "../../vendor/lit-html.js";

const ICONS = {
  /** A ballot with a tick: a faction's vote. */
  vote: svg`<path d="M5 3.500h14v17H5zM8.500 12l2.500 3 5-6.500"/>`,
  /** A star: the winner of a trick. */
  trick: svg`<path fill="currentColor"
    d="m12 2.500 2.900 6.200 6.700.8-5 4.600 1.400 6.700-6-3.400-6 3.400 1.400-6.700-5-4.600 6.700-.8z"/>`,
  /** Two heads: a band of followers. */
  band: svg`<circle cx="9" cy="8.500" r="3.500"/>
    <path d="M2.500 20c.3-4 2.700-6 6.500-6s6.200 2 6.500 6M15 5.500a3.400 3.400 0 1 1 1.300
      6.500M17.500 14.500c2.400.7 3.800 2.500 4 5.500"/>`,
  /** A card that goes up onto a pile: scored. */
  score: svg`<path d="M4 17v3.500h16V17M12 15V4M7.500 8.500 12 4l4.500 4.500"/>`,
  /** Two cards: tricks. */
  tricks: svg`<path d="M4 6.500 11.500 4.500l3.400 12.700-7.500 2zM13.500 5.500H20v13.200h-4"/>`,
  /** An eye: what one has seen. */
  seen: svg`<path d="M2 12c5-8.500 15-8.500 20 0-5 8.500-15 8.500-20 0z"/><circle cx="12" cy="12" r="3.200"/>`,
  /** A lamp: a hint. */
  hint: svg`<path d="M8.500 15.500C6.500 14 5.500 12 5.500 9.800a6.500 6.500 0 0 1 13 0c0 2.200-1 4.200-3
    5.700v2.500h-7zM9.500 21h5"/>`,
  /** An arrow that turns back. */
  back: svg`<path d="M8.500 4.500 4 9l4.500 4.500M4.500 9H14a5.500 5.500 0 0 1 0 11h-4"/>`,
  /** A balloon with a line of writing: something is said. */
  talk: svg`<path d="M4 4.500h16v11.500H11.500L7 20v-4H4zM8 8.700h8M8 12h5"/>`,
  /** A speaker, with waves or crossed out. */
  sound: svg`<path d="M4 9.500h3.500L12 5.500v13l-4.500-4H4zM15.500 9a4.500 4.500 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>`,
  silence: svg`<path d="M4 9.500h3.500L12 5.500v13l-4.500-4H4zM15.500 9.500l5 5M20.500 9.500l-5 5"/>`,
  leave: svg`<path d="M10 4H5v16h5M14 8l4 4-4 4M18 12H9"/>`,
};

/** Draw an icon. @param {keyof typeof ICONS} name */
export const icon = (name) => html`<svg class="drawing sign" viewBox="0 0 24 24" fill="none" stroke="currentColor"
  stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${
    ICONS[name]}</svg>`;

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

/** Return whether there is a drawing of a phrase. @param {string|null} name @returns {boolean} */
export const isGesture = (name) => name !== null && Object.hasOwn(GESTURES, name);

/** Draw a gesture. @param {string} name */
export const gestureIcon = (name) => html`<svg class="gesture" viewBox="0 0 48 48" fill="none" stroke="currentColor"
  stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${
    GESTURES[name]}</svg>`;
