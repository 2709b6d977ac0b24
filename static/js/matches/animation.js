/**
 * Animation of cards (FLIP): each begins where it was drawn last, and is drawn at once where it belongs.
 *
 * What moves is an ordinary element all the time, so that a press always meets it.
 */
import { getPreferences } from "../shared/preferences.js";
import { getDepartures, getOrigins } from "./card_paths.js";
import { composeScene } from "./scene.js";
import { getDuration } from "./state.js";

const EASING = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const EXIT_DISTANCE = 64;
/** Animations that run or have run, each with its clean-up. */
const animations = new Map();

/** Measure an element: its middle, width (0 where it is hidden) and turn, and whether it turns about its middle. */
function measure(element) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const width = element.offsetWidth * (parseFloat(style.scale) || 1);
  const centred = style.transformOrigin === `${element.offsetWidth / 2}px ${element.offsetHeight / 2}px`;
  const turn = parseFloat(style.rotate) || 0;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width, turn, centred };
}

const findCards = (root) => [...root.querySelectorAll("[data-move]")];
const getOrder = (elements) => elements.map((element) => element.dataset.move).join(" ");

/**
 * Draw, and animate the cards from where they were to where they are.
 * @param {HTMLElement} root
 * @param {() => void} update draws
 * @param {{time: number, step: number, origins: import("./card_paths.js").Origin[],
 *   leaving: import("./card_paths.js").Way[], cleared: import("./card_paths.js").Way[]}} plan `step`: milliseconds
 *   between cards that come one after another; `cleared`: ways of cards whose places are drawn anew at once
 */
export function animateCards(root, update, plan) {
  const old = findCards(root);
  const before = new Map(old.map((element) => [element.dataset.move, measure(element)]));
  const begin = plan.origins.map(({ from }) => measurePlace(root, from));
  const names = getOrder(old);
  const cleared = plan.cleared.map((way) => copyDeparture(root, way)).filter(Boolean);
  update();
  const now = findCards(root);
  if (getOrder(now) === names && !plan.leaving.length) return;
  stopAnimations();
  const source = (origin, at) => [origin.move, { ...origin, seen: begin[at] ?? measurePlace(root, origin.from) }];
  const sources = new Map(plan.origins.map(source));
  // Everything is measured before anything is set going: each look after a change costs a layout.
  const moves = now.map((element) => [element, measure(element)]);
  const ways = [...plan.leaving.map((way) => measureDeparture(root, way)).filter(Boolean),
    ...cleared.map((way) => layCopy(root, way))];
  for (const [element, to] of moves) animateArrival(element, to, before, sources, plan);
  for (const way of ways) animateDeparture(way, plan.time);
}

/** Measure a place; null where this page does not show it. */
function measurePlace(root, selector) {
  const element = root.querySelector(selector);
  return element?.getClientRects().length ? measure(element) : null;
}

function animateArrival(element, to, before, sources, plan) {
  const name = element.dataset.move;
  const known = before.get(name);
  const origin = sources.get(name);
  const from = known ?? origin?.seen;
  if (!from || !to.width || isSamePlace(from, to)) return;
  const delay = known ? 0 : origin.place * plan.step;
  const timing = { duration: plan.time, delay, easing: EASING, fill: "backwards" };
  animateMove(element, from, to, timing);
  if (!known && origin.turn) turnOver(element, origin.turn, timing);
}

const isSamePlace = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1 && Math.abs(a.width - b.width) < 1;

function animateMove(element, from, to, timing) {
  const away = `${from.x - to.x}px ${from.y - to.y}px`;
  animate(element, { translate: [away, "0px 0px"] }, { ...timing, composite: "add" });
  animate(element, { scale: [String(from.width / to.width), "1"] }, timing);
  if (to.centred && from.turn !== to.turn) animate(element, { rotate: [`${from.turn}deg`, `${to.turn}deg`] }, timing);
}

/** Measure a card that leaves, and its target. */
function measureDeparture(root, { from, to, turn }) {
  const element = root.querySelector(from);
  return element && { element, here: measure(element), there: to && measurePlace(root, to), turn };
}

/** Copy a card that leaves while its place is drawn anew. */
function copyDeparture(root, { from, to, turn }) {
  const element = root.querySelector(from);
  if (!element) return null;
  const copy = element.cloneNode(true);
  delete copy.dataset.move;
  copy.classList.add("copy");
  copy.setAttribute("aria-hidden", "true");
  copy.style.setProperty("--w", `${element.offsetWidth}px`);
  return { element: copy, here: measure(element), height: element.offsetHeight, to, turn };
}

