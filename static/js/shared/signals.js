/**
 * What waits for a person on other pages, and what of it they were not told yet.
 *
 * @typedef {{key: string, kind: "challenge"|"sat"|"rematch"|"turn", text: string, url: string,
 *   answers?: {join: string, decline: string, game: string, commitment: string}|null}} Signal
 */

/** The more of a surprise, the earlier it is heard. */
const ORDER = ["challenge", "sat", "rematch", "turn"];
/** Keys. */
export const REMEMBERED = 40;

/**
 * @param {Signal[]} signals @param {string[]} told keys that a page of this browser told already
 * @returns {{cue: string|null, told: string[]}} the one sound for all that is news, and what is told with it
 */
export function hear(signals, told) {
  const news = signals.filter(({ key }) => !told.includes(key));
  const cue = ORDER.find((kind) => news.some((one) => one.kind === kind)) ?? null;
  return { cue, told: [...told, ...news.map(({ key }) => key)].slice(-REMEMBERED) };
}

/** The one that is shown: the lobby has the others. @param {Signal[]} signals @returns {Signal|undefined} */
export const foremost = (signals) => ORDER.flatMap((kind) => signals.filter((one) => one.kind === kind))[0];
