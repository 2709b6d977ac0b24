/**
 * Notifications of other games: polls the server, and shows text, tab title and the bell in the header, with sound.
 *
 * Their templates are templates/components/notification_area.html and bell.html beside it, their data comes from
 * games/views/notifications.py.
 *
 * @typedef {{text: string, url: string}} WaitingGame
 */
import { playCue } from "./cues.js";
import { announceNotifications, answerChallenge, getForemost, MAX_REMEMBERED } from "./notifications.js";
import { loadItem, saveItem } from "./storage.js";

const ANNOUNCED_KEY = "notifications:announced";
const CLOSED_KEY = "notifications:closed";
const FIRST_POLL = 1_000;
/** Ticks between two polls, where only a challenge or a board of a club night could come. */
const SLOW_TICKS = 4;
const place = document.querySelector("[data-notifications]");
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
  document.documentElement.style.setProperty("--notification-height", `${place.offsetHeight}px`);
}

async function poll() {
  const headers = { Accept: "application/json" };
  const response = await fetch(place.dataset.notifications, { headers, cache: "no-store" });
  if (!response.ok) return;
  const { notifications, polling, bell } = await response.json();
  isSlow = polling === "slow";
  showNotifications(notifications);
  if (bell) updateBell(document.querySelector("[data-bell]"), bell);
  if (polling !== "off") ticker ??= startTicker();
  else if (ticker) ticker = ticker.terminate() ?? null;
}

function showNotifications(notifications) {
  const keys = notifications.map(({ key }) => key).join(" ");
  if (keys === shown) return;
  shown = keys;
  const { cue, announced } = announceNotifications(notifications, loadItem(ANNOUNCED_KEY, []));
  saveItem(ANNOUNCED_KEY, announced);
  const first = getForemost(notifications);
  place.replaceChildren(...(first && !loadItem(CLOSED_KEY, []).includes(first.key) ? [notificationLine(first)] : []));
  setTabTitle(first?.text ?? null);
  if (cue) playCue(cue);
}

const createElement = (tag, fields) => Object.assign(document.createElement(tag), fields);

/** Draw a notification. In the lobby, whose lists show it, it is for screen readers alone. */
function notificationLine(notification) {
  const { key, kind, text, url, answers } = notification;
  if (inLobby && kind !== "rematch") return createElement("p", { className: "visually-hidden", textContent: text });
  const line = createElement("p", { className: "notification" });
  const link = createElement("a", { className: "button primary", href: url, textContent: place.dataset.openText });
  line.append(createElement("span", { textContent: text }));
  line.append(...(answers ? answerButtons(notification, line) : [link, closeButton(key, line)]));
  return line;
}

function closeButton(key, line) {
  return createButton(place.dataset.closeText, "quiet", () => {
    saveItem(CLOSED_KEY, [...loadItem(CLOSED_KEY, []), key].slice(-MAX_REMEMBERED));
    line.remove();
  });
}

/** Draw the answers to a challenge. A failure is shown in its place. */
function answerButtons({ key, url, answers }, line) {
  const answer = (yes) => async () => {
    const { ok, message, url: to } = await answerChallenge(answers, yes);
    if (ok && yes) location.assign(to);
    else if (ok) line.remove();
    else line.firstChild.textContent = message;
  };
  const link = createElement("a", { className: "button quiet", href: url, textContent: place.dataset.viewText });
  return [link, createButton(place.dataset.declineText, "quiet", answer(false)),
    createButton(place.dataset.acceptText, "primary", answer(true)),
    closeButton(key, line)];
}

function createButton(text, kind, handleClick) {
  const button = createElement("button", { type: "button", className: `button ${kind}`, textContent: text });
  button.addEventListener("click", handleClick);
  return button;
}

function startTicker() {
  const worker = new Worker(place.dataset.ticker);
  worker.addEventListener("message", () => (ticks += 1) % (isSlow ? SLOW_TICKS : 1) === 0 && pollQuietly());
  return worker;
}

const pollQuietly = () => poll().catch(() => { /* offline: the next round tries again */ });

/**
 * Update the bell.
 * @param {HTMLElement|null} bell @param {{label: string, games: WaitingGame[]}} data
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
