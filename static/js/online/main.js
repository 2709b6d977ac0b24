/** The page of a match played online: one state, one socket, one drawing. */
import { answer } from "../shared/challenge.js";
import { cue } from "../shared/cues.js";
import { takeOver } from "../shared/live.js";
import { prefer, preferences, watchPreferences } from "../shared/preferences.js";
import { gives, moved, nextOf, partFor, saw } from "../shared/promises.js";
import { randomId } from "../shared/random.js";
import { fetchJson, send } from "../shared/send.js";
import { openShell } from "../shared/shell.js";
import { keep, recall } from "../shared/store.js";
import { openTab } from "../shared/tab.js";
import { challengeActs } from "./answering.js";
import { brought } from "./brought.js";
import { unknownPower } from "./captions.js";
import { cuesOf } from "./cueing.js";
import { cardActs, pageActs, sendPending } from "./acts.js";
import { finish } from "./flip.js";
import { openTime } from "./clock.js";
import { listen } from "./input.js";
import { nowShown, shownBefore } from "./kept.js";
import { move, moves } from "./move.js";
import { decides, ratingTeller } from "./rating.js";
import { draw } from "./render.js";
import { compose } from "./scene.js";
import { shareResult } from "./share.js";
import { signalOf } from "./signals.js";
import * as States from "./state.js";
import { due } from "./telling.js";
import { tabText } from "./texts.js";
import { openTicking } from "./ticking.js";
import { sendWish, wishActs } from "./wishes.js";
import * as Words from "./words.js";

/** Kept in this browser: whether keys play cards, and which powers were explained. */
const SHORTCUTS = "table:shortcuts";
const HINTED = "table:hinted";
/** What becomes of what is told. By the name of a whole module it would be bundled in two files, which load in turn. */
const PASSES = { told: States.told, arrived: States.arrived, voted: States.voted, dismissed: States.dismissed };
const { root, place, dataset, around, appear } = takeOver("place", true);
const tab = openTab(document, dataset.dotted);

let scene = null;
let waiting = {};
let ending = false;
/** Whether this connection was asked for what was said. */
let listens = false;
/** When the turn that is played against the clock came into sight. */
let came = 0;
const time = openTime(() => performance.now());

const first = {
  ...States.EMPTY, shortcuts: recall(SHORTCUTS, true), hinted: recall(HINTED, []), sort: preferences().sort,
  kept: shownBefore(dataset.socket), note: brought(document),
};
const shell = openShell(first, {
  kind: "view",
  received: (state, view) => States.received({ ...state, moving: moves() }, view),
  draw: drawMoving,
  next: (view) => view.rematch?.game ?? null,
  viewed,
  linked: (link) => link === "open" && (sendPending(app), sendWish(app), (listens = false)),
  beat: ({ now }) => (time.heard(now), tick()),
  messages: {
    accepted: ({ id, version }) => shell.become(Words.stored(States.accepted(shell.state(), id, version), id)),
    challenged: (challenge) => (cue("challenge"), shell.become({ ...shell.state(), challenge })),
    refused: ({ id, message }) =>
      shell.become(Words.unsaid(States.refused(shell.state(), id, message), id, message)),
    words: (words) => shell.become(Words.hearsAll(shell.state(), words)),
    said: heard,
    hear: () => act.askWords(),
  },
}, { ...around, follow: (code) => shell.state().view.you !== null && around.follow(code) });

const app = {
  ...shell,
  scene: () => scene,
  newId: randomId,
  post: (name, fields) => send(dataset[name], name === "rematch" ? withPart(fields) : fields),
  answer,
  go: (url) => location.assign(url),
  keepShortcuts: (on) => keep(SHORTCUTS, on),
  confirms: () => preferences().confirm,
  thought: () => Math.round(performance.now() - came),
};

const act = {
  ...cardActs(app),
  ...pageActs(app),
  ...wishActs(app),
  ...challengeActs(app),
  ...Words.wordActs(app),
  phrases: JSON.parse(dataset.words || '{"phrases": [], "gestures": []}'),
  deal: document.getElementById("deal")?.content.firstElementChild,
  rulings: document.getElementById("rulings")?.content.firstElementChild,
  urls: dataset,
  game: (code) => dataset.url.replace(dataset.code, code),
  skip,
  hold: () => preferences().hold,
  place: (key) => scene?.hand?.find((card) => card.key === key)?.place ?? -1,
  opponents: JSON.parse(dataset.opponents || "{}"),
  pace: () => preferences().pace,
  setPace: (pace) => prefer("pace", pace),
  share: () => shareResult(app, dataset),
};

