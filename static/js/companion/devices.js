/** Panel of devices: who is at the table, requests for a seat, the way in, and settings of this device. */
import { html, nothing } from "../../vendor/lit-html.js";
import { canVibrate } from "../shared/cues.js";
import { fill, joinSentences } from "../shared/texts.js";
import { icon, inviteCard } from "./components.js";
import { bigButton, choiceRow } from "./dialogs.js";
import { canLetIn, isOver, listRequests, ownsSeat } from "./state.js";
import { deviceText } from "./texts.js";

/** Draw the panel of devices and settings. @param {object} view @param {import("./state.js").State} state */
export function devicesPanel(view, state, act) {
  return html`<div class="people">
    ${seatRequests(view, state, act)}
    ${inviteSection(view, state, act)}
    <section><h2>${gettext("At the table")}</h2>
      <ul class="devices">${view.devices.map((device) => deviceRow(device, view, state, act))}</ul>
      ${seatCodes(view, act)}${nameFields(view, act)}</section>
    ${settings(view, state, act)}
    ${act.rulings ?? nothing}
    ${transferLinks(view, act)}
    ${endButton(view, act)}
  </div>`;
}

function inviteSection(view, state, act) {
  if (isOver(view)) return nothing;
  const shown = Boolean(state.invite) && !view.locked;
  return html`<section class="join-here">
    <h2>${getHeading(view, shown)}</h2>
    ${shown ? inviteCode(view, state, act) : nothing}
    ${shown && view.joinable ? scanHint() : nothing}
    ${view.you.host ? hostButtons(view, act) : nothing}
  </section>`;
}

/** Draw the code, on demand once both seats are taken. */
const inviteCode = (view, state, act) => (view.joinable || state.showCode
  ? inviteCard(state.invite, "panel", state, act)
  : html`<p><button type="button" class="button" id="show-code" @click=${act.showCode}>${
    gettext("Show code")}</button></p>`);

const scanHint = () => html`<p class="soft">${
  gettext("Scan the code with your phone, or open the address and enter the short code.")}</p>`;

function getHeading(view, shown) {
  if (view.locked) return gettext("The table is locked");
  if (!view.joinable) return gettext("Both seats are taken");
  return shown ? gettext("Join this table") : gettext("A seat is free");
}

const hostButtons = (view, act) => html`<div class="row">
  <button type="button" class="tool" id="lock" @click=${() => act.host("lock", { locked: view.locked ? "0" : "1" })}>
    ${view.locked ? gettext("Unlock table") : gettext("Lock table")}</button>
  ${view.locked ? nothing : html`<button type="button" class="tool" id="renew" @click=${() => act.host("renew")}>${
    gettext("New code")}</button>`}</div>`;

function deviceRow(device, view, state, act) {
  const own = device.id === view.you.device;
  const here = state.beat?.here.includes(device.id) ?? true;
  return html`<li class=${here ? "here" : "gone"}>${icon(device.role === "player" ? "phone" : "display")}
    <span class="who"><b>${device.name || deviceText(device, view.names)}</b>
      <small>${getDetails(device, view.names, own, here)}</small></span>
    ${own ? placeSelect(device, view, act) : hostChoices(device, here, view, act)}</li>`;
}

/** Draw the host's choices for another device: one that plays can only be removed, and only while it is away. */
function hostChoices(device, here, view, act) {
  if (!view.you.host || device.host) return nothing;
  const plays = device.seats.length > 0 && view.status !== "gathering";
  return [plays ? nothing : placeSelect(device, view, act), plays && here ? nothing : removeButton(device, act)];
}

const removeButton = (device, act) => html`<button type="button" class="tool" data-remove=${device.id}
  @click=${() => act.removes(device)}>${gettext("Remove")}</button>`;

function getDetails(device, seatNames, own, here) {
  const text = deviceText(device, seatNames);
  const marks = [own && gettext("this device"), device.host && gettext("host"), !here && gettext("offline")];
  return [device.name !== text && text, ...marks].filter(Boolean).join(" · ");
}

/** Draw the codes that replace a phone or add a screen. They work once. */
function seatCodes(view, act) {
  const { seats, host } = view.you;
  if (isOver(view) || !(seats.length || host)) return nothing;
  const taken = [0, 1].filter((seat) => view.seats[seat].devices.length && (host || seats.includes(seat)));
  return html`<div class="row">${taken.map((seat) => html`<button type="button" class="tool" data-seat-code=${seat}
      @click=${() => act.seatCode(String(seat))}>
      ${fill(gettext("New device for %(name)s"), { name: view.names[seat] })}</button>`)}
    ${act.urls.deal ? nothing : html`<button type="button" class="tool" data-seat-code="watch"
      @click=${() => act.seatCode("watch")}>${gettext("Add a display")}</button>`}</div>`;
}

