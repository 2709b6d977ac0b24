/** The display: one view, one socket, one drawing. It logs nothing. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { stayAwake } from "../table/awake.js";
import { deeds } from "../table/deeds.js";
import { people } from "../table/people.js";
import { sheetOf } from "../table/sheets.js";
import * as States from "../pad/state.js";
import { reloadOnce } from "../shared/live.js";
import { connect, SESSION_ENDED } from "../shared/socket.js";
import { stage } from "./stage.js";

const NOTE = 12_000;
const root = document.getElementById("display");
const { dataset } = root;
const opening = root.querySelector(".opening");
const place = document.createElement("div");

let state = { ...States.EMPTY, prefs: { buzz: false, blinds: false, skipped: [] } };
let hush = 0;

/** @param {States.State} next */
function become(next) {
  if (next.note !== state.note && next.note) {
    clearTimeout(hush);
    hush = setTimeout(() => become({ ...state, note: null }), NOTE);
  }
  state = next;
  redraw();
}

const app = { state: () => state, become, urls: { ...dataset }, brand: dataset.brand };
const act = { ...deeds(app), keepIt: () => {} };
app.act = act;

function redraw() {
  const { view } = state;
  if (!view) return void (state.bye && (opening.textContent = state.bye));
  opening.remove();
  const found = openedSheet({ view, items: [], tricks: view.tricks });
  render(html`${stage(view, state, act)}
    <dialog id="sheet" aria-labelledby="sheet-title" @cancel=${act.cancelled} @click=${act.outside}>
      <div class="sheet-body">${found?.body ?? nothing}</div></dialog>`, place);
  const dialog = place.querySelector("#sheet");
  if (found && !dialog.open) dialog.showModal();
  if (!found && dialog.open) dialog.close();
}

/** A device may open what lies behind the corner; whoever only comes by sees nothing there but the links. */
function openedSheet(shown) {
  if (state.sheet !== "table") return sheetOf(shown, state, act);
  return { kind: "table", body: html`<h2 id="sheet-title" tabindex="-1" autofocus>${gettext("The table")}</h2>${people(shown, state, act)}
    <button type="button" class="button wide" id="close-sheet" @click=${act.close}>${gettext("Close")}</button>` };
}

const messages = {
  table(view) {
    const old = state.view;
    become(States.received(state, view));
    if (dataset.device && (!old || old.joinable !== view.joinable || old.locked !== view.locked)) act.loadInvite();
    if (old && view.rematch && !old.rematch) location.assign(dataset.url.replace(dataset.code, view.rematch));
    if (view.you.seats.length) location.reload();
  },
  beat(message) {
    socket.send({ type: "here", version: state.view?.version ?? 0 });
    if (state.view && message.version > state.view.version) socket.send({ type: "sync" });
    become({ ...state, beat: message });
  },
  bye: (message) => become({ ...state, bye: message.message }),
};

root.querySelector("noscript")?.remove();
root.append(place);
stayAwake();
const socket = connect(dataset.socket, {
  message: (data) => messages[data.type]?.(data),
  link(link, code) {
    become(States.linked(state, link));
    if (code === SESSION_ENDED) reloadOnce();
  },
});
