/** What is drawn small: signs in lines, and cards in passing. */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName } from "../shared/texts.js";

const PATHS = {
  undo: svg`<path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12" transform="translate(0 -3)"/>`,
  count: svg`<path d="M4 19h16M6 15h12M8 11h8M10 7h4"/>`,
  hidden: svg`<path d="M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6ZM4 4l16 16"/>`,
  phone: svg`<path d="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2"/>`,
  display: svg`<path d="M3 5h18v12H3ZM9 21h6M12 17v4"/>`,
  eye: svg`<path d="M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6ZM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  voice: svg`<path d="M4 9v6h4l5 4V5L8 9ZM16.500 8.500a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12"/>`,
  warn: svg`<path d="M12 4 2.500 20h19ZM12 10v5M12 17.500v.5"/>`,
  offline: svg`<path d="M2 9a15 15 0 0 1 20 0M5 13a10 10 0 0 1 14 0M8.500 16.500a5 5 0 0 1 7 0M12 20v.1M4 4l16 16"/>`,
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) => html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"
  focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
  stroke-linejoin="round">${PATHS[name]}</svg>`;

/** Says of a place that the site filled it by itself. @param {object} trick @param {string} place */
export const bySite = (trick, place) =>
  (trick.site.includes(place) ? html`<small class="site">${gettext("by the site")}</small>` : nothing);

/** A card in passing. @param {string} code */
export const chip = (code) => html`<span class="chip" data-faction=${code[0]} role="img"
  aria-label=${cardName(code)}>${drawing(code[0])}<span aria-hidden="true">${code}</span></span>`;
