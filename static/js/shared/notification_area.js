/**
 * Notifications of other games on a page: text, tab title, sound, vibration, and the bell in the header.
 *
 * Their templates are templates/components/notification_area.html and bell.html beside it.
 *
 * @typedef {{text: string, url: string}} Waiting
 */
import { playCue } from "./cues.js";
import { announceSignals, answerChallenge, getForemost, MAX_REMEMBERED } from "./notifications.js";
import { loadItem, saveItem } from "./storage.js";

const ANNOUNCED_KEY = "signals:told";
const CLOSED_KEY = "signals:closed";
const FIRST_POLL = 1_000;
/** Ticks between two polls, where only a challenge or a board of a club night could come. */
const SLOW_TICKS = 4;
const place = document.querySelector("[data-signals]");
const inLobby = Boolean(document.querySelector('[data-live-part="resume"]'));
let setTabTitle = null;
let shown = "";
let ticker = null;
let isSlow = false;
let ticks = 0;

/**
 * Start to show notifications, once. The page of a game does so when the game is over.
 *
 * Nothing happens for a reader without a name, nor where another script of the page shows them.
 * @param {(text: string|null) => void} setTitle says the foremost notification in the tab's title
 */
export function startNotifications(setTitle) {
  if (!place || "started" in place.dataset) return;
  place.dataset.started = "";
  setTabTitle = setTitle;
  new ResizeObserver(setPageRoom).observe(place);
  setTimeout(pollQuietly, FIRST_POLL);
  document.addEventListener("visibilitychange", () => document.hidden || pollQuietly());
}

/** Have the page leave as much room at its end as the notification covers. */
function setPageRoom() {
  document.documentElement.style.setProperty("--signals-height", `${place.offsetHeight}px`);
}

async function pollSignals() {
  const headers = { Accept: "application/json" };
  const answered = await fetch(place.dataset.signals, { headers, cache: "no-store" });
  if (!answered.ok) return;
  const { signals, open, rarely: seldom, waiting } = await answered.json();
  isSlow = seldom;
  showSignals(signals);
  if (waiting) updateBell(document.querySelector("[data-bell]"), waiting);
  if (open) ticker ??= startTicker();
  else if (ticker) ticker = ticker.terminate() ?? null;
}

function showSignals(signals) {
  const keys = signals.map(({ key }) => key).join(" ");
  if (keys === shown) return;
  shown = keys;
  const heard = announceSignals(signals, loadItem(ANNOUNCED_KEY, []));
  saveItem(ANNOUNCED_KEY, heard.announced);
  const first = getForemost(signals);
  place.replaceChildren(...(first && !loadItem(CLOSED_KEY, []).includes(first.key) ? [signalLine(first)] : []));
  setTabTitle(first?.text ?? null);
  if (heard.cue) playCue(heard.cue);
}

const createElement = (tag, fields) => Object.assign(document.createElement(tag), fields);

/** Draw a notification. In the lobby, whose lists show it, it is for screen readers alone. */
function signalLine(signal) {
  const { key, kind, text, url, answers } = signal;
  if (inLobby && kind !== "rematch") return createElement("p", { className: "visually-hidden", textContent: text });
  const notice = createElement("p", { className: "signal" });
  const link = createElement("a", { className: "button primary", href: url, textContent: place.dataset.go });
  notice.append(createElement("span", { textContent: text }));
  notice.append(...(answers ? answerButtons(signal, notice) : [link, closeButton(key, notice)]));
  return notice;
}

function closeButton(key, notice) {
  return createButton(place.dataset.close, "quiet", () => {
    saveItem(CLOSED_KEY, [...loadItem(CLOSED_KEY, []), key].slice(-MAX_REMEMBERED));
    notice.remove();
  });
}

/** Draw the answers to a challenge. A failure is shown in its place. */
function answerButtons({ key, url, answers }, notice) {
  const does = (yes) => async () => {
    const { ok, message, url: to } = await answerChallenge(answers, yes);
    if (ok && yes) location.assign(to);
    else if (ok) notice.remove();
    else notice.firstChild.textContent = message;
  };
  const seen = createElement("a", { className: "button quiet", href: url, textContent: place.dataset.look });
  return [seen, createButton(place.dataset.no, "quiet", does(false)),
    createButton(place.dataset.yes, "primary", does(true)),
    closeButton(key, notice)];
}

function createButton(text, kind, pressed) {
  const found = createElement("button", { type: "button", className: `button ${kind}`, textContent: text });
  found.addEventListener("click", pressed);
  return found;
}

function startTicker() {
  const worker = new Worker(place.dataset.ticker);
  worker.addEventListener("message", () => (ticks += 1) % (isSlow ? SLOW_TICKS : 1) === 0 && pollQuietly());
  return worker;
}

const pollQuietly = () => pollSignals().catch(() => { /* offline: the next round tries again */ });

/**
 * Update the bell.
 * @param {HTMLElement|null} bell @param {{label: string, games: Waiting[]}} waiting as the server says it
 */
function updateBell(bell, { label, games }) {
  if (!bell) return;
  const count = bell.querySelector(".bell-count");
  const list = bell.querySelector("[data-bell-games]");
  const listed = [...list.children].map((link) => link.textContent + link.getAttribute("href")).join("\n");
  if (listed !== games.map(({ text, url }) => text + url).join("\n")) list.replaceChildren(...games.map(gameLink));
  count.hidden = !games.length;
  count.textContent = String(games.length);
  bell.querySelector("[data-bell-none]").hidden = Boolean(games.length);
  bell.querySelector("[data-bell-label]").textContent = label;
}

const gameLink = ({ text, url }) => Object.assign(document.createElement("a"), { href: url, textContent: text });
