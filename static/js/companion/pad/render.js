/** The whole pad, drawn from its state. */
import { html, nothing, render } from "../../../vendor/lit-html.js";
import { moderatorMessage, moderatorNotice } from "../../shared/moderation.js";
import { transferBanner } from "../../shared/transfer_banner.js";
import { icon } from "../components.js";
import { devicesPanel } from "../devices.js";
import { sheetFrame, showSheet } from "../dialogs.js";
import { getLastTrick, getTrick, isOver } from "../state.js";
import { pilesPad, restPad, shouldAskRest, undeadPad, undeadTitle } from "./count_pads.js";
import { shouldAskUndead } from "./counts.js";
import { findPadSheet } from "./dialogs.js";
import { endPanel } from "./end.js";
import { keypad } from "./keypad.js";
import { logPanel, slipNote } from "./log.js";
import { getLocalTrickText, listKeys, shouldAskBlinds } from "./projection.js";
import { getHeadlineClass, headline, slotStrip, statusLine } from "./prompt.js";
import { getTarget, isHandShown } from "./state.js";
import { followersText, TEXTS, waitingText } from "./texts.js";

/**
 * Draw the pad.
 * @param {HTMLElement} root @param {import("./projection.js").Shown|null} shown
 * @param {import("./state.js").State} state
 */
export function drawPage(root, shown, state, act) {
  const sheet = shown && findPadSheet(shown, state, act);
  render(shown ? page(shown, state, sheet, act) : loading(state), root);
  showSheet(root.querySelector("#sheet"), sheet?.kind ?? null);
}

const loading = (state) => html`<p class="opening" role="status">${state.bye ?? gettext("Opening the pad …")}</p>`;

function page(shown, state, sheet, act) {
  return html`${tabBar(shown, state, act)}${moderatorMessage(state.moderation)}${moderatorNotice(shown.view.notice)}${
    transferBanner(shown.view.transfer, { you: getOnlySeat(shown.view), names: shown.view.names, online: false,
      urls: act.urls })}
    <div class="panels" data-tab=${state.tab}>
      <section class="panel-pad" aria-label=${gettext("Pad")}>${pad(shown, state, act)}</section>
      <section class="panel-log" aria-label=${gettext("Log")}>${logPanel(shown, state, act)}</section>
      <section class="panel-table" aria-label=${gettext("Table")}>${
        devicesPanel(shown.view, addDefaults(shown, state), act)}</section>
    </div>
    <p class="visually-hidden" aria-live="polite" id="live">${getLiveText(shown, state)}</p>
    ${sheetFrame(sheet, act)}`;
}

const getOnlySeat = ({ you }) => (you.seats.length === 1 ? you.seats[0] : null);

function tabBar(shown, state, act) {
  const slips = shown.view.slips.filter((slip) => !slip.stands).length;
  const requests = state.link === "ended" ? 0 : shown.view.requests.length;
  return html`<header class="pad-bar"><nav aria-label=${gettext("This page")}>
      ${tabButton("pad", gettext("Pad"), nothing, state, act)}
      ${tabButton("log", gettext("Log"), badge(slips, gettext("slips")), state, act)}
      ${tabButton("table", gettext("Table"), badge(requests, gettext("requests")), state, act)}</nav>
    ${connectionState(shown, state)}</header>`;
}

const tabButton = (name, text, mark, state, act) => html`<button type="button" id="tab-${name}"
  aria-current=${state.tab === name ? "page" : "false"} @click=${() => act.tab(name)}>${text}${mark}</button>`;

const badge = (count, what) =>
  (count ? html`<span class="badge">${count}<span class="visually-hidden"> ${what}</span></span>` : nothing);

/** Draw the state of the connection; nothing while it is open. */
function connectionState(shown, state) {
  if (state.link === "ended") {
    return html`<span class="line-state bad" role="status"><button type="button" class="tool"
      @click=${() => location.reload()}>${gettext("Reload")}</button></span>`;
  }
  const lost = state.link !== "open";
  const count = shown.unsent;
  return html`<span class="line-state ${lost ? "bad" : ""}" role="status" title=${lost ? TEXTS.lost() : ""}
    data-waiting=${count}>
    ${lost ? offlineMark(count) : count > 1 ? html`<span>${waitingText(count)}</span>` : nothing}</span>`;
}

