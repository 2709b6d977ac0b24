/**
 * Cards that are seen to move: each begins where it was drawn last, and is drawn at once where it belongs. What moves
 * is an ordinary element all the time, so it can be hit where it is seen.
 */

const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const OUT = 64;
/** What runs or has just run, and what it leaves behind to be taken away. */
const alive = new Map();

/** Where an element is seen now: its middle, its width, how it is turned, and whether it turns about its middle. */
function seen(element) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const width = element.offsetWidth * (parseFloat(style.scale) || 1);
  const centred = style.transformOrigin === `${element.offsetWidth / 2}px ${element.offsetHeight / 2}px`;
  const turn = parseFloat(style.rotate) || 0;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width, turn, centred };
}

const cards = (root) => [...root.querySelectorAll("[data-move]")];
const order = (elements) => elements.map((element) => element.dataset.move).join(" ");

/**
 * Draws, and lets the cards go from where they were to where they are.
 * @param {HTMLElement} root
 * @param {() => void} update draws
 * @param {{time: number, step: number, origins: import("./paths.js").Origin[],
 *   leaving: import("./paths.js").Way[]}} plan `step`: milliseconds between cards that come one after another
 */
export function glide(root, update, plan) {
  const old = cards(root);
  const before = new Map(old.map((element) => [element.dataset.move, seen(element)]));
  const begin = plan.origins.map(({ from }) => within(root, from));
  const names = order(old);
  update();
  const now = cards(root);
  if (order(now) === names && !plan.leaving.length) return;
  stop();
  const source = (origin, at) => [origin.move, { ...origin, seen: begin[at] ?? within(root, origin.from) }];
  const sources = new Map(plan.origins.map(source));
  // Everything is measured before anything is set going: each look after a change costs a layout.
  const moves = now.map((element) => [element, seen(element)]);
  const ways = plan.leaving.map((way) => along(root, way)).filter(Boolean);
  for (const [element, to] of moves) arrive(element, to, before, sources, plan);
  for (const way of ways) leave(way, plan.time);
}

/** Null for a place that this page does not show. */
function within(root, selector) {
  const element = root.querySelector(selector);
  return element?.getClientRects().length ? seen(element) : null;
}

function arrive(element, to, before, sources, plan) {
  const name = element.dataset.move;
  const known = before.get(name);
  const origin = sources.get(name);
  const from = known ?? origin?.seen;
  if (!from || same(from, to)) return;
  const delay = known ? 0 : origin.place * plan.step;
  const timing = { duration: plan.time, delay, easing: EASE, fill: "backwards" };
  travel(element, from, to, timing);
  if (!known && origin.turn) turnOver(element, origin.turn, timing);
}

const same = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1 && Math.abs(a.width - b.width) < 1;

function travel(element, from, to, timing) {
  const away = `${from.x - to.x}px ${from.y - to.y}px`;
  play(element, { translate: [away, "0px 0px"] }, { ...timing, composite: "add" });
  play(element, { scale: [String(from.width / to.width), "1"] }, timing);
  if (to.centred && from.turn !== to.turn) play(element, { rotate: [`${from.turn}deg`, `${to.turn}deg`] }, timing);
}

/** What leaves, from where and to where. */
function along(root, { from, to, turn }) {
  const element = root.querySelector(from);
  return element && { element, here: seen(element), there: to && within(root, to), turn };
}

/** To its pile, or off the felt; it stays there until the next drawing. */
function leave({ element, here, there, turn }, time) {
  const timing = { duration: time, easing: EASE, fill: "both" };
  element.dataset.leaves = "";
  if (there) {
    const way = `${there.x - here.x}px ${there.y - here.y}px`;
    play(element, { translate: ["0px 0px", way] }, { ...timing, composite: "add" });
    play(element, { scale: ["1", String(Math.min(1, 26 / here.width))] }, timing);
  } else {
    play(element, { translate: ["0px 0px", `0px ${-OUT}px`], opacity: [1, 0], scale: ["1", "0.8"] }, timing);
  }
  if (turn) turnOver(element, turn, timing);
}

/** Its face comes up, or goes down: a back lies on the card until, or from, the middle of the way. */
function turnOver(element, turn, timing) {
  const veil = document.createElement("span");
  veil.className = "veil";
  element.append(veil);
  const opacity = turn === "up" ? [1, 1, 0, 0] : [0, 0, 1, 1];
  play(element, { transform: ["scaleX(1)", "scaleX(0.06)", "scaleX(1)"] }, timing);
  const away = () => veil.remove();
  const lying = play(veil, { opacity, offset: [0, 0.5, 0.5, 1] }, { ...timing, fill: "both" }, away);
  if (turn === "up") lying.onfinish = away;
}

function play(element, frames, timing, away = () => {}) {
  const one = element.animate(frames, timing);
  alive.set(one, away);
  return one;
}

/** Everything is where it belongs. */
export function stop() {
  for (const [one, away] of alive) {
    delete one.effect.target.dataset.leaves;
    one.cancel();
    away();
  }
  alive.clear();
}

/** @returns {boolean} whether something was still moving; it has arrived now */
export function finish() {
  const moving = [...alive.keys()].filter((one) => one.playState !== "finished");
  for (const one of moving) one.finish();
  return moving.length > 0;
}
