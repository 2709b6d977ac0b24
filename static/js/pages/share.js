// Buttons that hand an address on by another app; elsewhere they stay hidden, and the address is copied.
import { handOn } from "../shared/share.js";

for (const button of navigator.share ? document.querySelectorAll("[data-share]") : []) {
  const { value: url } = document.querySelector(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", () => handOn({ title: document.title, text: button.dataset.text, url }));
}
