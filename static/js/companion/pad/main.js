/** Entry point of the pad: one state, one queue, one socket, one drawing. */
import { playCue } from "../../shared/cues.js";
import { mountPage } from "../../shared/live_page.js";
import { createLiveStore, createMessageId } from "../../shared/live_store.js";
import { startNotifications } from "../../shared/notification_area.js";
import { createTabTitle } from "../../shared/notifications.js";
import { getPreferences, subscribePreferences } from "../../shared/preferences.js";
import { createSeriesLoader } from "../../shared/series.js";
import { loadItem, saveItem } from "../../shared/storage.js";
import { fill } from "../../shared/texts.js";
import { createNoteTimer, createTableActions } from "../actions.js";
import { createScreenKeeper, vibrateFor } from "../device.js";
import { getSeriesKey, hasEntryChanged, isOver, setNote, setPreference } from "../state.js";
import { createPadActions } from "./actions.js";
import { sharePicture, shareResult } from "./end.js";
import { findRematchSeat, findViewCue } from "./end_steps.js";
import { listenKeyboard } from "./key_grid.js";
import { createOutbox, createQueue } from "./outbox.js";
import { isFilled, projectView } from "./projection.js";
import { drawPage } from "./render.js";
import { createTapHold } from "./slots.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

const NOTE_TIME = 9_000;
const CONFLICTS = ["already_logged", "already_led", "already_counted"];
const { place, dataset, browser } = mountPage("pad-page");
const landscape = matchMedia("(orientation: landscape) and (max-height: 520px)");
const getKey = (name) => `pad:${dataset.code}:${dataset.device}:${name}`;
const deviceStorage = {
  recall: (name, otherwise) => loadItem(getKey(name), otherwise),
  keep: (name, value) => saveItem(getKey(name), value),
};
const initialState = {
  ...States.INITIAL_STATE,
  wide: landscape.matches,
  phaseTwo: deviceStorage.recall("phase-two", false),
  handSeen: deviceStorage.recall("followers", false),
  prefs: {
    buzz: getPreferences().vibration, shortcuts: loadItem("pad:shortcuts", true), blinds: loadItem("pad:blinds", null),
    turned: loadItem("pad:turned", false), address: loadItem("pad:address", null),
    skipped: deviceStorage.recall("skipped", []),
  },
};

const setTabTitle = createTabTitle(document, dataset.dotted);
let shown = null;
let warned = false;
/** Notification of another game, once this one is over. @type {string|null} */
let notified = null;

const store = createLiveStore(initialState, {
  viewType: "table",
  receiveView: States.receiveView,
  draw: handleChange,
  getNextGame: (view) => view.rematch,
  onView: handleView,
  onLink: handleLink,
  messages: { accepted: handleAccepted, refused: handleRefused },
}, browser);
const queueStorage =
  { read: () => deviceStorage.recall("queue", []), write: (entries) => deviceStorage.keep("queue", entries) };
const queue = createQueue(queueStorage, redraw);
const clock = {
  now: Date.now,
  every: (time, tick) => setInterval(tick, time),
  after: (time, ring) => setTimeout(ring, time),
};
const outbox = createOutbox(queue, store.send, clock);
const tapHold = createTapHold(clock.after, redraw);

const app = {
  ...store,
  queue,
  brand: dataset.brand,
  urls: { ...dataset },
  shown: () => shown,
  now: clock.now,
  release: tapHold.release,
  newId: createMessageId,
  buzz: vibrateFor,
  keep: deviceStorage.keep,
  pump: outbox.pump,
};
const tableActions = createTableActions(app);
const rulings = document.getElementById("rulings")?.content.firstElementChild;
const act = { ...tableActions, ...createPadActions(app), share: () => shareResult(app), picture: sharePicture,
  cancelled: handleCancel, rulings, bestOf: Number(dataset.bestOf) };
const expireNote = createNoteTimer(store, NOTE_TIME);
const keepScreenOn = createScreenKeeper(store);
const loadSeries = createSeriesLoader(dataset.series, (series) => store.setState({ ...store.state(), series }));

/** Handle a cancelled dialog. A closed conflict leaves the game as it is. */
function handleCancel(event) {
  if (!store.state().conflicts.length) return tableActions.cancelled(event);
  event.preventDefault();
  act.keepIt();
}

function handleChange(before) {
  expireNote(before);
  redraw();
}

function redraw() {
  const state = store.state();
  const waiting = queue.all().map((entry) => entry.item);
  shown = state.view && projectState(state, waiting);
  drawPage(place, shown, state, act);
}

function projectState(state, waiting) {
  const found = projectView(state.view, States.listUnseen(state, waiting), state.prefs);
  const held = tapHold.of(found.asks, (ask) => isFilled(found, ask));
  return { ...found, held, unsent: waiting.length, lost: state.link === "lost" };
}

function handleView(view, before) {
  keepScreenOn(view);
  if (view.transfer?.game) browser.reload();
  notifyPlayer(view, before);
  if (view.status === "finished") loadSeries(getSeriesKey(view));
  if (hasEntryChanged(view, before)) act.loadInvite();
  outbox.hold(view.frozen);
  // Somebody made a screen of this device: the server knows which page it is now.
  if (view.you.device && view.you.role !== "player") browser.reload();
}

/** Notify a player who looks elsewhere. */
function notifyPlayer(view, before) {
  const name = findViewCue(view, before);
  if (name) playCue(name);
  updateTabTitle();
  if (isOver(view)) startNotifications(showNotified);
}

function showNotified(text) {
  notified = text;
  updateTabTitle();
}

function updateTabTitle() {
  const { view } = store.state();
  const seat = findRematchSeat(view);
  const asked = seat === null ? null : fill(gettext("%(name)s asks for a rematch."), { name: view.names[seat] });
  setTabTitle(notified ?? asked);
}

/** Dismiss the strip of followers with the next tap, wherever it lands. */
function dismissHand() {
  if (shown && States.isHandShown(shown, store.state())) act.dismissHand();
}

function handleAccepted({ id, version }) {
  const entry = queue.all().find((one) => one.item.id === id);
  if (entry) store.setState(States.addSettling(store.state(), entry.item, version));
  outbox.accepted(id);
}

function handleRefused(message) {
  const entry = outbox.refused(message);
  if (!entry) return;
  app.buzz("stop");
  const { code, there, counts } = message;
  if (CONFLICTS.includes(code)) {
    store.setState(States.addConflict(store.state(), { item: entry.item, message: message.message, there, counts }));
  } else {
    store.setState(setNote(store.state(), "bad", message.message));
  }
}

function handleLink(link) {
  const state = store.state();
  if (link === "lost" && state.view && !warned) store.setState(setNote(state, "bad", TEXTS.lost()));
  warned ||= link === "lost";
  // Why it ended, and the way back, stand on the pad.
  if (link === "ended" && state.tab !== "pad") store.setState({ ...state, tab: "pad" });
  outbox.line(link === "open");
}

landscape.addEventListener("change", () => store.setState({ ...store.state(), wide: landscape.matches }));
subscribePreferences(({ vibration }) => store.setState(setPreference(store.state(), { buzz: vibration })));
addEventListener("storage", (event) => event.key === getKey("queue") && redraw());
// Not with the click: the tap that ends phase one must not dismiss what it brings up.
document.addEventListener("pointerdown", dismissHand);
listenKeyboard(place, act);
redraw();
store.open();
