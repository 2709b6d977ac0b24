/** Entry point of a match: one state, one socket, one drawing. */
import { copyDeal, getPart, recordView, rematchKey, savePart } from "../shared/commitments.js";
import { playCue } from "../shared/cues.js";
import { getJson, postForm } from "../shared/http.js";
import { mountPage } from "../shared/live_page.js";
import { createLiveStore, createMessageId } from "../shared/live_store.js";
import { startNotifications } from "../shared/notification_area.js";
import { answerChallenge, createTabTitle } from "../shared/notifications.js";
import { getPreferences, savePreference, subscribePreferences } from "../shared/preferences.js";
import { createSeriesLoader } from "../shared/series.js";
import { loadItem, saveItem } from "../shared/storage.js";
import {
  createAidActions, createCardActions, createChallengeActions, createPageActions, sendPendingCard, sendPendingRequest,
} from "./actions.js";
import { drawWithMotion, finishAnimations, hasMotion } from "./animation.js";
import * as Chat from "./chat.js";
import { createClockTicker, createServerClock } from "./clock.js";
import { findCues, findViewCue } from "./cues.js";
import { isBeginning } from "./introduction.js";
import { loadShownView, saveShownView, takeServerMessages } from "./page_state.js";
import { listenInput } from "./pointer.js";
import { createPowerTip, findNewPower } from "./power_texts.js";
import { drawPage } from "./render.js";
import { createRatingPoller, hasRatingChange, shareResult } from "./result.js";
import { composeScene } from "./scene.js";
import * as States from "./state.js";
import { findNextStage } from "./state.js";
import { tabText } from "./texts.js";

/** Keys of values kept in this browser. */
const SHORTCUTS = "table:shortcuts";
const EXPLAINED = "table:hinted";
const INTRODUCED = "table:introduced";
/** Functions that end a stage. By the name of a whole module it would be bundled in two files, which load in turn. */
const STAGE_ACTIONS = {
  endStage: States.endStage, clearTrick: States.clearTrick,
  castVote: States.castVote, dismissTrick: States.dismissTrick,
};
const { root, place, dataset, browser, appear } = mountPage("place", true);
const setTabTitle = createTabTitle(document, dataset.dotted);

let scene = null;
let pendingStage = {};
let isEndNew = false;
/** Notification of another game, once this one is over. @type {string|null} */
let notified = null;
/** Whether this connection has asked for the chat. */
let hasChat = false;
/** Time at which the turn against the clock came into sight. */
let turnStart = 0;
const serverClock = createServerClock(() => performance.now());

const initialState = {
  ...States.INITIAL_STATE, shortcuts: loadItem(SHORTCUTS, true), explainedPowers: loadItem(EXPLAINED, []),
  sort: getPreferences().sort, sound: getPreferences().sound,
  restoredView: loadShownView(dataset.socket), note: takeServerMessages(document),
};
const store = createLiveStore(initialState, {
  viewType: "view",
  receiveView: (state, view) => States.receiveView({ ...state, moving: hasMotion() }, view),
  draw: handleChange,
  getNextGame: (view) => view.rematch?.game ?? null,
  onView: handleView,
  onLink: (link) => link === "open" && (sendPendingCard(app), sendPendingRequest(app), (hasChat = false)),
  onHeartbeat: (beat) => (serverClock.addSample(beat.now), updateClocks(),
    store.setState(States.receiveHeartbeat(store.state(), beat))),
  messages: {
    accepted: ({ id, version }) =>
      store.setState(Chat.acceptChat(States.acceptMessage(store.state(), id, version), id)),
    challenged: (challenge) => (playCue("challenge"), store.setState({ ...store.state(), challenge })),
    refused: ({ id, message }) =>
      store.setState(Chat.refuseChat(States.refuseMessage(store.state(), id, message), id, message)),
    words: (words) => store.setState(Chat.receiveChat(store.state(), words)),
    said: showChatMessage,
    hear: () => act.askWords(),
  },
}, browser);

