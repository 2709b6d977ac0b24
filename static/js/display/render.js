/** The whole display from one state. */
import { html, render } from "../../vendor/lit-html.js";
import { people } from "../table/people.js";
import { close, sheetFrame, sheetOf, SHEETS, showSheet, title } from "../table/sheets.js";
import { stage } from "./stage.js";

/** @param {HTMLElement} root @param {import("../table/state.js").State} state */
export function draw(root, state, act) {
  const { view } = state;
  const sheet = view && sheetNow(view, state, act);
  render(view ? html`${stage(view, state, act)}${sheetFrame(sheet, act)}` : opening(state), root);
  showSheet(root.querySelector("#sheet"), sheet?.kind ?? null);
}

/** A device may open what lies behind the corner; whoever only comes by sees nothing there but the links. */
function sheetNow(view, state, act) {
  if (state.sheet !== "table") return sheetOf(view, state, act, SHEETS);
  return { kind: "table", body: [title(gettext("The table")), people(view, state, act), close(act)] };
}

const opening = (state) =>
  html`<p class="opening" role="status">${state.bye ?? gettext("Laying out the table …")}</p>`;
