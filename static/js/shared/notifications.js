/**
 * Notifications: which to announce, the tab's title and icon, and answers to challenges.
 *
 * @typedef {{key: string, kind: "challenge"|"start"|"rematch"|"turn", text: string, url: string,
 *   answers?: {join: string, decline: string, game: string, commitment: string}|null}} Notification
 */
import { getPart, savePart } from "./commitments.js";
import { postForm } from "./http.js";

/** Kinds of notifications, the most surprising first. */
const ORDER = ["challenge", "start", "rematch", "turn"];
/** Number of keys that are remembered. */
export const MAX_REMEMBERED = 40;

/**
 * Return one cue for all new notifications, and the keys announced so far.
 * @param {Notification[]} notifications @param {string[]} announced keys announced before
 * @returns {{cue: string|null, announced: string[]}}
 */
export function announceNotifications(notifications, announced) {
  const unannounced = notifications.filter(({ key }) => !announced.includes(key));
  const cue = ORDER.find((kind) => unannounced.some((one) => one.kind === kind)) ?? null;
  return { cue, announced: [...announced, ...unannounced.map(({ key }) => key)].slice(-MAX_REMEMBERED) };
}

/** Return the notification to show. @param {Notification[]} notifications @returns {Notification|undefined} */
export const getForemost = (notifications) =>
  ORDER.flatMap((kind) => notifications.filter((one) => one.kind === kind))[0];

/**
 * Create the function that sets the tab's title and icon.
 * @param {Document} page @param {string|undefined} dotted address of the icon with a dot
 * @returns {(text: string|null) => void} says a text before the page's own title, or nothing any more
 */
export function createTabTitle(page, dotted) {
  const plain = page.title;
  const icon = page.querySelector('link[rel~="icon"]');
  const usual = icon?.href;
  let said = null;

  function show() {
    const title = said ? `● ${said} · ${plain}` : plain;
    if (page.title !== title) page.title = title;
    if (!icon || !dotted) return;
    const wanted = said && page.hidden ? dotted : usual;
    if (icon.href !== wanted) icon.href = wanted;
  }

  page.addEventListener("visibilitychange", show);
  return (text) => {
    said = text;
    show();
  };
}

/**
 * Answer a challenge.
 * @param {{join: string, decline: string, game: string, commitment: string}} answers what came with the challenge
 * @param {boolean} yes takes the seat, with a part of this browser's to the deal
 * @returns {Promise<{ok: boolean, message: string|null, url: string|null}>} where to go, or what went wrong
 */
export async function answerChallenge({ join, decline, game, commitment }, yes) {
  const part = yes && commitment ? getPart(game, commitment) : "";
  if (part) savePart(game, commitment, part);
  const { ok, message, data } = await postForm(yes ? join : decline, part ? { part } : {});
  return { ok, message, url: data?.url ?? null };
}
