/** Result of a match: rating changes, and sharing. */
import { copyText, shareData } from "../shared/share.js";
import { playerName } from "./scene.js";
import { endingText, outcomeText, votesText } from "./texts.js";

/** Milliseconds until it is asked again, and how often: ratings are found a moment after the end. */
const RETRY_AFTER = 1_000;
const TRIES = 5;

/**
 * Return whether the game may change ratings.
 * @param {object} view @returns {boolean} whether there may be something to tell
 */
export const hasRatingChange = (view) => view.status === "finished" && view.options.rated;

/**
 * Create a poller of the rating changes.
 * @param {{ask: () => Promise<{ok: boolean, data: any}>, tell: (lines: string[]) => void,
 *   later?: (then: () => void, after: number) => unknown}} around
 * @returns {(tries?: number) => Promise<void>} asks, until the site knows
 */
export function createRatingPoller({ ask, tell, later = setTimeout }) {
  return async function look(tries = TRIES) {
    const { ok, data } = await ask();
    if (ok && data.made) tell(data.lines);
    else if (tries > 1) later(() => look(tries - 1), RETRY_AFTER);
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
 * @param {{brand: string, lobby: string}} site what it is called, and where it begins
 */
export async function shareResult(app, { brand, lobby }) {
  const text = `${resultText(app.scene(), brand)}\n${new URL(lobby, location.href)}`;
  if (await shareData({ text })) return;
  const copied = await copyText(text);
  const note = copied ? { kind: "good", text: gettext("Result copied.") }
    : { kind: "bad", text: gettext("This browser doesn't allow copying.") };
  app.setState({ ...app.state(), note });
}
