// Tells a person on an ordinary page what waits for them at a table: in words, in the tab, by sound and vibration.
import { cue } from "../shared/cues.js";
import { headline, hear } from "../shared/signals.js";
import { keep, recall } from "../shared/store.js";
import { openTab } from "../shared/tab.js";

const TOLD = "signals:told";
const SOON = 1_000;
const place = document.querySelector("[data-signals]");
const tab = openTab(document, place.dataset.dotted);
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
  place.replaceChildren(...signals.map(line));
  tab(headline(signals));
  if (heard.cue) cue(heard.cue);
}

function line({ text, url }) {
  const told = Object.assign(document.createElement("p"), { className: "signal" });
  const words = Object.assign(document.createElement("span"), { textContent: text });
  const link = Object.assign(document.createElement("a"), { className: "button primary", href: url });
  link.textContent = place.dataset.go;
  told.append(words, link);
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
