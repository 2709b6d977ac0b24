// Tells a person on an ordinary page what waits for them at a table: in words, in the tab, by sound and vibration.
import { cue } from "../shared/cues.js";
import { foremost, hear, REMEMBERED } from "../shared/signals.js";
import { keep, recall } from "../shared/store.js";
import { openTab } from "../shared/tab.js";

const TOLD = "signals:told";
const CLOSED = "signals:closed";
const SOON = 1_000;
const place = document.querySelector("[data-signals]");
const tab = openTab(document, place.dataset.dotted);
const inLobby = Boolean(document.querySelector("[data-lobby-lists]"));
let shown = "";
let ticker = null;

async function look() {
  const headers = { Accept: "application/json" };
  const answer = await fetch(place.dataset.signals, { headers, cache: "no-store" });
  if (!answer.ok) return;
  const { signals, open } = await answer.json();
  tell(signals);
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
function line({ key, kind, text, url }) {
  if (inLobby && kind !== "rematch") return made("p", { className: "visually-hidden", textContent: text });
  const told = made("p", { className: "signal" });
  const close = made("button", { type: "button", className: "button quiet", textContent: place.dataset.close });
  close.addEventListener("click", () => {
    keep(CLOSED, [...recall(CLOSED, []), key].slice(-REMEMBERED));
    told.remove();
  });
  const link = made("a", { className: "button primary", href: url, textContent: place.dataset.go });
  told.append(made("span", { textContent: text }), link, close);
  return told;
}

function ticking() {
  const worker = new Worker(place.dataset.ticker);
  worker.addEventListener("message", quietly);
  return worker;
}

const quietly = () => look().catch(() => { /* offline: the next round tries again */ });

setTimeout(quietly, SOON);
document.addEventListener("visibilitychange", () => document.hidden || quietly());