function settings(view, state, act) {
  const player = view.you.seats.length > 0;
  const logs = player && view.depth === "every";
  const toggles = [canVibrate() && "buzz", player && "shortcuts", player && "turned", logs && "blinds"];
  return html`<section><h2>${gettext("This device")}</h2>
    ${toggles.filter(Boolean).map((name) => toggle(name, state.prefs[name], act))}
    ${player ? depthButtons(view, act) : nothing}
    <p class="row"><a class="tool" href=${act.urls.rules} target="_blank">${gettext("The rules")}</a>
      <a class="tool" href=${act.urls.preferencesPage} target="_blank">${gettext("Preferences")}</a>
      <a class="tool" href=${act.urls.record} download>${gettext("Download the record")}</a>
      ${act.urls.deal ? html`<a class="tool" href=${act.urls.deal}>${gettext("Compare results")}</a>` : nothing}
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

function depthButtons(view, act) {
  const lower = { every: ["scoring", "piles"], scoring: ["piles"], piles: [] }[view.depth];
  if (!lower.length || isOver(view)) return nothing;
  const words = { scoring: gettext("Log only what scores"), piles: gettext("Count only the final piles") };
  return html`<div class="row">${lower.map((name) => html`<button type="button" class="tool" data-depth=${name}
    @click=${() => act.open(`depth-${name}`)}>${words[name]}</button>`)}</div>`;
}

/** Draw the links to continue online, except for a shared deal, and to the setup of the cards if the site has one. */
function transferLinks(view, { urls }) {
  if (view.status !== "playing" || !view.you.seats.length) return nothing;
  return html`<section class="row">${urls.transfer ? html`<a class="button" id="to-online" href=${urls.transfer}>${
    gettext("Continue online")}</a>` : nothing}
    ${urls.setup ? html`<a class="button" href=${urls.setup}>${gettext("Set up the deck")}</a>` : nothing}</section>`;
}

function endButton(view, act) {
  if (view.status !== "playing" || !view.you.seats.length) return nothing;
  return html`<section><button type="button" class="button" id="close-game" @click=${() => act.open("close")}>${
    gettext("End game now")}</button></section>`;
}

/**
 * Draw the requests for a seat. Its own device answers them, others only while that one is away.
 * @param {object} view @param {import("./state.js").State} state
 */
export const seatRequests = (view, state, act) => listRequests(view, state).map((request) => html`<section class="asks">
  ${ownsSeat(request, view) ? ownRequest(request, view, act) : otherRequest(request, view, state, act)}</section>`);

const requestHeading = (text) => html`<h2>${text}</h2>`;
const denyButton = (request, text, act) => bigButton("turn-away", text, () => act.letIn(request, false));
const allowButton = (request, text, act) => bigButton("let-in", text, () => act.letIn(request, true), "primary");
const getNameText = ({ name }) => fill(gettext("Name given: %(name)s."), { name: name || "–" });

function ownRequest(request, view, act) {
  const shared = view.you.seats.length > 1;
  const name = view.names[request.seat];
  return [requestHeading(shared ? fill(gettext("Another device wants %(name)s's seat."), { name })
    : gettext("Another device wants your seat.")),
  html`<p>${joinSentences([getNameText(request), ...listLosses(view)])}</p>`,
  choiceRow(denyButton(request, gettext("Deny"), act), allowButton(request, gettext("Allow"), act))];
}

const listLosses = (view) => [
  gettext("If you allow it, this device loses the seat."),
  view.depth === "every" && gettext("The other device will see this seat's blind cards."),
  view.you.host && view.you.seats.length === 1 && gettext("It will also become the host."),
];

function otherRequest(request, view, state, act) {
  const name = view.names[request.seat];
  const may = canLetIn(request, view, state);
  const why = may ? gettext("If you allow it, the device with this seat loses it.")
    : fill(gettext("Only %(name)s's device can allow it while it's online."), { name });
  return [requestHeading(fill(gettext("Another device wants %(name)s's seat."), { name })),
    html`<p>${joinSentences([getNameText(request), why])}</p>`,
    choiceRow(denyButton(request, gettext("Deny"), act), may ? allowButton(request, gettext("Allow"), act)
      : nothing)];
}

const PLACES = {
  0: { role: "player", seats: [0] }, 1: { role: "player", seats: [1] }, both: { role: "player", seats: [0, 1] },
  display: { role: "display", seats: [] }, watcher: { role: "watcher", seats: [] },
};

/** Draw the choice of a device's place. A seat that another device holds is not offered. */
export function placeSelect(device, view, act) {
  const now = getPlaceChoice(device);
  const open = ([, { seats }]) => seats.every((seat) => view.seats[seat].devices.every((one) => one === device.id));
  const choices = Object.entries(PLACES).filter((one) => one[0] === now || (one[0] !== "watcher" && open(one)));
  if (isOver(view) || choices.length < 2) return nothing;
  const label = device.id === view.you.device ? gettext("This device") : device.name || deviceText(device, view.names);
  return html`<select aria-label=${label} data-move=${device.id} .value=${now}
    @change=${(event) => handleMove(event, device, now, act)}>
    ${choices.map(([choice, is]) => html`<option value=${choice} ?selected=${choice === now}>${
      deviceText(is, view.names)}</option>`)}</select>`;
}

const getPlaceChoice = ({ role, seats }) => (role !== "player" ? role : seats.length === 2 ? "both" : String(seats[0]));

/** Send a move. The choice shows the current place until the server confirms. */
function handleMove({ target }, device, now, act) {
  const choice = target.value;
  target.value = now;
  act.host("move", { device: String(device.id), as: choice });
}

/** Draw the fields of both names. Each is stored as soon as its field is left. */
export function nameFields(view, act) {
  if (isOver(view) || !view.you.seats.length) return nothing;
  return html`<div class="seat-names">${view.names.map((name, seat) => nameField(name, seat, act))}</div>`;
}

const nameField = (name, seat, act) => html`<label><span>${fill(gettext("Rename %(name)s"), { name })}</span>
    <input type="text" data-rename=${seat} maxlength="20" autocomplete="off" .value=${name}
      @change=${(event) => handleRename(event, seat, name, act)}></label>`;

function handleRename({ target }, seat, name, act) {
  const wanted = target.value.trim();
  target.value = name;
  if (wanted && wanted !== name) act.rename(seat, wanted);
}
