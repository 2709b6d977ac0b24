// Copy buttons; where the browser lets nothing be copied, the text is left selected.
import { copyText } from "../shared/copytext.js";

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
