/** Gives the page of a match a puzzle where others have a socket. */
import { say } from "../learn/coach.js";
import { openLesson } from "../learn/lesson.js";
import { carryBy } from "../shared/live.js";
import { preferences } from "../shared/preferences.js";
import { fetchJson, send } from "../shared/send.js";
import { asking } from "./asking.js";
import { kept, keepPuzzle, wantAnswer } from "./kept.js";
import { looked } from "./looking.js";
import { lay } from "./open.js";

const THOUGHT = { slow: 1_200, normal: 700, quick: 120 };
const REST = 2_000;

const coach = document.querySelector("[data-coach]");
const table = coach.parentElement;
const { puzzle } = coach.dataset;
const begun = kept(puzzle);
const after = (time) => new Promise((resolve) => setTimeout(resolve, time));

if (begun.show) forget();
for (const button of document.querySelectorAll("[data-again]")) {
  button.hidden = false;
  button.addEventListener("click", () => begin(forget));
}
coach.querySelector("[data-show]").addEventListener("click", () => begin(() => wantAnswer(puzzle)));

function forget() {
  keepPuzzle(puzzle, { played: [], done: true });
}

function begin(as) {
  as();
  location.reload();
}

/** What it came to stands there before it is shown, behind the trick that is looked at. */
function heard({ done, solved, verdict, kept: told }) {
  if (!done) return;
  coach.querySelector("[data-verdict]").textContent = verdict;
  coach.querySelector("[data-kept]").textContent = told;
  coach.querySelector("[data-show]").hidden = solved;
}

function tell(step, done) {
  lay(document.querySelector("[data-theirs]"), step.theirs);
  say(coach, step, done);
}

carryBy((address, listen) => openLesson({
  ask: asking({ look: () => fetchJson(address), answer: (fields) => send(address, fields) }, begun.show, heard),
  played: begun.played,
  keep: (now) => keepPuzzle(puzzle, now),
  say: tell,
  think: () => looked(table).then(() => after(THOUGHT[preferences().speed])),
  rest: () => after(REST),
}, listen));
