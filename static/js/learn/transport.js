/** Transport of a lesson, which replaces the socket of the page. */
import { getJson } from "../shared/http.js";
import { setTransport } from "../shared/live_page.js";
import { getPreferences } from "../shared/preferences.js";
import { showStep } from "./coach.js";
import { createLesson } from "./lesson.js";
import { loadProgress, resetProgress, saveProgress } from "./progress.js";

const THINK_TIME = { slow: 1_200, normal: 700, quick: 120 };
const RETRY_AFTER = 2_000;

const coach = document.querySelector("[data-coach]");
const { lesson } = coach.dataset;
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

document.querySelector("[data-again]").addEventListener("click", () => {
  resetProgress(lesson);
  location.reload();
});

setTransport((address, listen) => createLesson({
  fetchSteps: (played) => getJson(`${address}?played=${played}`),
  played: loadProgress(lesson).played,
  saveProgress: (progress) => saveProgress(lesson, progress),
  showStep: (step, done) => showStep(coach, step, done),
  waitForTeacher: () => wait(THINK_TIME[getPreferences().speed]),
  waitForRetry: () => wait(RETRY_AFTER),
}, listen));
