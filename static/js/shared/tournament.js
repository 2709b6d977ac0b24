/** Way back from a game to its tournament. */
import { html } from "../../vendor/lit-html.js";

/** Draw the link from a game to its tournament, where the next round appears. @param {string} url */
export const tournamentLink = (url) => html`<a class="button primary" id="tournament" href=${url}>${
  gettext("Back to the club night")}</a>`;
