/** Taps, clicks, drags and keys, turned into what the person means. */

const DRAG_FROM = 8;
const PAUSE_AFTER_SEEN = 300;

/**
 * Listens on the table.
 * @param {HTMLElement} root
 * @param {object} act `tap(place)`, `play(place)`, `dismiss()`, `open(dialog)`, `focusing(place)`, `held()`, `settle()`
 */
export function listen(root, act) {
  let kind = "mouse";
  let drag = null;
  let quiet = 0;

  const cardOf = (event) => event.target.closest?.(".hand .card") ?? null;
  const placeOf = (element) => Number(element.dataset.place);

  document.addEventListener("pointerdown", () => act.settle(), true);

  root.addEventListener("pointerdown", (event) => {
    kind = event.pointerType || "mouse";
    const card = cardOf(event);
    if (card && event.button === 0 && event.isPrimary) drag = { card, x: event.clientX, y: event.clientY, far: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.far && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!drag.far) begin(drag, event.pointerId);
    drag.card.style.setProperty("--dx", `${dx}px`);
    drag.card.style.setProperty("--dy", `${dy}px`);
  });

  root.addEventListener("pointerup", (event) => finish(event.clientY));
  root.addEventListener("pointercancel", () => finish(null));

  /** A drop above the hand plays the card; anywhere else it goes back. */
  function finish(y) {
    const { card, far } = drag ?? {};
    drag = null;
    if (!far) return;
    quiet = Date.now() + PAUSE_AFTER_SEEN;
    const above = y !== null && y < root.querySelector(".hand").getBoundingClientRect().top - 12;
    release(card);
    if (above) act.play(placeOf(card));
  }

  root.addEventListener("click", (event) => {
    const card = cardOf(event);
    if (!card || Date.now() < quiet) return;
    const touch = event.detail !== 0 && kind !== "mouse";
    if (act.held() || touch) act.tap(placeOf(card));
    else act.play(placeOf(card));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (act.held() && !["Tab", "Shift"].includes(event.key)) {
      event.preventDefault();
      quiet = Date.now() + PAUSE_AFTER_SEEN;
      act.dismiss();
    } else if (keys(event.key)) event.preventDefault();
  });

  /** @returns {boolean} whether the key meant something */
  function keys(key) {
    const open = { "?": "help", l: "last", p: "piles" }[key.toLowerCase()];
    if (open) return act.open(open), true;
    if (key === "Escape") return act.lower(), true;
    const cards = [...root.querySelectorAll(".hand .card")];
    const at = cards.indexOf(document.activeElement);
    const to = target(key, cards, at);
    to?.focus();
    return Boolean(to);
  }
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

/** The card that a key leads to: the arrows, Home and End along the hand, a digit to the next card of that value. */
function target(key, cards, at) {
  const ends = { Home: 0, End: cards.length - 1 };
  if (key in ends && at >= 0) return cards[ends[key]];
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (step) return cards[(at + step + cards.length) % cards.length] ?? cards[0];
  if (!/^\d$/.test(key)) return null;
  const round = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].filter((card) => card.dataset.card.slice(1) === key);
  return round.find((card) => card.dataset.legal === "yes") ?? round[0] ?? null;
}
