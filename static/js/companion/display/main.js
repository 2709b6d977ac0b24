/** Entry point of the display: one view, one socket, one drawing. It logs nothing. */
import { mountPage } from "../../shared/live_page.js";
import { createLiveStore } from "../../shared/live_store.js";
import { getPreferences } from "../../shared/preferences.js";
import { createSeriesLoader } from "../../shared/series.js";
import { loadItem, saveItem } from "../../shared/storage.js";
import { createNoteTimer, createTableActions } from "../actions.js";
import { createScreenKeeper } from "../device.js";
import { getSeriesKey, hasEntryChanged, INITIAL_STATE, receiveView, setNote } from "../state.js";
import { drawPage } from "./render.js";
import { createSpeech, listAnnouncements } from "./speech.js";

const NOTE_TIME = 12_000;
const SPEECH_KEY = "display:speaks";
const { place, dataset, browser } = mountPage();

const initialState = {
  ...INITIAL_STATE, speaks: loadItem(SPEECH_KEY, false),
  prefs: { buzz: getPreferences().vibration, address: loadItem("pad:address", null) },
};

const store = createLiveStore(initialState, {
  viewType: "table",
  receiveView,
  draw: handleChange,
  getNextGame: (view) => view.rematch,
  onView(view, before) {
    keepScreenOn(view);
    loadSeries(getSeriesKey(view));
    if (dataset.device && hasEntryChanged(view, before)) act.loadInvite();
    if (view.you.seats.length) location.reload();
    if (view.transfer?.game) browser.reload();
    if (store.state().speaks) speech?.say(listAnnouncements(view, before));
  },
}, browser);
const rulings = document.getElementById("rulings")?.content.firstElementChild;
const speech = createSpeech(window, document.documentElement.lang, handleSilence);
const toggleSpeech = speech && (() => setSpeech(!store.state().speaks));
const act = { ...createTableActions({ ...store, urls: { ...dataset } }), speaks: toggleSpeech, rulings };
const loadSeries = createSeriesLoader(dataset.series, (series) => store.setState({ ...store.state(), series }));
const expireNote = createNoteTimer(store, NOTE_TIME);
const keepScreenOn = createScreenKeeper(store);

/** Turn speech on or off. The first words come with the tap, since browsers are silent before a gesture. */
function setSpeech(on) {
  saveItem(SPEECH_KEY, on);
  store.setState({ ...store.state(), speaks: on });
  if (on) speech.say([gettext("The display now reads aloud.")]);
  else speech.stop();
}

/** Turn speech off after a failure. After a reload the button needs a new tap. */
function handleSilence(why) {
  const text = why === "blocked" ? gettext("Tap “Read aloud” to hear the display.")
    : gettext("This browser has no voice for this language.");
  store.setState(setNote({ ...store.state(), speaks: false }, "bad", text));
}

function handleChange(before) {
  expireNote(before);
  drawPage(place, store.state(), act);
}

drawPage(place, store.state(), act);
store.open();
