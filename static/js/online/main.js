/** The table page: one state, one socket, one drawing. */
import { randomId } from "../shared/random.js";
import { reloadOnce } from "../shared/live.js";
import { send } from "../shared/send.js";
import { connect, SESSION_ENDED } from "../shared/socket.js";
import { keep, recall } from "../shared/store.js";
import { listen } from "./input.js";
import { moveTo, origins, skip } from "./move.js";
import { draw } from "./render.js";
import { compose } from "./scene.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";
import { showTurn } from "./title.js";

const SEEN_AFTER = 4_500;
const SHORTCUTS = "table:shortcuts";
const root = document.getElementById("table");
const { dataset } = root;

let state = { ...States.EMPTY, shortcuts: recall(SHORTCUTS, true) };
let scene = null;
let seen = null;
let ending = false;
const place = document.createElement("div");

/** Takes the next state and draws it; cards move when what lies on the table changed. */
function become(next) {
  if (next === state) return;
  const moved = next.view !== state.view || next.held !== state.held || next.pending !== state.pending;
  state = next;
  moveTo(redraw, moved ? () => origins(root, scene, state.view && compose(state)) : null);
  watchHeld();
}

function redraw() {
  const before = scene;
  scene = state.view ? compose(state) : null;
  draw(place, scene, state, act);
  showTurn(scene, dataset.dotted);
  ending ||= Boolean(before && scene.over && !before.over);
  if (ending && !state.dialog) lookAtEnd();
}

/** What had the focus has left the table with the hand; who is elsewhere on the page stays there. */
function lookAtEnd() {
  ending = false;
  scrollTo(0, 0);
  const focused = document.activeElement;
  if (!focused || focused === document.body || root.contains(focused)) root.querySelector("#outcome").focus({ preventScroll: true });
}

/** A finished trick that nobody dismisses goes after a while, but not while the page or a dialog hides it. */
function watchHeld() {
  if (state.held && seen === null) seen = setTimeout(lookedAt, SEEN_AFTER);
  if (!state.held && seen !== null) seen = clearTimeout(seen) ?? null;
}

function lookedAt() {
  seen = null;
  if (document.hidden || state.dialog) watchHeld();
  else act.dismiss();
}

/** Sends the card that waits, or sends it again: the same id is never played twice. */
function sendPending() {
  const { pending } = state;
  if (pending && pending.accepted === null) socket.send({ type: "play", card: pending.card, ply: pending.ply, id: pending.id });
}

const messages = {
  view(message) {
    const before = state.view;
    become(States.received(state, message));
    const next = message.rematch?.game;
    if (next && before && !before.rematch?.game && message.you !== null) location.assign(act.game(next));
  },
  beat(message) {
    socket.send({ type: "here", version: state.view?.version ?? 0 });
    if (state.view && message.version > state.view.version) socket.send({ type: "sync" });
    become({ ...state, beat: message });
  },
  accepted: (message) => become(States.accepted(state, message.id, message.version)),
  refused: (message) => become(States.refused(state, message.id, message.message)),
  bye: (message) => become({ ...state, bye: message.message }),
};

const act = {
  urls: { record: dataset.record, report: dataset.report, lobby: dataset.lobby, rules: dataset.rules },
  game: (code) => dataset.url.replace(dataset.code, code),
  held: () => Boolean(state.held),
  dismiss: () => become(States.dismissed(state)),
  settle: skip,
  lower: () => become({ ...state, lifted: null, note: null }),
  open: (dialog) => become({ ...state, dialog: scene?.board || dialog === "help" ? dialog : null }),
  opens: (dialog) => (event) => (event.stopPropagation(), act.open(dialog)),
  shortcuts: () => state.shortcuts,
  useShortcuts: (on) => (keep(SHORTCUTS, on), become({ ...state, shortcuts: on })),
  close: () => become({ ...state, dialog: null }),

  /** The reason of a card that may not be played, shown when the card is looked at. */
  explain(card) {
    if (state.held) return;
    if (card.reason) become({ ...state, note: { kind: "why", text: card.reason } });
    else if (state.note?.kind === "why") become({ ...state, note: null });
  },

  /** First tap lifts, the second plays. */
  tap(at) {
    const card = scene.hand[at];
    if (state.held) return become({ ...States.dismissed(state), lifted: card.legal ? at : null });
    if (state.lifted === at && card.legal) return act.play(at);
    become({ ...state, lifted: state.lifted === at ? null : at });
    act.explain(card);
  },

  play(at) {
    const card = scene.hand[at];
    if (!card || state.held) return act.dismiss();
    if (card.reason) return act.explain(card);
    if (!card.legal || !States.mayPlay(state)) return become({ ...state, note: { kind: "why", text: TEXTS.notYet() } });
    become(States.played(state, randomId(), card.code));
    sendPending();
  },

  /** Posts a form; a refusal is shown where the person looks. */
  async post(name, fields) {
    become({ ...state, busy: true });
    const { ok, message } = await send(dataset[name], fields);
    become({ ...state, busy: false, dialog: null, note: ok ? state.note : { kind: "bad", text: message } });
  },
};

root.querySelector("noscript")?.remove();
root.querySelector(".opening")?.remove();
place.className = "place";
root.append(place);
redraw();
listen(root, act);
document.addEventListener("visibilitychange", () => showTurn(scene, dataset.dotted));

const socket = connect(dataset.socket, {
  message: (data) => messages[data.type]?.(data),
  link(link, code) {
    become(States.linked(state, link));
    if (code === SESSION_ENDED) reloadOnce();
    if (link === "open") sendPending();
  },
});
