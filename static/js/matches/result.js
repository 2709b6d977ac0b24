/** Result of a match: rating changes, and sharing. */
import { copyText, shareData } from "../shared/share.js";
import { playerName } from "./scene.js";
import { endingText, outcomeText, votesText } from "./texts.js";

/** Milliseconds between two requests, and their number: ratings are computed a moment after the end. */
const RETRY_AFTER = 1_000;
const TRIES = 5;

/** Return whether the game may change ratings. @param {object} view @returns {boolean} */
export const hasRatingChange = (view) => view.status === "finished" && view.options.rated;

/**
 * Create a poller of the rating changes.
 * @param {{fetchRatings: () => Promise<{ok: boolean, data: any}>, onRatings: (lines: string[]) => void,
 *   setTimer?: typeof setTimeout}} options
 * @returns {(tries?: number) => Promise<void>}
 */
export function createRatingPoller({ fetchRatings, onRatings, setTimer = setTimeout }) {
  return async function poll(tries = TRIES) {
    const { ok, data } = await fetchRatings();
    if (ok && data.made) onRatings(data.lines);
    else if (tries > 1) setTimer(() => poll(tries - 1), RETRY_AFTER);
  };
}

/**
 * Return the result as a text for readers who did not play.
 * @param {import("./scene.js").Scene} scene @returns {string}
 */
export function resultText(scene, brand) {
  const seen = { ...scene, you: null };
  const names = [seen.near, seen.far].map((seat) => playerName(seen, seat)).join(" – ");
  return [`${brand}: ${names}`, outcomeText(seen), endingText(seen), votesText(seen)].filter(Boolean).join("\n");
}

/**
 * Share the result: by another app, or the clipboard.
 * @param {object} app `state()`, `scene()`, `setState(state)`
 * @param {{brand: string, lobby: string}} site its name, and the address of the lobby
 */
export async function shareResult(app, { brand, lobby }) {
  const text = `${resultText(app.scene(), brand)}\n${new URL(lobby, location.href)}`;
  if (await shareData({ text })) return;
  const copied = await copyText(text);
  const note = copied ? { kind: "good", text: gettext("Result copied.") }
    : { kind: "bad", text: gettext("This browser doesn't allow copying.") };
  app.setState({ ...app.state(), note });
}
