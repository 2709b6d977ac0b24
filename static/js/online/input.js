/** Taps, clicks and drags on the hand, turned into what the person means. */
import { listenKeys } from "./keys.js";

const DRAG_FROM = 8;
const PAUSE = 300;

/**
 * Listens on the page.
 * @param {HTMLElement} root
 * @param {object} act `tap(place)`, `play(place)`, `dismiss()`, `open(dialog)`, `lower()`, `held()`, `shortcuts()`,
 *   `settle()`
 */
export function listen(root, act) {
  const hush = { until: 0, now: () => (hush.until = Date.now() + PAUSE) };
  document.addEventListener("pointerdown", act.settle, true);
  listenDrags(root, act, hush);
  listenTaps(root, act, hush);
  listenKeys(root, act, hush);
}

const cardOf = (event) => event.target.closest?.(".hand .card") ?? null;
const placeOf = (card) => Number(card.dataset.place);

/** A finger lifts a card and plays it with the second tap; a mouse or a key plays at once. */
function listenTaps(root, act, hush) {
  let kind = "mouse";
  root.addEventListener("pointerdown", (event) => (kind = event.pointerType || "mouse"));
  root.addEventListener("click", (event) => {
    const card = cardOf(event);
    if (!card || Date.now() < hush.until) return;
    const finger = event.detail !== 0 && kind !== "mouse";
    if (act.held() || finger) act.tap(placeOf(card));
    else act.play(placeOf(card));
  });
}

/** A card that is dragged above the hand is played; dropped anywhere else it goes back. */
function listenDrags(root, act, hush) {
  let drag = null;
  root.addEventListener("pointerdown", (event) => {
    const card = cardOf(event);
    if (card && event.button === 0 && event.isPrimary) drag = { card, x: event.clientX, y: event.clientY, far: false };
  });
  root.addEventListener("pointermove", (event) => drag && follow(drag, event));
  root.addEventListener("pointercancel", () => {
    if (drag?.far) release(drag.card);
    drag = null;
  });
  root.addEventListener("pointerup", (event) => {
    const { card, far } = drag ?? {};
    drag = null;
    if (!far) return;
    hush.now();
    release(card);
    if (event.clientY < root.querySelector(".hand").getBoundingClientRect().top - 12) act.play(placeOf(card));
  });
}

function follow(drag, event) {
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.far && Math.hypot(dx, dy) < DRAG_FROM) return;
  if (!drag.far) begin(drag, event.pointerId);
  drag.card.style.setProperty("--dx", `${dx}px`);
  drag.card.style.setProperty("--dy", `${dy}px`);
}

function begin(drag, pointer) {
  drag.far = true;
  drag.card.dataset.drag = "";
  drag.card.setPointerCapture(pointer);
}

function release(card) {
  delete card.dataset.drag;
  card.style.removeProperty("--dx");
  card.style.removeProperty("--dy");
}
