/** Presses, clicks and drags on the hand, turned into what the person means. */
import { listenKeys } from "./keys.js";

const DRAG_FROM = 8;
const PAUSE = 300;
const CONTROLS = "a, button, input, label, summary";

/**
 * Listens on the page. Which card is meant is decided when a finger or button comes down: whatever is drawn until it
 * comes up again, that card is the one.
 * @param {HTMLElement} root
 * @param {object} act `press(place, finger)`, `carry(place)`, `dismiss()`, `open(dialog)`, `lower()`, `held()`,
 *   `shortcuts()`, `skip()`, `place(key)`
 */
export function listen(root, act) {
  const hush = { until: 0, now: () => (hush.until = Date.now() + PAUSE) };
  listenPresses(root, act);
  root.addEventListener("click", (event) => {
    const card = cardOf(event);
    if (card && Date.now() >= hush.until) act.press(Number(card.dataset.place), false);
  });
  listenKeys(root, act, hush);
}

const cardOf = (event) => event.target.closest?.(".hand .card") ?? null;

function listenPresses(root, act) {
  const now = { press: null, spent: null };
  document.addEventListener("pointerdown", (event) => comesDown(event, root, act, now), true);
  document.addEventListener("pointermove", (event) => now.press && follow(now.press, event));
  document.addEventListener("pointercancel", (event) => ends(event, now) && putBack(now.press, now));
  document.addEventListener("pointerup", (event) => ends(event, now) && comesUp(event, root, act, now));
  document.addEventListener("click", (event) => silence(event, now), true);
}

function comesDown(event, root, act, now) {
  if (!event.isPrimary || event.button !== 0) return;
  if (now.press) putBack(now.press, now);
  const card = root.contains(event.target) ? cardOf(event) : null;
  const { clientX: x, clientY: y, pointerId: id, pointerType } = event;
  now.press = card && { id, card, key: card.dataset.key, finger: pointerType !== "mouse", x, y, far: false };
  now.spent = act.skip() && !card ? "felt" : null;
}

const ends = (event, now) => now.press?.id === event.pointerId;

function comesUp(event, root, act, now) {
  const { key, far, finger } = now.press;
  putBack(now.press, now);
  now.spent = "card";
  if (!far) act.press(act.place(key), finger);
  else if (above(root.querySelector(".hand"), event)) act.carry(act.place(key));
}

/** The game may have ended, and the hand have gone, while a card was carried. */
const above = (hand, event) => hand && event.clientY < hand.getBoundingClientRect().top - 12;

/** A press that has done its work clicks on nothing else; one that ended what was being told, on no empty place. */
function silence(event, now) {
  if (!now.spent || event.detail === 0) return;
  if (now.spent === "felt" && event.target.closest?.(CONTROLS)) return;
  now.spent = null;
  event.stopPropagation();
  event.preventDefault();
}

function follow(press, event) {
  if (press.id !== event.pointerId) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.far && Math.hypot(dx, dy) < DRAG_FROM) return;
  if (!press.far) begin(press);
  press.card.style.setProperty("--dx", `${dx}px`);
  press.card.style.setProperty("--dy", `${dy}px`);
}

function begin(press) {
  press.far = true;
  press.card.dataset.drag = "";
  if (press.card.isConnected) press.card.setPointerCapture(press.id);
}

function putBack({ card }, now) {
  now.press = null;
  delete card.dataset.drag;
  card.style.removeProperty("--dx");
  card.style.removeProperty("--dy");
}
