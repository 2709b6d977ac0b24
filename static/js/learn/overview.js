/** Marks the lessons that were done in this browser, and leads to the first that was not. */
import { kept } from "./kept.js";

const go = document.querySelector("[data-go]");
const lessons = [...document.querySelectorAll("[data-lesson]")];
const isDone = (line) => kept(line.dataset.lesson).done;

for (const line of lessons.filter(isDone)) line.querySelector("[data-mark]").hidden = false;

const next = lessons.find((line) => !isDone(line));
const begun = lessons.some((line) => isDone(line) || kept(line.dataset.lesson).played.length);
if (next && begun) {
  go.href = next.querySelector("a").href;
  go.textContent = go.dataset.go;
}
