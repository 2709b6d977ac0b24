// Tells a person on an ordinary page what waits for them at a table: in words, in the tab, by sound and vibration.
import { cue } from "../shared/cues.js";
import { answer } from "../shared/challenge.js";
import { foremost, hear, REMEMBERED } from "../shared/signals.js";
import { keep, recall } from "../shared/store.js";
import { openTab } from "../shared/tab.js";
import { ring } from "./bell.js";

const TOLD = "signals:told";
const CLOSED = "signals:closed";
const SOON = 1_000;
/** Ticks of the clock for one look, where nothing but a challenge could come. */
const RARELY = 4;
const place = document.querySelector("[data-signals]");
const tab = openTab(document, place.dataset.dotted);
const inLobby = Boolean(document.querySelector("[data-lobby-lists]"));
let shown = "";
let ticker = null;
let rarely = false;
let ticks = 0;

async function look() {
  const headers = { Accept: "application/json" };
  const answered = await fetch(place.dataset.signals, { headers, cache: "no-store" });
  if (!answered.ok) return;
  const { signals, open, rarely: seldom, waiting } = await answered.json();
  rarely = seldom;
  tell(signals);
  if (waiting) ring(document.querySelector("[data-bell]"), waiting);
  if (open) ticker ??= ticking();
  else if (ticker) ticker = ticker.terminate() ?? null;
}

function tell(signals) {
  const keys = signals.map(({ key }) => key).join(" ");
  if (keys === shown) return;
  shown = keys;
  const heard = hear(signals, recall(TOLD, []));
  keep(TOLD, heard.told);
  const first = foremost(signals);
  place.replaceChildren(...(first && !recall(CLOSED, []).includes(first.key) ? [line(first)] : []));
  tab(first?.text ?? null);
  if (heard.cue) cue(heard.cue);
}

const made = (tag, fields) => Object.assign(document.createElement(tag), fields);

/** The lists of the lobby show it by themselves; there it is only said aloud. */
function line(signal) {
  const { key, kind, text, url, answers } = signal;
  if (inLobby && kind !== "rematch") return made("p", { className: "visually-hidden", textContent: text });
  const told = made("p", { className: "signal" });
  const link = made("a", { className: "button primary", href: url, textContent: place.dataset.go });
  told.append(made("span", { textContent: text }));
  told.append(...(answers ? ways(signal, told) : [link, closing(key, told)]));
  return told;
}

function closing(key, told) {
  return button(place.dataset.close, "quiet", () => {
    keep(CLOSED, [...recall(CLOSED, []), key].slice(-REMEMBERED));
    told.remove();
  });
}

/** A challenge is answered where one is told of it; what went wrong is said in its place. */
function ways({ key, url, answers }, told) {
  const does = (yes) => async () => {
    const { ok, message, url: to } = await answer(answers, yes);
    if (ok && yes) location.assign(to);
    else if (ok) told.remove();
    else told.firstChild.textContent = message;
  };
  const seen = made("a", { className: "button quiet", href: url, textContent: place.dataset.look });
  return [seen, button(place.dataset.no, "quiet", does(false)), button(place.dataset.yes, "primary", does(true)),
    closing(key, told)];
}

function button(text, kind, pressed) {
  const found = made("button", { type: "button", className: `button ${kind}`, textContent: text });
  found.addEventListener("click", pressed);
  return found;
}

function ticking() {
  const worker = new Worker(place.dataset.ticker);
  worker.addEventListener("message", () => (ticks += 1) % (rarely ? RARELY : 1) === 0 && quietly());
  return worker;
}

const quietly = () => look().catch(() => { /* offline: the next round tries again */ });

setTimeout(quietly, SOON);
document.addEventListener("visibilitychange", () => document.hidden || quietly());
