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
 * @param {HTMLElement} root @param {object} act @param {() => void} pauseClicks ignores the click that a key causes
 */
export function listenKeyboard(root, act, pauseClicks) {
  document.addEventListener("keydown", (event) => {
    const skipped = !IGNORED_KEYS.includes(event.key) && act.skip();
    const area = getFocusArea(event.target, root);
    if (!area || hasModifier(event) || root.querySelector("dialog[open]")) return;
    if (isRepeatedEnter(event, area) || isEndOfStage(event, area, skipped)) event.preventDefault();
    else if (dismissTrick(event, area, act, pauseClicks) || runKey(event.key, area, root, act)) event.preventDefault();
  });
}

/**
 * Return the area with the focus. Keys belong to the match unless another part of the site has the focus (null).
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
const isEndOfStage = (event, area, skipped) => skipped && area === "page" && CONTINUE_KEYS.includes(event.key);

/** Return whether Enter is held down on a card: it would play card after card. */
const isRepeatedEnter = (event, area) => event.repeat && area === "card" && event.key === "Enter";

/**
 * Dismiss a finished trick with a key that means nothing else. A key that is held down dismisses one trick. Enter on a
 * card plays the card, too.
 */
function dismissTrick(event, area, act, pauseClicks) {
  if (!act.held() || area === "control" || !CONTINUE_KEYS.includes(event.key)) return false;
  if (area === "card" && event.key === "Enter") return false;
  pauseClicks();
  if (!event.repeat) act.dismiss();
  return true;
}

/** Run the command of a key. @returns {boolean} whether the key has one, so that the browser must ignore it */
function runKey(key, area, root, act) {
  if (key === "Escape") return act.lower(), false;
  const dialog = act.shortcuts() && DIALOG_KEYS[key.toLowerCase()];
  if (dialog) return act.open(dialog), true;
  const aid = act.shortcuts() && act.aided() && AID_KEYS[key.toLowerCase()];
  if (aid) return act[aid](), true;
  const to = findTarget(key, area, [...root.querySelectorAll(".hand .card")], act);
  if (!to) return false;
  if (act.held()) act.dismiss();
  to.focus();
  return true;
}

/** Find the card of a key: arrows, Home and End along the hand, a digit to the next card of that value. */
function findTarget(key, area, cards, act) {
  const at = cards.indexOf(document.activeElement);
  const ends = { Home: 0, End: cards.length - 1 };
  const steps = area === "card" ? { ...ALONG, ...ACROSS } : ALONG;
  if (area === "card" && key in ends) return cards[ends[key]];
  if (key in steps) return at < 0 ? cards[0] : cards[(at + steps[key] + cards.length) % cards.length];
  return act.shortcuts() && /^\d$/.test(key) ? findNextOfValue(key, cards, at) : null;
}

/** Find the next card of a value, playable ones first. */
function findNextOfValue(value, cards, at) {
  const ofValue = (card) => card.dataset.card.slice(1) === value;
  const round = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].filter(ofValue);
  return round.find((card) => card.dataset.legal === "yes") ?? round[0] ?? null;
}
