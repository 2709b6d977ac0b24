/** Entry point of a replay: its links become steps that need no other page. */
import { animateCards, hasMotion, stopAnimations } from "../matches/animation.js";
import { getDuration } from "../matches/state.js";
import { getJson } from "../shared/http.js";
import { getPreferences } from "../shared/preferences.js";
import { copyText, shareData } from "../shared/share.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { joinSentences } from "../shared/texts.js";
import { listenInput } from "./input.js";
import { createReview } from "./review_panel.js";
import * as States from "./state.js";
import { drawTable } from "./table.js";

const PAUSE = 2_500;

/** Attach sharing the link of the step to a button. @param {HTMLButtonElement} button says itself what became of it */
export function attachShareButton(button) {
  const words = button.ariaLabel;
  const answer = document.createElement("span");
  answer.className = "replay-told";
  answer.setAttribute("role", "status");
  button.after(answer);
  button.addEventListener("click", async () => {
    const url = location.href;
    if (await shareData({ title: document.title, url })) return;
    answer.textContent = await copyText(url) ? button.dataset.copied : button.dataset.failed;
    setTimeout(() => { answer.textContent = ""; }, PAUSE);
  });
  button.title = words;
}

const SPEED = "replay:speed";
/** Plan without origins or departures: only cards that were there before move. */
const PLAIN = { step: 0, origins: [], leaving: [], cleared: [] };
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
  ...States.INITIAL_STATE, step: Number(dataset.step), furthest: Number(dataset.step), isResultShown: "told" in dataset,
  speed: loadItem(SPEED, getPreferences().speed),
};

const act = {
  open: (dialog) => setState({ ...state, dialog }),
  opens: (dialog) => () => act.open(dialog),
  leave: () => setState(States.leaveLine(state)),
};

function setState(next) {
  const before = state;
  state = next;
  if (!state.data || next === before) return;
  const other = !before.data || States.getStep(before) !== States.getStep(state);
  if (other) drawStep(before);
  else drawTable(place, state, near, act);
  drawSurroundings();
  review.draw(state);
  scheduleStep();
}

/** Draw the step. Cards move only to a neighbouring one. */
function drawStep(before) {
  const draw = () => drawTable(place, state, near, act);
  const one = before.data && before.line === null && state.line === null && Math.abs(state.step - before.step) === 1;
  if (one && hasMotion()) animateCards(place, draw, { ...PLAIN, time: getDuration("move", getPreferences().speed) });
  else drawStill(draw);
  words.textContent = States.getStep(state).words;
  history.replaceState(history.state, "", States.getAddress(state, location.search));
}

function drawStill(draw) {
  stopAnimations();
  draw();
}

/** Draw what surrounds the table: the ways on, the story so far, and the result. */
function drawSurroundings() {
  const { start, end } = States.getEnds(state);
  for (const way of ways) way.ariaDisabled = String(["first", "back"].includes(way.dataset.way) ? start : end);
  for (const trick of tricks) updateTrick(trick);
  document.getElementById("replay-ended").hidden = !States.isResultKnown(state);
  document.getElementById("replay-tell")?.toggleAttribute("hidden", States.isResultKnown(state));
  document.getElementById("replay-waits").hidden = !tricks.every((trick) => trick.hidden);
  run.setAttribute("aria-pressed", String(state.running));
  updatePlayOn();
}

/** Update the form that plays on from this step. After the last card nothing is left to play. */
function updatePlayOn() {
  const form = document.getElementById("play-on");
  if (!form) return;
  const { done, phase } = state.data.steps[state.step];
  form.elements.step.value = state.step;
  form.hidden = phase === 2 && done?.number === 13;
  document.getElementById("play-on-nothing").hidden = !form.hidden;
}

function updateTrick(trick) {
  const [first, last] = [Number(trick.dataset.first), Number(trick.dataset.last)];
  trick.hidden = !States.isTrickShown(state, { first, last });
  if (first <= state.step && state.step <= last) trick.setAttribute("aria-current", "step");
  else trick.removeAttribute("aria-current");
}

function scheduleStep() {
  clearTimeout(timer);
  const after = States.getDelay(state);
  if (after !== null) timer = setTimeout(() => setState(States.goWay(state, "on")), after);
}

const go = (way) => state.data
  && setState(way === "run" ? States.toggleRunning(state) : stopRunning(States.goWay(state, way)));

/** Stop running, since the reader goes on by hand. */
const stopRunning = (next) => ({ ...next, running: false });

/** Handle a plain click on a link of the page without loading another one. */
function handleClick(event, meant) {
  if (!state.data || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  meant();
}

function attachEvents() {
  for (const way of ways) way.addEventListener("click", (event) => handleClick(event, () => go(way.dataset.way)));
  for (const trick of tricks) {
    trick.querySelector("a").addEventListener("click", (event) =>
      handleClick(event, () => setState(stopRunning(States.goToStep(state, Number(trick.dataset.last))))));
  }
  document.getElementById("replay-tell")?.addEventListener("click", (event) =>
    handleClick(event, () => setState({ ...state, isResultShown: true })));
  run.addEventListener("click", () => go("run"));
  speed.addEventListener("change", () => (saveItem(SPEED, speed.value), setState({ ...state, speed: speed.value })));
  for (const link of document.querySelectorAll("[data-eyes]")) link.addEventListener("click", () => keepStep(link));
}

/** Keep the step in the link to another player's eyes. */
function keepStep(link) {
  const url = new URL(link.href);
  url.searchParams.set("step", String(state.step));
  if (States.isResultKnown(state)) url.searchParams.set("result", "1");
  link.href = url;
}

const reviewPlace = document.getElementById("replay-review");
const review = createReview(reviewPlace, {
  url: dataset.review, near,
  go: (at) => (setState(stopRunning(States.goToStep(state, at))), scrollToTable()),
  line: async (at, cards) => {
    const answer = await getJson(`${dataset.line}?step=${at}&cards=${cards.join(",")}&${seen}`);
    if (answer.ok) setState(stopRunning(States.enterLine(state, answer.data)));
    scrollToTable();
    return answer;
  },
  onReady: scrollToAnswer,
  showVerdict,
});

/** Show the verdict unless it is unchanged, which screen readers would read again. @param {string[]} texts */
function showVerdict(texts) {
  const [element, text] = [document.getElementById("replay-verdict"), joinSentences(texts)];
  if (element.textContent !== text) element.textContent = text;
}

const getScrollBehavior = () => (hasMotion() ? "smooth" : "instant");

/** Scroll to the table, which is above the review on a phone. */
function scrollToTable() {
  if (stage.getBoundingClientRect().top < 0) stage.scrollIntoView({ behavior: getScrollBehavior() });
}

/** Scroll to the curve and the verdict under it, unless the reader has left the review meanwhile. */
function scrollToAnswer() {
  const { top, bottom } = reviewPlace.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) return;
  reviewPlace.querySelector(".review-curve + *").scrollIntoView({ block: "nearest", behavior: getScrollBehavior() });
}

async function loadReplay() {
  const answer = await getJson(`${dataset.steps}?${seen}`);
  if (!answer.ok) return;
  place.replaceChildren();
  speed.value = state.speed;
  for (const hidden of [run, speed.parentElement, document.getElementById("replay-share")]) hidden.hidden = false;
  attachShareButton(document.getElementById("replay-share"));
  setState(States.loadData(state, answer.data));
  listenInput(stage, go);
}

attachEvents();
loadReplay();