const tellRatings = ratingTeller({
  ask: () => fetchJson(dataset.ratings),
  tell: (ratings) => shell.become({ ...shell.state(), ratings }),
});

const tick = openTicking({
  clock: () => shell.state().view?.clock ?? null,
  now: time.now,
  place: (seat) => place.querySelector(`[data-clock="${seat}"]`),
  warns,
  late: (out) => shell.state().late === out || shell.become({ ...shell.state(), late: out, note: null }),
});

/** Seen in the clock; said and felt by the one whose time it is. */
function warns(seat) {
  if (seat !== shell.state().view.you) return;
  cue("time");
  shell.become({ ...shell.state(), note: { kind: "bad", text: gettext("Ten seconds left.") } });
}

/** What was promised of this deal, which game the part for a rematch went to, and what calls the player. */
function viewed(view, before) {
  saw(view);
  asks(view);
  if (view.clock?.since !== before?.clock?.since) came = performance.now();
  const call = signalOf(view, before);
  if (call) cue(call);
  if (view.rematch?.game) moved(nextOf(dataset.code), view.rematch.game);
}

/** What the view does not bring: what became of the ratings, and what was said. */
function asks(view) {
  if (dataset.ratings && decides(view)) tellRatings();
  if (!listens && dataset.words && Words.speaks(view)) listens = act.askWords();
}

/** Something is said: it stays beside its speaker as long as it takes to read. */
function heard(said) {
  shell.become(Words.hears(shell.state(), said));
  setTimeout(() => shell.become(Words.silent(shell.state(), said)), Words.lasts(said));
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

/** Cards move when what lies on the felt changed; what is being told goes on when anything else did. */
function drawMoving(before) {
  const state = shell.state();
  const other = ["view", "held", "pending", "stage", "sort"].some((name) => state[name] !== before[name]);
  if (other && !(before.stage === "goes" && state.stage === "goes")) move(root, redraw, scene, state);
  else redraw();
  if (before.done && !state.done) learned(before.done);
  if (state.view !== before.view || state.held !== before.held) nowShown(dataset.socket, state.held ?? state.view);
  keepPace();
}

/** What was explained with a trick is not explained again. */
function learned(done) {
  const power = unknownPower(done, shell.state().hinted);
  if (!power) return;
  const hinted = [...shell.state().hinted, power];
  keep(HINTED, hinted);
  shell.become({ ...shell.state(), hinted });
}

function redraw() {
  const state = shell.state();
  const before = scene;
  scene = state.view ? compose(state) : null;
  if (scene || !awaits(state)) show(before, state);
}

function show(before, state) {
  appear();
  const focused = document.activeElement;
  draw(place, scene, state, act);
  if (scene?.hand && !before) performance.mark("cards");
  keepFocus(focused);
  cuesOf(before, scene).forEach(cue);
  tick();
  tab(tabText(scene));
  ending ||= Boolean(before && scene.over && !before.over);
  if (ending && !state.dialog) lookAtEnd();
}

/** The page itself says so already, until there is more to say. */
const awaits = ({ link, bye, told }) => ["connecting", "open"].includes(link) && !bye && !told;

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

/** What is told goes on by itself, but a finished trick does not go while the page or a dialog hides it. */
function keepPace() {
  const next = due(shell.state(), preferences());
  if (next?.key === waiting.key) return;
  clearTimeout(waiting.timer);
  waiting = next ? { key: next.key, timer: setTimeout(() => passes(next), next.after) } : {};
}

function passes({ act: name }) {
  waiting = {};
  const hidden = name === "dismissed" && (document.hidden || shell.state().dialog);
  if (hidden) keepPace();
  else shell.become({ ...PASSES[name]({ ...shell.state(), moving: moves() }) });
}

/** Whatever is being told, or moves, is told and has arrived. @returns {boolean} whether there was something to tell */
function skip() {
  const told = States.told(shell.state());
  const ended = told !== shell.state();
  shell.become(told);
  finish();
  return ended;
}

redraw();
listen(root, act);
watchPreferences(({ sort }) => shell.become({ ...shell.state(), sort }));
shell.open();
