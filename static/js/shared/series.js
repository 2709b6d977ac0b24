/**
 * Score of the series that a game belongs to.
 *
 * @typedef {{score: string, lines: string[], url: string|null}} Series the score, empty for a game alone; sentences
 *   about it; and the private page of its players
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { getJson } from "./http.js";

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
    ${series.lines.map((line) => html`<p>${line}</p>`)}</div>` : nothing);