const app = {
  ...store,
  scene: () => scene,
  newId: createMessageId,
  post: (name, fields) => postForm(dataset[name], name === "rematch" ? addPart(fields) : fields),
  answer: answerChallenge,
  go: (url) => location.assign(url),
  keepShortcuts: (on) => saveItem(SHORTCUTS, on),
  confirms: () => getPreferences().confirm,
  thought: () => Math.round(performance.now() - turnStart),
};

const act = {
  ...createCardActions(app),
  ...createPageActions(app),
  ...createAidActions(app),
  ...createChallengeActions(app),
  ...Chat.createChatActions(app),
  phrases: JSON.parse(dataset.phrases || '{"phrases": [], "gestures": []}'),
  deal: document.getElementById("deal")?.content.firstElementChild,
  rulings: document.getElementById("rulings")?.content.firstElementChild,
  urls: dataset,
  bestOf: Number(dataset.bestOf),
  game: (code) => dataset.url.replace(dataset.code, code),
  skip: skipStage,
  hold: () => getPreferences().hold,
  place: (key) => scene?.hand?.find((card) => card.key === key)?.place ?? -1,
  opponents: JSON.parse(dataset.opponents || "{}"),
  pace: () => getPreferences().pace,
  setPace: (pace) => savePreference("pace", pace),
  setSound: (on) => savePreference("sound", on),
  share: () => shareResult(app, dataset),
};

const pollRatings = createRatingPoller({
  fetchRatings: () => getJson(dataset.ratings),
  onRatings: (ratings) => store.setState({ ...store.state(), ratings }),
});

const loadSeries = createSeriesLoader(dataset.series, (series) => store.setState({ ...store.state(), series }));

const updateClocks = createClockTicker({
  clock: () => store.state().view?.clock ?? null,
  now: serverClock.now,
  place: (seat) => place.querySelector(`[data-clock="${seat}"]`),
  onLowTime: warnTime,
  onTimeOut: (out) => store.state().late === out || store.setState({ ...store.state(), late: out, note: null }),
});

/** Warn the player whose time runs out. */
function warnTime(seat) {
  if (seat !== store.state().view.you) return;
  playCue("time");
  store.setState({ ...store.state(), note: { kind: "bad", text: gettext("Ten seconds left.") } });
}

/** Record the commitment, move the rematch's part to its game, and play the cue of a view. */
function handleView(view, before) {
  recordView(view);
  requestDetails(view);
  if (!before && isBeginning(view)) introduce();
  if (view.clock?.since !== before?.clock?.since) turnStart = performance.now();
  const call = findViewCue(view, before);
  if (call) playCue(call);
  follow(view);
}

/** Follow a rematch with the part of its deal, and a game that moved to the table by the site, which knows the way. */
function follow({ rematch, transfer }) {
  if (rematch?.game) copyDeal(rematchKey(dataset.code), rematch.game);
  if (transfer?.game) browser.reload();
}

/** Introduce the game to a newcomer, once. */
function introduce() {
  if (!("newcomer" in dataset) || loadItem(INTRODUCED, false)) return;
  saveItem(INTRODUCED, true);
  act.open("introduction");
}

/** Request details that views lack: rating changes, the score of the series and the chat. */
function requestDetails(view) {
  if (dataset.series && view.status === "finished") loadSeries(`${view.result.ending} ${view.result.winner}`);
  if (dataset.ratings && hasRatingChange(view)) pollRatings();
  if (!hasChat && dataset.phrases && Chat.canChat(view)) hasChat = act.askWords();
}

/** Show a message beside its speaker as long as it takes to read. */
function showChatMessage(said) {
  store.setState(Chat.receiveChatMessage(store.state(), said));
  setTimeout(() => store.setState(Chat.clearSpeech(store.state(), said)), Chat.getSpeechTime(said));
}

