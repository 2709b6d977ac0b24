/** The page of a match played online: one state, one socket, one drawing. */
import { cue } from "../shared/cues.js";
import { takeOver } from "../shared/live.js";
import { gives, moved, nextOf, partFor, saw } from "../shared/promises.js";
import { randomId } from "../shared/random.js";
import { send } from "../shared/send.js";
import { openShell } from "../shared/shell.js";
import { keep, recall } from "../shared/store.js";
import { cardActs, pageActs, sendPending } from "./acts.js";
import { listen } from "./input.js";
import { moveTo, origins, skip } from "./move.js";
import { draw, showTurn } from "./render.js";
import { compose } from "./scene.js";
import { shareResult } from "./share.js";
import { signalOf } from "./signals.js";
import * as States from "./state.js";

const SEEN_AFTER = 4_500;
/** What browsers keep already. */
const SHORTCUTS = "table:shortcuts";
const { root, place, dataset, around } = takeOver("place");

let scene = null;
let seen = null;
let ending = false;

const shell = openShell({ ...States.EMPTY, shortcuts: recall(SHORTCUTS, true) }, {
  kind: "view",
  received: States.received,
  draw: drawMoving,
  next: (view) => view.rematch?.game ?? null,
  viewed,
  linked: (link) => link === "open" && sendPending(app),
  messages: {
    accepted: ({ id, version }) => shell.become(States.accepted(shell.state(), id, version)),
    refused: ({ id, message }) => shell.become(States.refused(shell.state(), id, message)),
  },
}, { ...around, follow: (code) => shell.state().view.you !== null && around.follow(code) });

const app = {
  ...shell,
  scene: () => scene,
  newId: randomId,
  post: (name, fields) => send(dataset[name], name === "rematch" ? withPart(fields) : fields),
  keepShortcuts: (on) => keep(SHORTCUTS, on),
};

const act = {
  ...cardActs(app),
  ...pageActs(app),
  deal: document.getElementById("deal")?.content.firstElementChild,
  rulings: document.getElementById("rulings")?.content.firstElementChild,
  urls: dataset,
  game: (code) => dataset.url.replace(dataset.code, code),
  settle: skip,
  share: () => shareResult(app, dataset),
};

/** What was promised of this deal, which game the part for a rematch went to, and what calls the player. */
function viewed(view, before) {
  saw(view);
  const call = signalOf(view, before);
  if (call) cue(call);
  if (view.rematch?.game) moved(nextOf(dataset.code), view.rematch.game);
}

/** Who agrees to a rematch gives a part to its deal. */
function withPart(fields) {
  const commitment = shell.state().view.rematch?.commitment;
  if (fields.accept === "0" || !commitment) return fields;
  const name = nextOf(dataset.code);
  const part = partFor(name, commitment);
  gives(name, commitment, part);
  return { ...fields, part };
}

/** Cards move when what lies on the felt changed. */
function drawMoving(before) {
  const state = shell.state();
  const other = state.view !== before.view || state.held !== before.held || state.pending !== before.pending;
  moveTo(redraw, other ? () => origins(root, scene, state.view && compose(state)) : null);
  watchHeld();
}

function redraw() {
  const state = shell.state();
  const before = scene;
  scene = state.view ? compose(state) : null;
  const focused = document.activeElement;
  draw(place, scene, state, act);
  keepFocus(focused);
  showTurn(scene, dataset.dotted);
  ending ||= Boolean(before && scene.over && !before.over);
  if (ending && !state.dialog) lookAtEnd();
}

/** Whoever stood on what is gone, *Go on* or a card, goes on from the hand and not from the top of the page. */
function keepFocus(focused) {
  const gone = focused && focused !== document.body && !focused.isConnected;
  const next = gone && (root.querySelector("#hand") ?? root.querySelector("#go-on"));
  if (next) next.focus({ preventScroll: true });
}

/** What had the focus has left the page with the hand; who is elsewhere on the page stays there. */
function lookAtEnd() {
  ending = false;
  scrollTo(0, 0);
  const focused = document.activeElement;
  if (focused && focused !== document.body && !root.contains(focused)) return;
  root.querySelector("#outcome").focus({ preventScroll: true });
}

/** A finished trick that nobody dismisses goes after a while, but not while the page or a dialog hides it. */
function watchHeld() {
  const { held } = shell.state();
  if (held && seen === null) seen = setTimeout(lookedAt, SEEN_AFTER);
  if (!held && seen !== null) seen = clearTimeout(seen) ?? null;
}

function lookedAt() {
  seen = null;
  if (document.hidden || shell.state().dialog) watchHeld();
  else act.dismiss();
}

redraw();
listen(root, act);
document.addEventListener("visibilitychange", () => showTurn(scene, dataset.dotted));
shell.open();
