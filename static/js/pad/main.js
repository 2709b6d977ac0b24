/** The pad: one state, one queue, one socket, one drawing. */
import { cue } from "../shared/cues.js";
import { takeOver } from "../shared/live.js";
import { preferences, watchPreferences } from "../shared/preferences.js";
import { randomId } from "../shared/random.js";
import { openShell } from "../shared/shell.js";
import { keep, recall } from "../shared/store.js";
import { openTab } from "../shared/tab.js";
import { say } from "../shared/texts.js";
import { stayAwake } from "../table/awake.js";
import { buzz } from "../table/buzz.js";
import { deeds, hush } from "../table/deeds.js";
import { entryChanged, noted, preferring } from "../table/state.js";
import { padActs } from "./actions.js";
import { listen } from "./input.js";
import { openMoment } from "./moment.js";
import { openOutbox } from "./outbox.js";
import { isFilled, project } from "./project.js";
import { openQueue } from "./queue.js";
import { draw } from "./render.js";
import { sharePicture, shareResult } from "./share.js";
import { asking, signalOf } from "./signals.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

const NOTE = 9_000;
const CONFLICTS = ["already_logged", "already_led", "already_counted"];
const { place, dataset, around } = takeOver("pad-page");
const landscape = matchMedia("(orientation: landscape) and (max-height: 520px)");
const keyHere = (name) => `pad:${dataset.code}:${dataset.device}:${name}`;
const here = {
  recall: (name, otherwise) => recall(keyHere(name), otherwise),
  keep: (name, value) => keep(keyHere(name), value),
};
const first = {
  ...States.EMPTY,
  wide: landscape.matches,
  phaseTwo: here.recall("phase-two", false),
  prefs: {
    buzz: preferences().vibration, shortcuts: recall("pad:shortcuts", true), blinds: recall("pad:blinds", null),
    turned: recall("pad:turned", false),
    skipped: here.recall("skipped", []),
  },
};

const tab = openTab(document, dataset.dotted);
let shown = null;
let warned = false;

const shell = openShell(first, {
  kind: "table",
  received: States.received,
  draw: redrawn,
  next: (view) => view.rematch,
  viewed,
  linked,
  messages: { accepted, refused },
}, around);
const stored = { read: () => here.recall("queue", []), write: (entries) => here.keep("queue", entries) };
const queue = openQueue(stored, redraw);
const clock = {
  now: Date.now,
  every: (time, tick) => setInterval(tick, time),
  after: (time, ring) => setTimeout(ring, time),
};
const outbox = openOutbox(queue, shell.send, clock);
const moment = openMoment(clock.after, redraw);

const app = {
  ...shell,
  queue,
  brand: dataset.brand,
  urls: { ...dataset },
  shown: () => shown,
  now: clock.now,
  release: moment.release,
  newId: randomId,
  buzz,
  keep: here.keep,
  pump: outbox.pump,
};
const atTable = deeds(app);
const rulings = document.getElementById("rulings")?.content.firstElementChild;
const act = { ...atTable, ...padActs(app), share: () => shareResult(app), picture: sharePicture, cancelled, rulings };
const quieten = hush(shell, NOTE);

/** A conflict that is closed leaves the game as it is. */
function cancelled(event) {
  if (!shell.state().conflicts.length) return atTable.cancelled(event);
  event.preventDefault();
  act.keepIt();
}

function redrawn(before) {
  quieten(before);
  redraw();
  if (shown) tellHand();
}

function redraw() {
  const state = shell.state();
  const waiting = queue.all().map((entry) => entry.item);
  shown = state.view && laid(state, waiting);
  draw(place, shown, state, act);
}

function laid(state, waiting) {
  const found = project(state.view, States.beyond(state, waiting), state.prefs);
  const held = moment.of(found.asks, (ask) => isFilled(found, ask));
  return { ...found, held, unsent: waiting.length, lost: state.link === "lost" };
}

function viewed(view, before) {
  call(view, before);
  if (entryChanged(view, before)) act.loadInvite();
  outbox.hold(view.frozen);
  // Somebody made a screen of this device: the server knows which page it is now.
  if (view.you.device && view.you.role !== "player") around.reload();
}

/** Whoever looks elsewhere is called. */
function call(view, before) {
  const name = signalOf(view, before);
  if (name) cue(name);
  const seat = asking(view);
  tab(seat === null ? null : say(gettext("%(name)s asks for a rematch."), { name: view.names[seat] }));
}

/** Once, between the phases: what follows from the log about this player's hand. It goes with the next card. */
function tellHand() {
  const { sheet } = shell.state();
  const due = States.handBegins(shown);
  if (sheet === "followers" && States.handGoes(shown)) act.close();
  if (!due || sheet || here.recall("followers", false)) return;
  here.keep("followers", true);
  shell.become({ ...shell.state(), sheet: "followers", peek: false });
}

function accepted({ id, version }) {
  const entry = queue.all().find((one) => one.item.id === id);
  if (entry) shell.become(States.settling(shell.state(), entry.item, version));
  outbox.accepted(id);
}

function refused(message) {
  const entry = outbox.refused(message);
  if (!entry) return;
  app.buzz("stop");
  const { code, there, counts } = message;
  if (CONFLICTS.includes(code)) {
    shell.become(States.conflicting(shell.state(), { item: entry.item, message: message.message, there, counts }));
  } else {
    shell.become(noted(shell.state(), "bad", message.message));
  }
}

function linked(link) {
  const state = shell.state();
  if (link === "lost" && state.view && !warned) shell.become(noted(state, "bad", TEXTS.lost()));
  warned ||= link === "lost";
  outbox.line(link === "open");
}

/** On plain http the screen cannot be kept on: this is said once, on phones, and covers nothing. */
function awake() {
  if (stayAwake() || recall("pad:asleep", false) || !matchMedia("(pointer: coarse)").matches) return;
  keep("pad:asleep", true);
  shell.become(noted(shell.state(), "info", TEXTS.asleep()));
}

landscape.addEventListener("change", () => shell.become({ ...shell.state(), wide: landscape.matches }));
watchPreferences(({ vibration }) => shell.become(preferring(shell.state(), { buzz: vibration })));
addEventListener("storage", (event) => event.key === keyHere("queue") && redraw());
document.addEventListener("click", awake, { once: true });
listen(place, act);
redraw();
shell.open();
