/** Ticks on the page that sets up a deck, kept in this browser. */
import { loadItem, saveItem } from "../shared/storage.js";

const page = document.getElementById("setup");
const boxes = [...page.querySelectorAll("input[type=checkbox]")];
const key = `setup:${page.dataset.game}`;

function saveTicks() {
  saveItem(key, boxes.map((box) => box.checked));
}

for (const [index, checked] of loadItem(key, []).entries()) {
  if (boxes[index]) boxes[index].checked = checked;
}
page.addEventListener("change", saveTicks);
