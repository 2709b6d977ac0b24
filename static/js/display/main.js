/** The display: one view, one socket, one drawing. It logs nothing. */
import { takeOver } from "../shared/live.js";
import { preferences } from "../shared/preferences.js";
import { openShell } from "../shared/shell.js";
import { keep, recall } from "../shared/store.js";
import { stayAwake } from "../table/awake.js";
import { deeds, hush } from "../table/deeds.js";
import { EMPTY, entryChanged, noted, received } from "../table/state.js";
import { fresh } from "./news.js";
import { draw } from "./render.js";
import { openSpeech } from "./speech.js";

const NOTE = 12_000;
const SPEAKS = "display:speaks";
const { place, dataset, around } = takeOver();

const shell = openShell({ ...EMPTY, prefs: { buzz: preferences().vibration }, speaks: recall(SPEAKS, false) }, {
  kind: "table",
  received,
  draw: redrawn,
  next: (view) => (view.you.role === "display" ? view.rematch : null),
  viewed(view, before) {
    if (dataset.device && entryChanged(view, before)) act.loadInvite();
    if (view.you.seats.length) location.reload();
    if (shell.state().speaks) speech?.say(fresh(view, before));
  },
}, around);
const rulings = document.getElementById("rulings")?.content.firstElementChild;
const speech = openSpeech(window, document.documentElement.lang, silent);
const speaks = speech && (() => speak(!shell.state().speaks));
const act = { ...deeds({ ...shell, urls: { ...dataset } }), speaks, rulings };
const quieten = hush(shell, NOTE);

/** The first words come with the tap: browsers are silent before somebody touched the page. */
function speak(on) {
  keep(SPEAKS, on);
  shell.become({ ...shell.state(), speaks: on });
  if (on) speech.say([gettext("The display speaks now.")]);
  else speech.hush();
}

/** After a reload nobody has touched the page yet; then the button asks for its tap again. */
function silent(why) {
  const text = why === "blocked" ? gettext("Tap “Speak” to hear the display.")
    : gettext("This browser has no voice for this language.");
  shell.become(noted({ ...shell.state(), speaks: false }, "bad", text));
}

function redrawn(before) {
  quieten(before);
  draw(place, shell.state(), act);
}

stayAwake();
draw(place, shell.state(), act);
shell.open();
