/** Copy and share buttons. */
import { copyText, shareData } from "../shared/share.js";

const PAUSE = 2_500;

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.querySelector(button.dataset.copy);
  const words = button.textContent;
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    const copied = await copyText(field.value);
    button.textContent = copied ? button.dataset.copied : button.dataset.failed;
    (copied ? button : field).focus();
    if (!copied) field.select();
    setTimeout(() => { button.textContent = words; }, PAUSE);
  });
}

for (const button of navigator.share ? document.querySelectorAll("[data-share]") : []) {
  const { value: url } = document.querySelector(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", () => shareData({ title: document.title, text: button.dataset.text, url }));
}
