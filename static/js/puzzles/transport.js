/** Transport of a puzzle in place of a socket, and the opponent's open hand. */
import { html, render } from "../../vendor/lit-html.js";
import { showStep, waitForTrick } from "../learn/coach.js";
import { createLesson } from "../learn/lesson.js";
import { cardPicture } from "../shared/cards.js";
import { getJson, postForm } from "../shared/http.js";
import { showLocalTimes } from "../shared/local_times.js";
import { setTransport } from "../shared/live_page.js";
import { getPreferences } from "../shared/preferences.js";
import { createRequester, loadPuzzle, requestAnswer, savePuzzle } from "./progress.js";

/** Draw the opponent's open hand. @param {HTMLElement} place @param {string[]} codes */
export const drawOpenHand = (place, codes) => render(codes.map((code) => html`<li>${cardPicture(code)}</li>`), place);

const THINK_TIME = { slow: 1_200, normal: 700, quick: 120 };
const RETRY_AFTER = 2_000;

const coach = document.querySelector("[data-coach]");
const table = coach.parentElement;
const { puzzle } = coach.dataset;
const progress = loadPuzzle(puzzle);
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

showLocalTimes(coach.querySelectorAll("time[data-local]"), { dateStyle: "medium", timeStyle: "short" });
if (progress.show) resetPuzzle();
for (const button of document.querySelectorAll("[data-again]")) {
  button.hidden = false;
  button.addEventListener("click", () => restart(resetPuzzle));
}
coach.querySelector("[data-show]").addEventListener("click", () => restart(() => requestAnswer(puzzle)));

function resetPuzzle() {
  savePuzzle(puzzle, { played: [], done: true });
}

function restart(as) {
  as();
  location.reload();
}

/** Fill in the result, which stays hidden behind the trick that is looked at. */
function showResult({ done, solved, verdict, kept: note }) {
  if (!done) return;
  coach.querySelector("[data-verdict]").textContent = verdict;
  coach.querySelector("[data-kept]").textContent = note;
  coach.querySelector("[data-show]").hidden = solved || progress.show;
}

function showPuzzleStep(step, done) {
  drawOpenHand(document.querySelector("[data-theirs]"), step.theirs);
  showStep(coach, step, done);
}

setTransport((address, listen) => createLesson({
  fetchSteps: createRequester(
    { load: () => getJson(address), submit: (fields) => postForm(address, fields) }, progress.show, showResult),
  played: progress.played,
  saveProgress: (changed) => savePuzzle(puzzle, changed),
  showStep: showPuzzleStep,
  waitForTeacher: () => waitForTrick(table).then(() => wait(THINK_TIME[getPreferences().speed])),
  waitForRetry: () => wait(RETRY_AFTER),
}, listen));
