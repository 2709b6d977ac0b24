/** Hands the result of a match on: to another app where the phone can, else to the clipboard. */
import { copyText } from "../shared/copytext.js";
import { handOn } from "../shared/share.js";
import { endingText, outcome, votesText } from "./ending.js";
import { playerName } from "./scene.js";

/** The result as whoever did not play reads it. @param {import("./scene.js").Scene} scene @returns {string} */
export function resultText(scene, brand) {
  const seen = { ...scene, you: null };
  const names = [seen.near, seen.far].map((seat) => playerName(seen, seat)).join(" – ");
  return [`${brand}: ${names}`, outcome(seen), endingText(seen), votesText(seen)].filter(Boolean).join("\n");
}

/**
 * @param {object} app `state()`, `scene()`, `become(state)`
 * @param {{brand: string, lobby: string}} site what it is called, and where it begins
 */
export async function shareResult(app, { brand, lobby }) {
  const text = `${resultText(app.scene(), brand)}\n${new URL(lobby, location.href)}`;
  if (await handOn({ text })) return;
  const copied = await copyText(text);
  const note = copied ? { kind: "good", text: gettext("The result is copied.") }
    : { kind: "bad", text: gettext("This browser lets nothing be copied.") };
  app.become({ ...app.state(), note });
}
