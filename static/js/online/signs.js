/** One sign for each meaning. The flag of who leads and the crown of who wins the game are drawn with the cards. */
import { html, svg } from "../../vendor/lit-html.js";

const SIGNS = {
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
  leave: svg`<path d="M10 4H5v16h5M14 8l4 4-4 4M18 12H9"/>`,
};

/** @param {keyof typeof SIGNS} name */
export const sign = (name) => html`<svg class="drawing sign" viewBox="0 0 24 24" fill="none" stroke="currentColor"
  stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${
    SIGNS[name]}</svg>`;
