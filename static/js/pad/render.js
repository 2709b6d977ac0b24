/** The whole pad page from one state. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { judged, toldYou } from "../shared/judged.js";
import { icon } from "../table/marks.js";
import { people } from "../table/people.js";
import { sheetFrame, showSheet } from "../table/sheets.js";
import { lastTold, over, trickAt } from "../table/view.js";
import { end } from "./end.js";
import { headline, mood, status, strip } from "./head.js";
import { keypad } from "./keys.js";
import { log, slipBox } from "./log.js";
import { ownStory } from "./own.js";
import { pilesPad } from "./piles.js";
import { asksBlinds, keysFor } from "./project.js";
import { asksUndead } from "./scores.js";
import { asksRest, restPad, undeadPad } from "./scoring.js";
import { padSheet } from "./sheets.js";
import { target } from "./state.js";
import { TEXTS, waitingText } from "./texts.js";

/**
 * @param {HTMLElement} root @param {import("./project.js").Shown|null} shown
 * @param {import("./state.js").State} state
 */
export function draw(root, shown, state, act) {
  const sheet = shown && padSheet(shown, state, act);
  render(shown ? page(shown, state, sheet, act) : opening(state), root);
  showSheet(root.querySelector("#sheet"), sheet?.kind ?? null);
}

const opening = (state) => html`<p class="opening" role="status">${state.bye ?? gettext("Opening the pad …")}</p>`;

function page(shown, state, sheet, act) {
  return html`${bar(shown, state, act)}${toldYou(state.told)}${judged(shown.view.notice)}
    <div class="panels" data-tab=${state.tab}>
      <section class="panel-pad" aria-label=${gettext("Pad")}>${pad(shown, state, act)}</section>
      <section class="panel-log" aria-label=${gettext("Log")}>${log(shown, state, act)}</section>
      <section class="panel-table" aria-label=${gettext("Table")}>${
        people(shown.view, settled(shown, state), act)}</section>
    </div>
    <p class="visually-hidden" aria-live="polite" id="live">${spoken(shown, state)}</p>
    ${sheetFrame(sheet, act)}`;
}

function bar(shown, state, act) {
  const slips = shown.view.slips.filter((slip) => !slip.stands).length;
  return html`<header class="pad-bar"><nav aria-label=${gettext("This page")}>
      ${tab("pad", gettext("Pad"), nothing, state, act)}
      ${tab("log", gettext("Log"), badge(slips, gettext("slips")), state, act)}
      ${tab("table", gettext("Table"), badge(shown.view.requests.length, gettext("requests")), state, act)}</nav>
    ${line(shown, state)}</header>`;
}

const tab = (name, text, mark, state, act) => html`<button type="button" id="tab-${name}"
  aria-current=${state.tab === name ? "page" : "false"} @click=${() => act.tab(name)}>${text}${mark}</button>`;

const badge = (count, what) =>
  (count ? html`<span class="badge">${count}<span class="visually-hidden"> ${what}</span></span>` : nothing);

/** The line to the server: nothing is said while all is well. */
function line(shown, state) {
  if (state.link === "ended") {
    return html`<span class="line-state bad" role="status"><button type="button" class="tool"
      @click=${() => location.reload()}>${gettext("Reload")}</button></span>`;
  }
  const lost = state.link !== "open";
  const count = shown.unsent;
  return html`<span class="line-state ${lost ? "bad" : ""}" role="status" title=${lost ? TEXTS.lost() : ""}
    data-waiting=${count}>
    ${lost ? offline(count) : count > 1 ? html`<span>${waitingText(count)}</span>` : nothing}</span>`;
}

const offline = (count) =>
  html`${icon("offline")}<span>${count ? waitingText(count) : gettext("offline")}</span>`;

function pad(shown, state, act) {
  if (state.link === "ended") return goodbye(state, act);
  return shown.view.frozen ? frozen() : asking(shown, state, act);
}

function asking(shown, state, act) {
  const { view } = shown;
  const beneath = status(shown, state, act);
  if (asksRest(shown, state)) return [restPad(shown, state, act), beneath];
  if (over(view) && !state.chosen && !shown.held) return [end(shown, act), beneath];
  if (view.depth === "piles" && !state.chosen) return [pilesPad(shown, state, act), beneath];
  if (asksUndead(shown, state)) return [undeadPad(shown, act), beneath];
  const ask = target(state, shown);
  return html`<div class="logging ${mood(state, ask)}">${
    headline(shown, state, act)}${strip(shown, state, act)}${inDoubt(shown, act)}${beneath}
    ${ask?.place === "leader" ? leader(ask, shown, act) : keys(ask, shown, state, act)}</div>`;
}

/** The settings as they work, where nobody has said otherwise. */
const settled = ({ view }, state) =>
  ({ ...state, prefs: { ...state.prefs, blinds: asksBlinds(view, state.prefs) } });

/** What cannot have been stands where one looks, until it is corrected or the players let it stand. */
function inDoubt({ view }, act) {
  const found = view.slips.findLast((one) => !one.stands);
  return found ? slipBox(found, act) : nothing;
}

const frozen = () => html`<div class="leader"><p>${
  gettext("A moderator has stopped this game for now: no card may be logged.")}</p></div>`;

/** The server sent this device away: what is logged stays logged, and a code leads back. */
const goodbye = (state, act) => html`<div class="leader"><p role="alert">${state.bye ?? TEXTS.ended()}</p>
  <a class="button primary" href=${act.urls.join}>${gettext("Type or scan the table’s code")}</a>
  <a class="button" href=${act.urls.lobby}>${gettext("Lobby")}</a></div>`;

function keys(ask, shown, state, act) {
  if (!ask) return html`<div class="leader"><p>${gettext("Nothing is asked just now.")}</p></div>`;
  const there = trickAt(shown.tricks, ask.phase, ask.trick)[ask.place];
  const { wide, focus, letter, prefs } = state;
  const name = shown.view.names[ask.seat] ?? "";
  return keypad({ keys: keysFor(shown, ask), there, wide, turned: prefs.turned, likely: ask.likely, focus, letter,
    label: ask.text, name }, act);
}

function leader(ask, shown, act) {
  const first = ask.phase === 1 && ask.trick === 1;
  const advice = html`<p>${gettext("You choose. Usually it is the youngest.")}</p>`;
  return html`<div class="leader">${first ? advice : nothing}
    ${shown.view.names.map((name, seat) => html`<button type="button" class="button big" data-leader=${seat}
      @click=${() => act.leads(ask, seat)}>${name}</button>`)}</div>`;
}

/** What a screen reader says: what happened, then what is asked. */
function spoken(shown, state) {
  const last = lastTold(shown.view);
  const ask = target(state, shown);
  const waits = shown.unsent > 1 ? waitingText(shown.unsent) : "";
  return [state.note?.text ?? ownStory(shown) ?? last?.story, waits, ask?.text].filter(Boolean).join(" ");
}

