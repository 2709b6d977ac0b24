/** Gives the page of a match a lesson where others have a socket. */
import { carryBy } from "../shared/live.js";
import { preferences } from "../shared/preferences.js";
import { fetchJson } from "../shared/send.js";
import { say } from "./coach.js";
import { kept, keepLesson, startAgain } from "./kept.js";
import { openLesson } from "./lesson.js";

const THOUGHT = { slow: 1_200, normal: 700, quick: 120 };
const REST = 2_000;

const coach = document.querySelector("[data-coach]");
const { lesson } = coach.dataset;
const after = (time) => new Promise((resolve) => setTimeout(resolve, time));

document.querySelector("[data-again]").addEventListener("click", () => {
  startAgain(lesson);
  location.reload();
});

carryBy((address, listen) => openLesson({
  ask: (played) => fetchJson(`${address}?played=${played}`),
  played: kept(lesson).played,
  keep: (now) => keepLesson(lesson, now),
  say: (step, done) => say(coach, step, done),
  think: () => after(THOUGHT[preferences().speed]),
  rest: () => after(REST),
}, listen));
