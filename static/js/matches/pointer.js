/** Presses, clicks and drags on the hand. */
import { listenKeyboard } from "./keyboard.js";

const DRAG_DISTANCE = 8;
/** Milliseconds after a key for which clicks on cards are ignored. */
const CLICK_PAUSE = 300;
const CONTROLS = "a, button, input, label, summary";

/** Milliseconds and pixels within which a press repeats the one before it. */
const REPEAT_TIME = 250;
const REPEAT_DISTANCE = 12;

/**
 * Listen to pointer and keyboard. A press means the card that is under the pointer as it comes down, whatever is drawn
 * until it comes up.
 * @param {HTMLElement} root
 * @param {object} act `press(place)`, `play(place)`, `dismiss()`, `open(dialog)`, `lower()`, `held()`, `shortcuts()`,
 *   `skip()`, `place(key)`
 */
export function listenInput(root, act) {
  let pauseEnd = 0;
  const pauseClicks = () => { pauseEnd = Date.now() + CLICK_PAUSE; };
  listenPointer(root, act);
  root.addEventListener("click", (event) => {
    const card = findCard(event);
    if (card && Date.now() >= pauseEnd) act.press(Number(card.dataset.place));
  });
  listenKeyboard(root, act, pauseClicks);
}

const findCard = (event) => event.target.closest?.(".hand .card") ?? null;

function listenPointer(root, act) {
  /** @type {{press: object|null, suppressed: "card"|"table"|null, lastPlay: object|null}} `suppressed`: next click */
  const pointer = { press: null, suppressed: null, lastPlay: null };
  document.addEventListener("pointerdown", (event) => handlePointerDown(event, root, act, pointer), true);
  document.addEventListener("pointermove", (event) => pointer.press && dragCard(pointer.press, event));
  document.addEventListener("pointercancel", (event) => isPressing(event, pointer) && endDrag(pointer));
  document.addEventListener("pointerup", (event) => isPressing(event, pointer)
    && handlePointerUp(event, root, act, pointer));
  document.addEventListener("click", (event) => suppressClick(event, pointer), true);
}

function handlePointerDown(event, root, act, pointer) {
  if (!event.isPrimary || event.button !== 0) return;
  if (pointer.press) endDrag(pointer);
  const target = root.contains(event.target) ? findCard(event) : null;
  const hasEndedStage = act.skip();
  const card = target ?? findArrival(event, root);
  pointer.suppressed = hasEndedStage && !card ? "table" : null;
  if (!card) return;
  if (isRepeated(event, pointer.lastPlay)) pointer.suppressed = "card";
  else pointer.press = startPress(event, card);
}

const startPress = ({ clientX: x, clientY: y, pointerId: id }, card) =>
  ({ id, card, key: card.dataset.key, x, y, isDrag: false });

/** Find the card that moved to this place of the hand until the stage ended; never one that was face down. */
function findArrival({ target, clientX, clientY }, root) {
  if (!target.closest?.(".hand")) return null;
  const card = document.elementFromPoint(clientX, clientY)?.closest(".hand .card");
  return card && root.contains(card) && !card.querySelector(".veil") ? card : null;
}

/** Return whether a press repeats one that played a card. The second of a double click would play the next card. */
const isRepeated = (event, lastPlay) => lastPlay && event.timeStamp - lastPlay.time < REPEAT_TIME
  && Math.hypot(event.clientX - lastPlay.x, event.clientY - lastPlay.y) < REPEAT_DISTANCE;

const isPressing = (event, pointer) => pointer.press?.id === event.pointerId;

function handlePointerUp(event, root, act, pointer) {
  const { key, isDrag } = pointer.press;
  endDrag(pointer);
  pointer.suppressed = "card";
  const { clientX: x, clientY: y, timeStamp: time } = event;
  if (!isDrag) pointer.lastPlay = act.press(act.place(key)) ? { x, y, time } : null;
  else if (isAboveHand(root.querySelector(".hand"), event)) act.play(act.place(key));
}

/** Return whether a card was dropped above the hand, which may have gone meanwhile. */
const isAboveHand = (hand, event) => hand && event.clientY < hand.getBoundingClientRect().top - 12;

/** Suppress the click of a press that has played a card, or ended a stage on an empty place. */
function suppressClick(event, pointer) {
  if (!pointer.suppressed || event.detail === 0) return;
  if (pointer.suppressed === "table" && event.target.closest?.(CONTROLS)) return;
  pointer.suppressed = null;
  event.stopPropagation();
  event.preventDefault();
}

function dragCard(press, event) {
  if (press.id !== event.pointerId) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.isDrag && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
  if (!press.isDrag) startDrag(press);
  press.card.style.setProperty("--dx", `${dx}px`);
  press.card.style.setProperty("--dy", `${dy}px`);
}

function startDrag(press) {
  press.isDrag = true;
  press.card.dataset.drag = "";
  if (press.card.isConnected) press.card.setPointerCapture(press.id);
}

function endDrag(pointer) {
  const { card } = pointer.press;
  pointer.press = null;
  delete card.dataset.drag;
  card.style.removeProperty("--dx");
  card.style.removeProperty("--dy");
}
