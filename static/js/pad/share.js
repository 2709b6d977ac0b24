/** Hands the result on: to another app where the phone can, else to the clipboard, else to be copied by hand. */
import { copyText } from "../shared/copytext.js";
import { handOn } from "../shared/share.js";
import { noted } from "../table/state.js";
import { shareText } from "./texts.js";

/** @param {object} app `state()`, `become(state)`, `brand` */
export async function shareResult(app) {
  const text = shareText(app.state().view, app.brand);
  if (await handOn({ text })) return;
  if (await copyText(text)) app.become(noted(app.state(), "good", gettext("The result is copied.")));
  else app.become({ ...app.state(), sheet: "copy", shareText: text });
}

/**
 * Hands the picture of the result on where the phone can; elsewhere the link is followed, which shows it.
 * @param {Event & {currentTarget: HTMLAnchorElement}} event a click on the link to it
 */
export async function sharePicture(event) {
  if (!navigator.canShare) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const files = await picture(href);
  if (!files.length || !navigator.canShare({ files }) || !(await handOn({ files }))) location.assign(href);
}

/** The picture as a file; none where it could not be fetched. @param {string} href @returns {Promise<File[]>} */
async function picture(href) {
  try {
    const answer = await fetch(href);
    return answer.ok ? [new File([await answer.blob()], "claim.png", { type: "image/png" })] : [];
  } catch {
    return [];
  }
}