/** Add a part to the deal of the rematch. */
function addPart(fields) {
  const commitment = store.state().view.rematch?.commitment;
  if (fields.accept === "0" || !commitment) return fields;
  const name = rematchKey(dataset.code);
  const part = getPart(name, commitment);
  savePart(name, commitment, part);
  return { ...fields, part };
}

/** Cards move when what lies on the felt changed; the running stage goes on when anything else did. */
function handleChange(before) {
  const state = store.state();
  const other = ["view", "held", "pending", "stage", "sort"].some((name) => state[name] !== before[name]);
  if (other && !(before.stage === "goes" && state.stage === "goes")) drawWithMotion(root, redraw, scene, state);
  else redraw();
  if (before.done && !state.done) explainPower(before.done);
  if (state.view !== before.view || state.held !== before.held) saveShownView(dataset.socket, state.held ?? state.view);
  scheduleStage();
}

/** Explain a power that acted for the first time, once its trick is over. A lesson has explained it itself. */
function explainPower(done) {
  const state = store.state();
  const power = findNewPower(done, state.explainedPowers);
  if (!power || state.note || state.view.result) return;
  const explainedPowers = [...state.explainedPowers, power];
  saveItem(EXPLAINED, explainedPowers);
  store.setState({ ...state, explainedPowers, note: dataset.lesson ? null : createPowerTip(power) });
}

function redraw() {
  const state = store.state();
  const before = scene;
  scene = state.view ? composeScene(state) : null;
  if (scene || !isWaiting(state)) drawScene(before, state);
}

function drawScene(before, state) {
  appear();
  const focused = document.activeElement;
  drawPage(place, scene, state, act);
  if (scene?.hand && !before) performance.mark("cards");
  restoreFocus(focused);
  findCues(before, scene).forEach(playCue);
  updateClocks();
  updateTabTitle();
  if (scene?.over) handleEnd(before, state);
}

function handleEnd(before, state) {
  startNotifications(showNotified);
  isEndNew ||= Boolean(before && !before.over);
  if (isEndNew && !state.dialog) focusEnd();
}

function showNotified(text) {
  notified = text;
  updateTabTitle();
}

const updateTabTitle = () => setTabTitle(notified ?? tabText(scene));

/** Return whether the page waits for its first view. */
const isWaiting = ({ link, bye, moderation }) => ["connecting", "open"].includes(link) && !bye && !moderation;

/** Restore a lost focus to the hand, so that it does not start from the top of the page. */
function restoreFocus(focused) {
  const gone = focused && focused !== document.body && !focused.isConnected;
  const next = gone && (root.querySelector("#hand") ?? root.querySelector("#go-on"));
  if (next) next.focus({ preventScroll: true });
}

/** Focus the end, unless the focus is elsewhere on the page. */
function focusEnd() {
  isEndNew = false;
  scrollTo(0, 0);
  const focused = document.activeElement;
  if (focused && focused !== document.body && !root.contains(focused)) return;
  root.querySelector("#outcome").focus({ preventScroll: true });
}

/** Schedule the next stage. A finished trick does not go while the page or a dialog hides it. */
function scheduleStage() {
  const next = findNextStage(store.state(), getPreferences());
  if (next?.key === pendingStage.key) return;
  clearTimeout(pendingStage.timer);
  pendingStage = next ? { key: next.key, timer: setTimeout(() => advanceStage(next), next.after) } : {};
}

function advanceStage({ act: name }) {
  pendingStage = {};
  const hidden = name === "dismissTrick" && (document.hidden || store.state().dialog);
  if (hidden) scheduleStage();
  else store.setState({ ...STAGE_ACTIONS[name]({ ...store.state(), moving: hasMotion() }) });
}

/** End the current stage and all animations. @returns {boolean} whether there was something to tell */
function skipStage() {
  const next = States.endStage(store.state());
  const ended = next !== store.state();
  store.setState(next);
  finishAnimations();
  return ended;
}

redraw();
listenInput(root, act);
subscribePreferences(({ sort, sound }) => store.setState({ ...store.state(), sort, sound }));
store.open();
