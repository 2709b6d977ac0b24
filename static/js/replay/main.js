/** The page of a replay: its links become steps that need no other page. */
import { glide, stop } from "../online/flip.js";
import { moves } from "../online/move.js";
import { lasts } from "../online/telling.js";
import { preferences } from "../shared/preferences.js";
import { fetchJson } from "../shared/send.js";
import { keep, recall } from "../shared/store.js";
import { listen } from "./input.js";
import { openReview } from "./review.js";
import { shareStep } from "./share.js";
import * as States from "./state.js";
import { drawTable } from "./table.js";

const SPEED = "replay:speed";
/** No card comes from elsewhere or goes: what moves was there before. */
const PLAIN = { step: 0, origins: [], leaving: [] };
const root = document.querySelector("[data-replay]");
const { dataset } = root;
const stage = root.querySelector(".replay-stage");
const near = Number(dataset.near);
const place = document.getElementById("replay-table");
const words = document.getElementById("replay-words");
const run = document.getElementById("replay-run");
const speed = document.getElementById("replay-speed");
const tricks = [...document.querySelectorAll("#replay-story > li")];
const ways = [...document.querySelectorAll("[data-way]")];
const seen = dataset.seen === undefined ? "" : `as=${dataset.seen}`;

let timer = null;
let state = {
  ...States.EMPTY, step: Number(dataset.step), furthest: Number(dataset.step), told: "told" in dataset,
  speed: recall(SPEED, preferences().speed),
};

const act = {
  open: (dialog) => become({ ...state, dialog }),
  opens: (dialog) => () => act.open(dialog),
  leave: () => become(States.left(state)),
};

function become(next) {
  const before = state;
  state = next;
  if (!state.data || next === before) return;
  const other = !before.data || States.now(before) !== States.now(state);
  if (other) step(before);
  else drawTable(place, state, near, act);
  tell();
  review.draw(state);
  pace();
}

/** The table after another card. Cards move only where the next card comes. */
function step(before) {
  const draw = () => drawTable(place, state, near, act);
  const one = before.data && before.line === null && state.line === null && Math.abs(state.step - before.step) === 1;
  if (one && moves()) glide(place, draw, { ...PLAIN, time: lasts("move", preferences().speed) });
  else still(draw);
  words.textContent = States.now(state).words;
  history.replaceState(history.state, "", States.addressOf(state, location.search));
}

function still(draw) {
  stop();
  draw();
}

/** What stands around the table: the ways on, the story as far as it is told, and the result. */
function tell() {
  const { start, end } = States.ends(state);
  for (const way of ways) way.ariaDisabled = String(["first", "back"].includes(way.dataset.way) ? start : end);
  for (const trick of tricks) line(trick);
  document.getElementById("replay-ended").hidden = !States.knows(state);
  document.getElementById("replay-tell")?.toggleAttribute("hidden", States.knows(state));
  document.getElementById("replay-waits").hidden = !tricks.every((trick) => trick.hidden);
  run.setAttribute("aria-pressed", String(state.running));
  playOn();
}

/** From where one would play on; a game that went to its last card has nothing left there. */
function playOn() {
  const form = document.getElementById("play-on");
  if (!form) return;
  const { done, phase } = state.data.steps[state.step];
  form.elements.step.value = state.step;
  form.hidden = phase === 2 && done?.number === 13;
  document.getElementById("play-on-nothing").hidden = !form.hidden;
}

function line(trick) {
  const [first, last] = [Number(trick.dataset.first), Number(trick.dataset.last)];
  trick.hidden = !States.tells(state, { first, last });
  if (first <= state.step && state.step <= last) trick.setAttribute("aria-current", "step");
  else trick.removeAttribute("aria-current");
}

function pace() {
  clearTimeout(timer);
  const after = States.due(state);
  if (after !== null) timer = setTimeout(() => become(States.went(state, "on")), after);
}

const go = (way) => state.data && become(way === "run" ? States.ran(state) : quiet(States.went(state, way)));

/** Who goes on by hand wants it to stop running. */
const quiet = (next) => ({ ...next, running: false });

/** A plain press on one of the page's own links needs no other page. */
function pressed(event, meant) {
  if (!state.data || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  meant();
}

function takeOver() {
  for (const way of ways) way.addEventListener("click", (event) => pressed(event, () => go(way.dataset.way)));
  for (const trick of tricks) {
    trick.querySelector("a").addEventListener("click", (event) =>
      pressed(event, () => become(quiet(States.goTo(state, Number(trick.dataset.last))))));
  }
  document.getElementById("replay-tell")?.addEventListener("click", (event) =>
    pressed(event, () => become({ ...state, told: true })));
  run.addEventListener("click", () => go("run"));
  speed.addEventListener("change", () => (keep(SPEED, speed.value), become({ ...state, speed: speed.value })));
  for (const link of document.querySelectorAll("[data-eyes]")) link.addEventListener("click", () => look(link));
}

/** The other eyes look at the same step. */
function look(link) {
  const url = new URL(link.href);
  url.searchParams.set("step", String(state.step));
  if (States.knows(state)) url.searchParams.set("result", "1");
  link.href = url;
}

const review = openReview(document.getElementById("replay-review"), {
  url: dataset.review, near,
  go: (at) => (become(quiet(States.goTo(state, at))), lookUp()),
  line: async (at, cards) => {
    const answer = await fetchJson(`${dataset.line}?step=${at}&cards=${cards.join(",")}&${seen}`);
    if (answer.ok) become(quiet(States.entered(state, answer.data)));
    lookUp();
    return answer;
  },
});

/** On a phone the table is above what is told of it. */
function lookUp() {
  if (stage.getBoundingClientRect().top < 0) stage.scrollIntoView({ behavior: moves() ? "smooth" : "instant" });
}

async function begin() {
  const answer = await fetchJson(`${dataset.steps}?${seen}`);
  if (!answer.ok) return;
  place.replaceChildren();
  speed.value = state.speed;
  for (const hidden of [run, speed.parentElement, document.getElementById("replay-share")]) hidden.hidden = false;
  shareStep(document.getElementById("replay-share"));
  become(States.loaded(state, answer.data));
  listen(stage, go);
}

takeOver();
begin();
