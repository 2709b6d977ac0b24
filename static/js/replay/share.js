/** Hands the link to the step on: to another app where the phone can, else to the clipboard. */
import { copyText } from "../shared/copytext.js";
import { handOn } from "../shared/share.js";

const PAUSE = 2_500;

/** @param {HTMLButtonElement} button says itself what became of it */
export function shareStep(button) {
  const words = button.ariaLabel;
  const told = document.createElement("span");
  told.className = "replay-told";
  told.setAttribute("role", "status");
  button.after(told);
  button.addEventListener("click", async () => {
    const url = location.href;
    if (await handOn({ title: document.title, url })) return;
    told.textContent = await copyText(url) ? button.dataset.copied : button.dataset.failed;
    setTimeout(() => { told.textContent = ""; }, PAUSE);
  });
  button.title = words;
}
