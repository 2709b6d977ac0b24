/** Score of a series, and the choice of its length. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "./cards.js";
import { bestOfText, LENGTHS } from "./series.js";

/**
 * Draw the score, with a link to the page of the series where the reader has one.
 * @param {import("./series.js").Series|null} series
 */
export const seriesScore = (series) => (series?.score ? html`<div class="series">
    <p class="series-score">${series.url ? html`<a id="series" href=${series.url}>${series.score}</a>`
      : series.score}</p>
    ${series.winner ? html`<p class="series-winner">${drawing("crown")}${series.winner}</p>` : nothing}
    ${series.lines.map((line) => html`<p>${line}</p>`)}</div>` : nothing);

/** Draw the choice of the length of the series. @param {number} current the length until now */
export const bestOfChoice = (current) => html`<label class="best-of"><span>${gettext("Series")}</span>
  <select id="best-of">${LENGTHS.map((count) => html`<option value=${count} ?selected=${count === current}>${
    bestOfText(count)}</option>`)}</select></label>`;
