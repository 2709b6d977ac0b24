/** The display: one view, one socket, one drawing. It logs nothing. */
import { takeOver } from "../shared/live.js";
import { openShell } from "../shared/shell.js";
import { stayAwake } from "../table/awake.js";
import { deeds, hush } from "../table/deeds.js";
import { EMPTY, entryChanged, received } from "../table/state.js";
import { draw } from "./render.js";

const NOTE = 12_000;
const { place, dataset, around } = takeOver();

const shell = openShell({ ...EMPTY, prefs: { buzz: false } }, {
  kind: "table",
  received,
  draw: redrawn,
  next: (view) => view.rematch,
  viewed(view, before) {
    if (dataset.device && entryChanged(view, before)) act.loadInvite();
    if (view.you.seats.length) location.reload();
  },
}, around);
const rulings = document.getElementById("rulings")?.content.firstElementChild;
const act = { ...deeds({ ...shell, urls: { ...dataset } }), rulings };
const quieten = hush(shell, NOTE);

function redrawn(before) {
  quieten(before);
  draw(place, shell.state(), act);
}

stayAwake();
draw(place, shell.state(), act);
shell.open();
