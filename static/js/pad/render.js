/** The whole pad page from one state. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { judged } from "../shared/judged.js";
import { end } from "./end.js";
import { headline, lastTold, mood, status, strip } from "./head.js";
import { icon } from "../table/marks.js";
import { keypad } from "./keys.js";
import { log } from "./log.js";
import { people } from "../table/people.js";
import { pilesPad } from "./piles.js";
import { keysFor, trickAt } from "./project.js";
import { asksUndead, undeadPad } from "./scoring.js";
import { sheetOf } from "../table/sheets.js";
import { target } from "./state.js";
import { TEXTS, waitingText } from "./texts.js";

/** @param {HTMLElement} root @param {import("./project.js").Shown|null} shown @param {import("./state.js").State} state */
export function draw(root, shown, state, act) {
  render(shown ? page(shown, state, act) : opening(state), root);
  openSheet(root.querySelector("#sheet"), shown ? sheetOf(shown, state, act)?.kind ?? null : null);
}

function openSheet(dialog, kind) {
  if (!dialog) return;
  if (kind && dialog.dataset.kind !== kind && dialog.open) dialog.close();
  dialog.dataset.kind = kind ?? "";
  if (kind && !dialog.open) dialog.showModal();
  if (!kind && dialog.open) dialog.close();
}

const opening = (state) => html`<p class="opening" role="status">${state.bye ?? gettext("Opening the pad …")}</p>`;

function page(shown, state, act) {
  return html`${bar(shown, state, act)}${judged(shown.view.notice)}
    <div class="panels" data-tab=${state.tab}>
      <section class="panel-pad" aria-label=${gettext("Pad")}>${pad(shown, state, act)}</section>
      <section class="panel-log" aria-label=${gettext("Log")}>${log(shown, state, act)}</section>
      <section class="panel-table" aria-label=${gettext("Table")}>${people(shown, state, act)}</section>
    </div>
    <p class="visually-hidden" aria-live="polite" id="live">${spoken(shown, state)}</p>
    ${sheet(shown, state, act)}`;
}

function bar(shown, state, act) {
  const slips = shown.view.slips.filter((slip) => !slip.stands).length;
  const tabs = [["pad", gettext("Pad"), 0], ["log", gettext("Log"), slips], ["table", gettext("Table"), shown.view.requests.length]];
  return html`<header class="pad-bar"><nav aria-label=${gettext("This page")}>${tabs.map(([name, text, count]) => html`
      <button type="button" id="tab-${name}" aria-current=${state.tab === name ? "page" : "false"} @click=${() => act.tab(name)}>${text}${
        count ? html`<span class="badge">${count}<span class="visually-hidden"> ${name === "log" ? gettext("slips") : gettext("requests")}</span></span>` : nothing}</button>`)}</nav>
    ${line(shown, state)}</header>`;
}

/** The line to the server: nothing is said while all is well. */
function line(shown, state) {
  if (state.link === "ended") return html`<span class="line-state bad" role="status"><button type="button" class="tool" @click=${() => location.reload()}>${gettext("Reload")}</button></span>`;
  const lost = state.link !== "open";
  const count = shown.unsent;
  return html`<span class="line-state ${lost ? "bad" : ""}" role="status" title=${lost ? TEXTS.lost() : ""} data-waiting=${count}>
    ${lost ? html`${icon("offline")}<span>${count ? waitingText(count) : gettext("offline")}</span>` : count > 1 ? html`<span>${waitingText(count)}</span>` : nothing}</span>`;
}

function pad(shown, state, act) {
  const { view } = shown;
  if (state.link === "ended") return goodbye(state, act);
  if (view.frozen) return html`<div class="leader"><p>${gettext("A moderator has stopped this game for now: no card may be logged.")}</p></div>`;
  if (["finished", "called_off"].includes(view.status) && !state.chosen) return [end(shown, state, act), status(shown, state, act)];
  if (view.depth === "piles" && !state.chosen) return [pilesPad(shown, state, act), status(shown, state, act)];
  if (asksUndead(shown, state)) return [undeadPad(shown, state, act), status(shown, state, act)];
  const ask = target(state, shown);
  return html`<div class="logging ${mood(state, ask)}">${headline(shown, state, act)}${strip(shown, state, act)}${status(shown, state, act)}
    ${ask?.place === "leader" ? leader(ask, shown, state, act) : keys(ask, shown, state, act)}</div>`;
}

/** The server sent this device away: what is logged stays logged, and a code leads back. */
const goodbye = (state, act) => html`<div class="leader"><p role="alert">${state.bye ?? TEXTS.ended()}</p>
  <a class="button primary" href=${act.urls.join}>${gettext("Type or scan the table’s code")}</a>
  <a class="button" href=${act.urls.lobby}>${gettext("Lobby")}</a></div>`;

function keys(ask, shown, state, act) {
  if (!ask) return html`<div class="leader"><p>${gettext("Nothing is asked just now.")}</p></div>`;
  const there = trickAt(shown.tricks, ask.phase, ask.trick)[ask.place];
  return keypad({ keys: keysFor(shown, ask), there, wide: state.wide, focus: state.focus, letter: state.letter, label: ask.text }, act);
}

function leader(ask, shown, state, act) {
  const first = ask.phase === 1 && ask.trick === 1;
  return html`<div class="leader">${first ? html`<p>${gettext("You choose. Usually it is the youngest.")}</p>` : nothing}
    ${shown.view.names.map((name, seat) => html`<button type="button" class="button big" data-leader=${seat}
      @click=${() => act.leads(ask, seat)}>${name}</button>`)}</div>`;
}

/** What a screen reader says: what happened, then what is asked. */
function spoken(shown, state) {
  const last = lastTold(shown.view);
  const ask = target(state, shown);
  return [state.note?.text ?? last?.story, shown.unsent > 1 ? waitingText(shown.unsent) : "", ask?.text].filter(Boolean).join(" ");
}

function sheet(shown, state, act) {
  const found = sheetOf(shown, state, act);
  return html`<dialog id="sheet" aria-labelledby="sheet-title" @cancel=${act.cancelled} @click=${act.outside}>
    <div class="sheet-body">${found?.body ?? nothing}</div></dialog>`;
}

