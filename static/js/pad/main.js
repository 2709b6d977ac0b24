/** The pad: one state, one queue, one socket, one drawing. */
import { stayAwake } from "../table/awake.js";
import { reloadOnce } from "../shared/live.js";
import { connect, SESSION_ENDED } from "../shared/socket.js";
import { keep, recall } from "../shared/store.js";
import { logActions } from "./actions.js";
import { buzz } from "../table/buzz.js";
import { deeds } from "../table/deeds.js";
import { listen } from "./input.js";
import { openOutbox } from "./outbox.js";
import { project } from "./project.js";
import { openQueue } from "./queue.js";
import { draw } from "./render.js";
import { keyOf } from "./slots.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

const NOTE = 9_000;
const CONFLICTS = ["already_logged", "already_led", "already_counted"];
const root = document.getElementById("pad");
const { dataset } = root;
const store = `pad:${dataset.code}:${dataset.device}`;
const place = document.createElement("div");
const landscape = matchMedia("(orientation: landscape) and (max-height: 520px)");
const twoSeats = dataset.seats.split(",").length > 1;

let state = {
  ...States.EMPTY,
  wide: landscape.matches,
  phaseTwo: recall(`${store}:phase-two`, false),
  prefs: { buzz: recall("pad:buzz", true), shortcuts: recall("pad:shortcuts", true), blinds: recall("pad:blinds", !twoSeats), skipped: recall(`${store}:skipped`, []) },
};
let shown = null;
let movedAt = 0;
let hush = 0;
let warned = false;

/** Takes the next state and draws it. @param {States.State} next */
function become(next) {
  if (next.note !== state.note) quietLater(next.note);
  state = next;
  redraw();
}

function redraw() {
  const items = [...queue.all().map((entry) => entry.item)];
  const ids = new Set(items.map((item) => item.id));
  const settling = state.settling.map((one) => one.item).filter((item) => !ids.has(item.id));
  shown = state.view ? { ...project(state.view, [...settling, ...items], state.prefs), unsent: items.length } : null;
  draw(place, shown, state, act);
}

function quietLater(note) {
  clearTimeout(hush);
  if (note) hush = setTimeout(() => state.note === note && become({ ...state, note: null }), NOTE);
}

const queue = openQueue(`${store}:queue`, () => redraw());
const asked = () => {
  const ask = shown && States.target(state, shown);
  return ask ? keyOf(ask) : null;
};

const app = {
  store,
  queue,
  brand: dataset.brand,
  urls: { ...dataset },
  state: () => state,
  shown: () => shown,
  movedAt: () => movedAt,
  become,
  pump: () => outbox.pump(),
};
const act = { ...logActions(app), ...deeds(app), wide: () => state.wide, padOpen: () => state.tab === "pad", shortcuts: () => state.prefs.shortcuts };
app.act = act;

const messages = {
  table(view) {
    const [before, old] = [asked(), state.view];
    become(States.received(state, view));
    if (before && before !== asked()) movedAt = Date.now();
    if (!old || old.joinable !== view.joinable || old.locked !== view.locked) act.loadInvite();
    if (!old) opened(view);
    else if (view.rematch && !old.rematch) location.assign(dataset.url.replace(dataset.code, view.rematch));
    if (old && old.joinable && !view.joinable && state.tab === "table") become({ ...state, tab: "pad" });
    phaseTwoBegins(view);
    outbox.hold(view.frozen);
    // Somebody made a screen of this device: the server knows which page it is now.
    if (view.you.device && view.you.role !== "player") reloadOnce();
  },
  beat(message) {
    socket.send({ type: "here", version: state.view?.version ?? 0 });
    if (state.view && message.version > state.view.version) socket.send({ type: "sync" });
    become({ ...state, beat: message });
  },
  accepted(message) {
    const entry = queue.all().find((one) => one.item.id === message.id);
    if (entry) state = States.settling(state, entry.item, message.version);
    outbox.accepted(message.id);
  },
  refused(message) {
    const entry = outbox.refused(message);
    if (!entry) return;
    buzz(state.prefs.buzz, "stop");
    const asks = CONFLICTS.includes(message.code);
    if (asks) become(States.conflicting(state, { item: entry.item, message: message.message, there: message.there }));
    else become(States.noted(state, "bad", message.message));
  },
  bye: (message) => become({ ...state, bye: message.message }),
};

/** The first view: whoever invites begins with the code, everybody else with the pad. */
function opened(view) {
  if (view.status === "gathering" && view.you.host && view.joinable) become({ ...state, tab: "table" });
}

/** Once, when phase two begins: what follows from the log about this player's hand. */
function phaseTwoBegins(view) {
  const begins = view.phase === 2 && view.trick === 1 && view.depth === "every" && view.status === "playing";
  if (!begins || !view.you.seats.length || recall(`${store}:followers`, false)) return;
  keep(`${store}:followers`, true);
  become({ ...state, sheet: "followers" });
}

/** On plain http the screen cannot be kept on: this is said once, on phones. */
function awake() {
  if (stayAwake() || recall("pad:asleep", false) || !matchMedia("(pointer: coarse)").matches) return;
  keep("pad:asleep", true);
  if (!state.sheet) become({ ...state, sheet: "asleep" });
}

root.replaceChildren(...root.querySelectorAll("input"), place);
place.className = "pad-page";
landscape.addEventListener("change", () => become({ ...state, wide: landscape.matches }));
document.addEventListener("click", awake, { once: true });
listen(place, act);
redraw();

const socket = connect(dataset.socket, {
  message: (data) => messages[data.type]?.(data),
  link(link, code) {
    become(States.linked(state, link));
    if (code === SESSION_ENDED) reloadOnce();
    if (link === "lost" && state.view && !warned) become(States.noted(state, "bad", TEXTS.lost()));
    warned ||= link === "lost";
    outbox.line(link === "open");
  },
});
const outbox = openOutbox(queue, socket.send);
