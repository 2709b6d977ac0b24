/**
 * Score of the series that a game belongs to.
 *
 * @typedef {{score: string, winner: string, lines: string[], url: string|null}} Series the score, empty for a game
 *   alone; who has won a "best of"; sentences about it; and the private page of its players
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "./cards.js";
import { getJson } from "./http.js";
import { fill } from "./texts.js";

const LENGTHS = [0, 3, 5];

/**
 * Create a loader of the score, which asks once for each `key`, and again after a failure.
 * @param {string} url @param {(series: Series) => void} tell @param {typeof getJson} [ask]
 * @returns {(key: string) => Promise<void>}
 */
export function createSeriesLoader(url, tell, ask = getJson) {
  let asked = null;
  return async function load(key) {
    if (key === asked) return;
    asked = key;
    const { ok, data } = await ask(url);
    if (key !== asked) return;
    if (ok) tell(data);
    else asked = null;
  };
}

/** Draw the score, with a link to the page of the series where the reader has one. @param {Series|null} series */
export const seriesScore = (series) => (series?.score ? html`<div class="series">
    <p class="series-score">${series.url ? html`<a id="series" href=${series.url}>${series.score}</a>`
      : series.score}</p>
    ${series.winner ? html`<p class="series-winner">${drawing("crown")}${series.winner}</p>` : nothing}
    ${series.lines.map((line) => html`<p>${line}</p>`)}</div>` : nothing);

/** Return the label of a length of a series. @param {number} count */
export const bestOfText = (count) => (count ? fill(gettext("Best of %(count)s"), { count }) : gettext("No limit"));

/** Draw the choice of the length of the series. @param {number} current the length until now */
export const bestOfChoice = (current) => html`<label class="best-of"><span>${gettext("Series")}</span>
  <select id="best-of">${LENGTHS.map((count) => html`<option value=${count} ?selected=${count === current}>${
    bestOfText(count)}</option>`)}</select></label>`;

/**
 * Find the length that was chosen beside a button; null if it is the one until now.
 * @param {Element} place around both @param {number} current @returns {number|null}
 */
export function findBestOf(place, current) {
  const value = Number(place.querySelector("#best-of")?.value ?? current);
  return value === current ? null : value;
}
