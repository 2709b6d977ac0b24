/**
 * Score of the series that a game belongs to.
 *
 * @typedef {{score: string, winner: string, lines: string[], url: string|null}} Series the score, empty for a game
 *   alone; the sentence about the winner of a "best of"; the lines below; and the private page of its players
 */
import { getJson } from "./http.js";
import { fill } from "./texts.js";

/** Lengths of a series: 0 for no limit. */
export const LENGTHS = [0, 3, 5];

/**
 * Create a loader of the score, which asks once for each `key`, and again after a failure.
 * @param {string} url @param {(series: Series) => void} onSeries @param {typeof getJson} [fetchJson]
 * @returns {(key: string) => Promise<void>}
 */
export function createSeriesLoader(url, onSeries, fetchJson = getJson) {
  let asked = null;
  return async function load(key) {
    if (key === asked) return;
    asked = key;
    const { ok, data } = await fetchJson(url);
    if (key !== asked) return;
    if (ok) onSeries(data);
    else asked = null;
  };
}

/** Return the label of a length of a series. @param {number} count */
export const bestOfText = (count) => (count ? fill(gettext("Best of %(count)s"), { count }) : gettext("No limit"));

/**
 * Return whether a proposed length is worth showing: it is a "best of", or it drops that of this game.
 * @param {number} proposed @param {number} current
 */
export const isLengthShown = (proposed, current) => proposed > 0 || proposed !== current;

/**
 * Find the length that was chosen beside a button; null if it is the one until now.
 * @param {Element} place around both @param {number} current @returns {number|null}
 */
export function findBestOf(place, current) {
  const value = Number(place.querySelector("#best-of")?.value ?? current);
  return value === current ? null : value;
}