const offlineMark = (count) =>
  html`${icon("offline")}<span>${count ? waitingText(count) : gettext("offline")}</span>`;

function pad(shown, state, act) {
  if (state.link === "ended") return endedNote(state, act);
  return shown.view.frozen ? frozenNote() : padContent(shown, state, act);
}

function padContent(shown, state, act) {
  const { view } = shown;
  const beneath = statusLine(shown, state, act);
  if (shouldAskRest(shown, state)) return [restPad(shown, state, act), beneath];
  if (isOver(view) && !state.chosen && !shown.held) return [endPanel(shown, act, state.series), beneath];
  if (view.depth === "piles" && !state.chosen) return [pilesPad(shown, state, act), beneath];
  if (shouldAskUndead(shown, state)) return [undeadPad(shown, act), beneath];
  const ask = getTarget(state, shown);
  return html`<div class="logging ${getHeadlineClass(state, ask)}">${
    headline(shown, state, act)}${slotStrip(shown, state, act)}${slipNotice(shown, act)}${beneath}
    ${ask?.place === "leader" ? leaderChoice(ask, shown, act) : keysPanel(ask, shown, state, act)}</div>`;
}

/** Add the defaults of settings that were not changed. */
const addDefaults = ({ view }, state) =>
  ({ ...state, prefs: { ...state.prefs, blinds: shouldAskBlinds(view, state.prefs) } });

/** Draw the last open slip, until it is corrected or the players let it stand. */
function slipNotice({ view }, act) {
  const found = view.slips.findLast((one) => !one.stands);
  return found ? slipNote(found, act) : nothing;
}

const frozenNote = () => html`<div class="leader"><p>${
  gettext("A moderator has paused this game. You can't log cards until it resumes.")}</p></div>`;

/** Draw the end of the connection. What is logged stays logged, and a code leads back. */
const endedNote = (state, act) => html`<div class="leader"><p role="alert">${state.bye ?? TEXTS.ended()}</p>
  <a class="button primary" href=${act.urls.join}>${gettext("Scan or enter the table code")}</a>
  <a class="button" href=${act.urls.lobby}>${gettext("Lobby")}</a></div>`;

function keysPanel(ask, shown, state, act) {
  if (!ask) return html`<div class="leader"><p>${gettext("Nothing to log right now.")}</p></div>`;
  const there = getTrick(shown.tricks, ask.phase, ask.trick)[ask.place];
  const { wide, focus, letter, prefs } = state;
  const name = shown.view.names[ask.seat] ?? "";
  return keypad({ keys: listKeys(shown, ask), there, wide, turned: prefs.turned, likely: ask.likely, focus, letter,
    label: ask.text, name }, act);
}

function leaderChoice(ask, shown, act) {
  const first = ask.phase === 1 && ask.trick === 1;
  const advice = html`<p>${gettext("You choose. It's usually the youngest.")}</p>`;
  return html`<div class="leader">${first ? advice : nothing}
    ${shown.view.names.map((name, seat) => html`<button type="button" class="button big" data-leader=${seat}
      @click=${() => act.leads(ask, seat)}>${name}</button>`)}</div>`;
}

/** Return the text for screen readers: what happened, then what is asked. */
function getLiveText(shown, state) {
  const last = getLastTrick(shown.view);
  const waits = shown.unsent > 1 ? waitingText(shown.unsent) : "";
  const hand = isHandShown(shown, state) ? followersText(shown.view) : null;
  const news = state.note?.text ?? hand ?? getLocalTrickText(shown) ?? last?.story;
  const asked = shouldAskUndead(shown, state) ? undeadTitle() : getTarget(state, shown)?.text;
  return [news, waits, asked].filter(Boolean).join(" ");
}
