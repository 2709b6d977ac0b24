/** Presses, clicks and drags on the hand. */
import { listenKeyboard } from "./keyboard.js";

const DRAG_DISTANCE = 8;
const PAUSE = 300;
const CONTROLS = "a, button, input, label, summary";

/** Milliseconds and pixels within which a press repeats the one before it. */
const REPEAT_TIME = 250;
const REPEAT_DISTANCE = 12;

/**
 * Listen to pointer and keyboard. The card under the pointer as it comes down is the one, whatever is drawn until it
 * comes up.
 * @param {HTMLElement} root
 * @param {object} act `press(place)`, `play(place)`, `dismiss()`, `open(dialog)`, `lower()`, `held()`, `shortcuts()`,
 *   `skip()`, `place(key)`
 */
export function listenInput(root, act) {
  const hush = { until: 0, now: () => (hush.until = Date.now() + PAUSE) };
  listenPointer(root, act);
  root.addEventListener("click", (event) => {
    const card = findCard(event);
    if (card && Date.now() >= hush.until) act.press(Number(card.dataset.place));
  });
  listenKeyboard(root, act, hush);
}

const findCard = (event) => event.target.closest?.(".hand .card") ?? null;

function listenPointer(root, act) {
  const now = { press: null, spent: null, played: null };
  document.addEventListener("pointerdown", (event) => handlePointerDown(event, root, act, now), true);
  document.addEventListener("pointermove", (event) => now.press && dragCard(now.press, event));
  document.addEventListener("pointercancel", (event) => isCurrentPointer(event, now) && endDrag(now.press, now));
  document.addEventListener("pointerup", (event) => isCurrentPointer(event, now)
    && handlePointerUp(event, root, act, now));
  document.addEventListener("click", (event) => suppressClick(event, now), true);
}

function handlePointerDown(event, root, act, now) {
  if (!event.isPrimary || event.button !== 0) return;
  if (now.press) endDrag(now.press, now);
  const seen = root.contains(event.target) ? findCard(event) : null;
  const ended = act.skip();
  const card = seen ?? findArrival(event, root);
  now.spent = ended && !card ? "felt" : null;
  if (!card) return;
  if (isRepeated(event, now.played)) now.spent = "card";
  else now.press = startPress(event, card);
}

const startPress = ({ clientX: x, clientY: y, pointerId: id }, card) =>
  ({ id, card, key: card.dataset.key, x, y, far: false });

/** Find the card that was on its way to this place of the hand, and is there now; never one that was face down. */
function findArrival({ target, clientX, clientY }, root) {
  if (!target.closest?.(".hand")) return null;
  const card = document.elementFromPoint(clientX, clientY)?.closest(".hand .card");
  return card && root.contains(card) && !card.querySelector(".veil") ? card : null;
}

/** Return whether a press repeats one that played a card. The second of a double click would play the next card. */
const isRepeated = (event, played) => played && event.timeStamp - played.time < REPEAT_TIME
  && Math.hypot(event.clientX - played.x, event.clientY - played.y) < REPEAT_DISTANCE;

const isCurrentPointer = (event, now) => now.press?.id === event.pointerId;

function handlePointerUp(event, root, act, now) {
  const { key, far } = now.press;
  endDrag(now.press, now);
  now.spent = "card";
  const { clientX: x, clientY: y, timeStamp: time } = event;
  if (!far) now.played = act.press(act.place(key)) ? { x, y, time } : null;
  else if (isAboveHand(root.querySelector(".hand"), event)) act.play(act.place(key));
}

/** Return whether a card was dropped above the hand, which may have gone meanwhile. */
const isAboveHand = (hand, event) => hand && event.clientY < hand.getBoundingClientRect().top - 12;

/** Suppress the click of a press that has played a card, or ended a stage on an empty place. */
function suppressClick(event, now) {
  if (!now.spent || event.detail === 0) return;
  if (now.spent === "felt" && event.target.closest?.(CONTROLS)) return;
  now.spent = null;
  event.stopPropagation();
  event.preventDefault();
}

function dragCard(press, event) {
  if (press.id !== event.pointerId) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.far && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
  if (!press.far) startDrag(press);
  press.card.style.setProperty("--dx", `${dx}px`);
  press.card.style.setProperty("--dy", `${dy}px`);
}

function startDrag(press) {
  press.far = true;
  press.card.dataset.drag = "";
  if (press.card.isConnected) press.card.setPointerCapture(press.id);
}

function endDrag({ card }, now) {
  now.press = null;
  delete card.dataset.drag;
  card.style.removeProperty("--dx");
  card.style.removeProperty("--dy");
}
