/** Keyboard of a match: arrows and digits choose a card, Enter plays it, letters open dialogs. */

const DIALOG_KEYS = { "?": "help", l: "last", p: "piles", c: "seen" };
const AID_KEYS = { h: "hint", z: "takeBack" };
const ALONG = { ArrowRight: 1, ArrowLeft: -1 };
const ACROSS = { ArrowDown: 1, ArrowUp: -1 };
const CONTINUE_KEYS = [" ", "Enter", "Escape"];
/** Keys that are held down together with others, or move the focus. */
const IGNORED_KEYS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "Tab"];
const CONTROLS = "a, button, input, select, textarea, summary";

/**
 * Listen to the keyboard.
 * @param {HTMLElement} root @param {object} act @param {{now: () => void}} hush silences the click that follows
 */
export function listenKeyboard(root, act, hush) {
  document.addEventListener("keydown", (event) => {
    const skipped = !IGNORED_KEYS.includes(event.key) && act.skip();
    const where = getFocusArea(event.target, root);
    if (!where || hasModifier(event) || root.querySelector("dialog[open]")) return;
    if (isRepeatedEnter(event, where) || isEndOfStage(event, where, skipped)) event.preventDefault();
    else if (dismissTrick(event, where, act, hush) || runKey(event.key, where, root, act)) event.preventDefault();
  });
}

/**
 * Keys belong to the match when nothing has the focus or something of it has it.
 * @returns {"card"|"control"|"page"|null}
 */
function getFocusArea(element, root) {
  if (element === document.body || element.id === "main") return "page";
  if (!root.contains(element)) return null;
  if (element.closest(".hand .card")) return "card";
  return element.closest(CONTROLS) ? "control" : "page";
}

const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Return whether a key has ended a stage, and means nothing else. */
const isEndOfStage = (event, where, skipped) => skipped && where === "page" && CONTINUE_KEYS.includes(event.key);

/** Enter that is held down would play card after card. */
const isRepeatedEnter = (event, where) => event.repeat && where === "card" && event.key === "Enter";

/**
 * A finished trick goes with a key that nothing else waits for; a key that is held down does not go on and on. Enter on
 * a card means that card too.
 */
function dismissTrick(event, where, act, hush) {
  if (!act.held() || where === "control" || !CONTINUE_KEYS.includes(event.key)) return false;
  if (where === "card" && event.key === "Enter") return false;
  hush.now();
  if (!event.repeat) act.dismiss();
  return true;
}

/** @returns {boolean} whether the key meant something, so that the browser is to do nothing with it */
function runKey(key, where, root, act) {
  if (key === "Escape") return act.lower(), false;
  const dialog = act.shortcuts() && DIALOG_KEYS[key.toLowerCase()];
  if (dialog) return act.open(dialog), true;
  const wish = act.shortcuts() && act.aided() && AID_KEYS[key.toLowerCase()];
  if (wish) return act[wish](), true;
  const to = findTarget(key, where, [...root.querySelectorAll(".hand .card")], act);
  if (!to) return false;
  if (act.held()) act.dismiss();
  to.focus();
  return true;
}

/** Find the card of a key: arrows, Home and End along the hand, a digit to the next card of that value. */
function findTarget(key, where, cards, act) {
  const at = cards.indexOf(document.activeElement);
  const ends = { Home: 0, End: cards.length - 1 };
  const steps = where === "card" ? { ...ALONG, ...ACROSS } : ALONG;
  if (where === "card" && key in ends) return cards[ends[key]];
  if (key in steps) return at < 0 ? cards[0] : cards[(at + steps[key] + cards.length) % cards.length];
  return act.shortcuts() && /^\d$/.test(key) ? findNextOfValue(key, cards, at) : null;
}

/** Find the next card of a value, playable ones first. */
function findNextOfValue(value, cards, at) {
  const ofValue = (card) => card.dataset.card.slice(1) === value;
  const round = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].filter(ofValue);
  return round.find((card) => card.dataset.legal === "yes") ?? round[0] ?? null;
}
