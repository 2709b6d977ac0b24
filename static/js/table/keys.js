/** The keyboard: arrows and digits choose a card, Enter plays it (as a click does), letters open things. */

const DIALOGS = { "?": "help", l: "last", p: "piles" };
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const PASSING = ["Tab", "Shift"];

/** @param {HTMLElement} root @param {object} act @param {{now: () => void}} hush silences the click that follows */
export function listenKeys(root, act, hush) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !root.contains(here(event)) || root.querySelector("dialog[open]")) return;
    if (act.held() && !PASSING.includes(event.key)) {
      event.preventDefault();
      hush.now();
      act.dismiss();
    } else if (meant(event.key, root, act)) event.preventDefault();
  });
}

/** Keys belong to the table when nothing has the focus or something on the table has it. */
const here = (event) => (event.target === document.body || event.target.id === "main" ? document.getElementById("table") : event.target);

/** @returns {boolean} whether the key meant something */
function meant(key, root, act) {
  const dialog = DIALOGS[key.toLowerCase()];
  if (dialog) act.open(dialog);
  if (key === "Escape") act.lower();
  const to = dialog ? null : target(key, [...root.querySelectorAll(".hand .card")]);
  to?.focus();
  return Boolean(dialog || to || key === "Escape");
}

/** The card that a key leads to: arrows, Home and End along the hand, a digit to the next card of that value. */
function target(key, cards) {
  const at = cards.indexOf(document.activeElement);
  const ends = { Home: 0, End: cards.length - 1 };
  if (key in ends && at >= 0) return cards[ends[key]];
  if (key in STEPS) return at < 0 ? cards[0] : cards[(at + STEPS[key] + cards.length) % cards.length];
  return /^\d$/.test(key) ? nextOfValue(key, cards, at) : null;
}

/** Playable cards of the value come first. */
function nextOfValue(value, cards, at) {
  const round = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].filter((card) => card.dataset.card.slice(1) === value);
  return round.find((card) => card.dataset.legal === "yes") ?? round[0] ?? null;
}
