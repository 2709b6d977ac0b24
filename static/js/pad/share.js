/** Hands the result on: to another app where the phone can, else to the clipboard, else to be copied by hand. */
import { copyText } from "../shared/copytext.js";
import { noted } from "../table/state.js";
import { shareText } from "./texts.js";

/** @param {object} app `state()`, `become(state)`, `brand` */
export async function shareResult(app) {
  const text = shareText(app.state().view, app.brand);
  if (navigator.share && (await shared(text))) return;
  if (await copyText(text)) app.become(noted(app.state(), "good", gettext("The result is copied.")));
  else app.become({ ...app.state(), sheet: "copy", shareText: text });
}

/** @returns {Promise<boolean>} also when the person thought better of it */
async function shared(text) {
  try {
    await navigator.share({ text });
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}
