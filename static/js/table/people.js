/** Who is at the table, how to get in, and the settings of this device. */
import { html, nothing } from "../../vendor/lit-html.js";
import { canShake } from "../shared/cues.js";
import { say } from "../shared/texts.js";
import { inviteCard } from "./invite.js";
import { icon } from "./marks.js";
import { mover, names } from "./seating.js";
import { big, choice } from "./sheets.js";
import { asking } from "./state.js";
import { deviceText } from "./texts.js";
import { over } from "./view.js";

/** @param {object} view @param {import("./state.js").State} state */
export function people(view, state, act) {
  return html`<div class="people">
    ${requests(view, state, act)}
    ${invitation(view, state, act)}
    <section><h2>${gettext("At the table")}</h2>
      <ul class="devices">${view.devices.map((device) => row(device, view, state, act))}</ul>
      ${seatCodes(view, act)}${names(view, act)}</section>
    ${settings(view, state, act)}
    ${act.rulings ?? nothing}
    ${ending(view, act)}
  </div>`;
}

/** Whoever asks for a seat that another phone has. */
const requests = (view, state, act) => asking(view, state).map((request) => html`<section class="asks">
  <h2>${say(gettext("A phone asks for the seat of %(name)s."), { name: view.names[request.seat] })}</h2>
  <p>${say(gettext("It says its name is %(name)s. If you let it in, the phone that has the seat now loses it."),
    { name: request.name || "–" })}</p>
  ${choice(big("turn-away", gettext("No"), () => act.letIn(request, false)),
    big("let-in", gettext("Let it in"), () => act.letIn(request, true), "primary"))}</section>`);

function invitation(view, state, act) {
  if (over(view)) return nothing;
  const shown = Boolean(state.invite) && !view.locked;
  return html`<section class="join-here">
    <h2>${headingOf(view, shown)}</h2>
    ${shown ? code(view, state, act) : nothing}
    ${shown && view.joinable ? howTo() : nothing}
    ${view.you.host ? hostButtons(view, act) : nothing}
  </section>`;
}

/** When both seats are taken the code is shown on demand alone. */
const code = (view, state, act) => (view.joinable || state.showCode ? inviteCard(state.invite, "panel")
  : html`<p><button type="button" class="button" id="show-code" @click=${act.showCode}>${
    gettext("Show the code")}</button></p>`);

const howTo = () => html`<p class="soft">${
  gettext("Scan it with the phone’s camera, or open the address and type the code.")}</p>`;

function headingOf(view, shown) {
  if (view.locked) return gettext("The table is locked");
  if (!view.joinable) return gettext("Both seats are taken");
  return shown ? gettext("Join this table") : gettext("A seat is free");
}

const hostButtons = (view, act) => html`<div class="row">
  <button type="button" class="tool" id="lock" @click=${() => act.host("lock", { locked: view.locked ? "0" : "1" })}>
    ${view.locked ? gettext("Unlock the table") : gettext("Lock the table")}</button>
  ${view.locked ? nothing : html`<button type="button" class="tool" id="renew" @click=${() => act.host("renew")}>${
    gettext("New code")}</button>`}</div>`;

function row(device, view, state, act) {
  const own = device.id === view.you.device;
  const here = state.beat?.here.includes(device.id) ?? true;
  const { host } = view.you;
  return html`<li class=${here ? "here" : "gone"}>${icon(device.role === "player" ? "phone" : "display")}
    <span class="who"><b>${device.name || deviceText(device, view.names)}</b>
      <small>${whatIs(device, view.names, own, here)}</small></span>
    ${own || host ? mover(device, view, act) : nothing}
    ${host && !own ? html`<button type="button" class="tool" data-remove=${device.id}
      @click=${() => act.removes(device)}>${gettext("Remove")}</button>` : nothing}</li>`;
}

function whatIs(device, seatNames, own, here) {
  const text = deviceText(device, seatNames);
  const marks = [own && gettext("this device"), device.host && gettext("host"), !here && gettext("not connected")];
  return [device.name !== text && text, ...marks].filter(Boolean).join(" · ");
}

/** A phone that died is replaced, and a screen added, by a code that works once. */
function seatCodes(view, act) {
  if (over(view)) return nothing;
  const taken = [0, 1].filter((seat) => view.seats[seat].devices.length);
  return html`<div class="row">${taken.map((seat) => html`<button type="button" class="tool" data-seat-code=${seat}
      @click=${() => act.seatCode(String(seat))}>
      ${say(gettext("New phone for %(name)s"), { name: view.names[seat] })}</button>`)}
    <button type="button" class="tool" data-seat-code="watch" @click=${() => act.seatCode("watch")}>${
      gettext("Add a screen")}</button></div>`;
}

function settings(view, state, act) {
  const player = view.you.seats.length > 0;
  const logs = player && view.depth === "every";
  const toggles = [canShake() && "buzz", player && "shortcuts", player && "turned", logs && "blinds"];
  return html`<section><h2>${gettext("This device")}</h2>
    ${toggles.filter(Boolean).map((name) => toggle(name, state.prefs[name], act))}
    ${player ? depth(view, act) : nothing}
    <p class="row"><a class="tool" href=${act.urls.rules} target="_blank">${gettext("The rules")}</a>
      <a class="tool" href=${act.urls.preferencesPage} target="_blank">${gettext("Preferences")}</a>
      <a class="tool" href=${act.urls.record} download>${gettext("Download the record")}</a>
      <a class="tool" href=${act.urls.report}>${gettext("Report")}</a>
      <a class="tool" href=${act.urls.lobby}>${gettext("Lobby")}</a></p></section>`;
}

const PREFS = {
  buzz: () => gettext("Vibrate when a card is logged"),
  shortcuts: () => gettext("Keyboard shortcuts with letters and digits"),
  turned: () => gettext("Low cards on top"),
  blinds: () => gettext("Ask for blind cards"),
};

const toggle = (name, on, act) => html`<label class="check"><input type="checkbox" id="pref-${name}" .checked=${on}
  @change=${(event) => act.pref(name, event.target.checked)}><span>${PREFS[name]()}</span></label>`;

function depth(view, act) {
  const lower = { every: ["scoring", "piles"], scoring: ["piles"], piles: [] }[view.depth];
  if (!lower.length || over(view)) return nothing;
  const words = { scoring: gettext("Log the scoring only"), piles: gettext("Count the final piles only") };
  return html`<div class="row">${lower.map((name) => html`<button type="button" class="tool" data-depth=${name}
    @click=${() => act.open(`depth-${name}`)}>${words[name]}</button>`)}</div>`;
}

function ending(view, act) {
  if (view.status !== "playing" || !view.you.seats.length) return nothing;
  return html`<section><button type="button" class="button" id="close-game" @click=${() => act.open("close")}>${
    gettext("End the game here")}</button></section>`;
}
