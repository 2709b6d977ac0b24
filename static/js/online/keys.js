/** The keyboard: arrows and digits choose a card, Enter plays it (as a click does), letters open things. */

const DIALOGS = { "?": "help", l: "last", p: "piles", c: "seen" };
const WISHES = { h: "hint", z: "takeBack" };
const ALONG = { ArrowRight: 1, ArrowLeft: -1 };
const ACROSS = { ArrowDown: 1, ArrowUp: -1 };
const ONWARD = [" ", "Enter", "Escape"];
/** Held down together with others, or moving the focus: no answer to what is shown. */
const SILENT = ["Shift", "Control", "Alt", "Meta", "AltGraph", "Tab"];
const CONTROLS = "a, button, input, select, textarea, summary";

/** @param {HTMLElement} root @param {object} act @param {{now: () => void}} hush silences the click that follows */
export function listenKeys(root, act, hush) {
  document.addEventListener("keydown", (event) => {
    const skipped = !SILENT.includes(event.key) && act.skip();
    const where = placeOf(event.target, root);
    if (!where || combined(event) || root.querySelector("dialog[open]")) return;
    if (again(event, where) || ended(event, where, skipped)) event.preventDefault();
    else if (goesOn(event, where, act, hush) || meant(event.key, where, root, act)) event.preventDefault();
  });
}

/**
 * Keys belong to the match when nothing has the focus or something of it has it.
 * @returns {"card"|"control"|"page"|null}
 */
function placeOf(element, root) {
  if (element === document.body || element.id === "main") return "page";
  if (!root.contains(element)) return null;
  if (element.closest(".hand .card")) return "card";
  return element.closest(CONTROLS) ? "control" : "page";
}

const combined = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** A key that ended what was being told goes on from nothing else. */
const ended = (event, where, skipped) => skipped && where === "page" && ONWARD.includes(event.key);

/** Enter that is held down would play card after card. */
const again = (event, where) => event.repeat && where === "card" && event.key === "Enter";

/**
 * A finished trick goes with a key that nothing else waits for; a key that is held down does not go on and on. Enter on
 * a card means that card too.
 */
function goesOn(event, where, act, hush) {
  if (!act.held() || where === "control" || !ONWARD.includes(event.key)) return false;
  if (where === "card" && event.key === "Enter") return false;
  hush.now();
  if (!event.repeat) act.dismiss();
  return true;
}

/** @returns {boolean} whether the key meant something, so that the browser is to do nothing with it */
function meant(key, where, root, act) {
  if (key === "Escape") return act.lower(), false;
  const dialog = act.shortcuts() && DIALOGS[key.toLowerCase()];
  if (dialog) return act.open(dialog), true;
  const wish = act.shortcuts() && act.aided() && WISHES[key.toLowerCase()];
  if (wish) return act[wish](), true;
  const to = target(key, where, [...root.querySelectorAll(".hand .card")], act);
  if (!to) return false;
  if (act.held()) act.dismiss();
  to.focus();
  return true;
}

/** The card that a key leads to: arrows, Home and End along the hand, a digit to the next card of that value. */
function target(key, where, cards, act) {
  const at = cards.indexOf(document.activeElement);
  const ends = { Home: 0, End: cards.length - 1 };
  const steps = where === "card" ? { ...ALONG, ...ACROSS } : ALONG;
  if (where === "card" && key in ends) return cards[ends[key]];
  if (key in steps) return at < 0 ? cards[0] : cards[(at + steps[key] + cards.length) % cards.length];
  return act.shortcuts() && /^\d$/.test(key) ? nextOfValue(key, cards, at) : null;
}

/** Playable cards of the value come first. */
function nextOfValue(value, cards, at) {
  const ofValue = (card) => card.dataset.card.slice(1) === value;
  const round = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].filter(ofValue);
  return round.find((card) => card.dataset.legal === "yes") ?? round[0] ?? null;
}
