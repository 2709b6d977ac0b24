/** Overview of the lessons: mark those that are done, and link to the next one. */
import { loadProgress } from "./progress.js";

const start = document.querySelector("[data-continue-text]");
const lessons = [...document.querySelectorAll("[data-lesson]")];
const isDone = (line) => loadProgress(line.dataset.lesson).done;

for (const line of lessons.filter(isDone)) line.querySelector("[data-mark]").hidden = false;

const next = lessons.find((line) => !isDone(line));
const begun = lessons.some((line) => isDone(line) || loadProgress(line.dataset.lesson).played.length);
if (next && begun) {
  start.href = next.querySelector("a").href;
  start.textContent = start.dataset.continueText;
}