/** Lay a copy where its card lay, and measure its target. */
function layCopy(root, { element, here, height, to, turn }) {
  const court = root.querySelector(".court");
  const box = court.getBoundingClientRect();
  element.style.left = `${here.x - box.left - here.width / 2}px`;
  element.style.top = `${here.y - box.top - height / 2}px`;
  element.style.rotate = `${here.turn}deg`;
  court.append(element);
  return { element, here, there: to && measurePlace(root, to), turn, away: () => element.remove() };
}

/** Animate a card to its pile, or off the felt. It stays there until the next drawing; a copy goes. */
function animateDeparture({ element, here, there, turn, away }, time) {
  const timing = { duration: time, easing: EASING, fill: "both" };
  element.dataset.leaves = "";
  if (away) animate(element, {}, timing, away).onfinish = away;
  if (there) {
    const way = `${there.x - here.x}px ${there.y - here.y}px`;
    animate(element, { translate: ["0px 0px", way] }, { ...timing, composite: "add" });
    animate(element, { scale: ["1", String(Math.min(1, 26 / here.width))] }, timing);
  } else {
    animate(element, { translate: ["0px 0px", `0px ${-EXIT_DISTANCE}px`], opacity: [1, 0], scale: ["1", "0.8"] },
      timing);
  }
  if (turn) turnOver(element, turn, timing);
}

/** Turn a card over: a back lies on it until, or from, the middle of the way. */
function turnOver(element, turn, timing) {
  const veil = document.createElement("span");
  veil.className = "veil";
  element.append(veil);
  const opacity = turn === "up" ? [1, 1, 0, 0] : [0, 0, 1, 1];
  animate(element, { transform: ["scaleX(1)", "scaleX(0.06)", "scaleX(1)"] }, timing);
  const away = () => veil.remove();
  const lying = animate(veil, { opacity, offset: [0, 0.5, 0.5, 1] }, { ...timing, fill: "both" }, away);
  if (turn === "up") lying.onfinish = away;
}

function animate(element, frames, timing, away = () => {}) {
  const one = element.animate(frames, timing);
  animations.set(one, away);
  return one;
}

/** Stop all animations: every card is where it belongs. */
export function stopAnimations() {
  for (const [one, away] of animations) {
    delete one.effect.target.dataset.leaves;
    one.cancel();
    away();
  }
  animations.clear();
}

/** Finish all animations. @returns {boolean} whether one was still running */
export function finishAnimations() {
  const moving = [...animations.keys()].filter((one) => one.playState !== "finished");
  for (const one of moving) one.finish();
  return moving.length > 0;
}

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** Cards that come one after another, and not at once. */
const SEQUENCE_MIN = 3;

/** Return whether cards are animated now. @returns {boolean} */
export const hasMotion = () => !reducedMotion.matches && !document.hidden;

/**
 * Draw the next scene, its cards moving from where they are in the current one.
 * @param {HTMLElement} root
 * @param {() => void} draw draws the state
 * @param {import("./scene.js").Scene|null} scene what is drawn now
 * @param {import("./state.js").State} state
 */
export function drawWithMotion(root, draw, scene, state) {
  if (hasMotion() && state.view) {
    return animateCards(root, draw, planAnimation(scene, composeScene(state), Boolean(state.restoredView)));
  }
  stopAnimations();
  draw();
}

const getLeaving = (before, after) => (after.going && !before?.going ? getDepartures(after) : []);

/** Return whether the reader has played over a finished trick, whose cards have not gone. */
const isClearedByCard = (before, after) =>
  Boolean(before?.won && after.board && !after.done && after.trick.some((played) => played?.sending));

function planAnimation(before, after, isReload) {
  const { speed } = getPreferences();
  const comes = before || !isReload ? getOrigins(before, after) : [];
  const whole = getDuration(after.board?.ply ? "marched" : "dealt", speed);
  const time = getDuration(after.going ? "goes" : "move", speed);
  return {
    time, origins: comes,
    step: comes.length < SEQUENCE_MIN ? 0 : (whole - time) / comes.length,
    leaving: getLeaving(before, after),
    cleared: isClearedByCard(before, after) ? getDepartures(before, ".deck") : [],
  };
}
