/** Who is at the table, how to get in, and the settings of this device. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say } from "../shared/texts.js";
import { canBuzz } from "./buzz.js";
import { icon } from "./marks.js";
import { inviteCard } from "./invite.js";
import { mover, names } from "./seating.js";
import { deviceText } from "../pad/texts.js";

/** @param {import("../pad/project.js").Shown} shown @param {import("../pad/state.js").State} state */
export function people(shown, state, act) {
  const { view } = shown;
  return html`<div class="people">
    ${invitation(view, state, act)}
    <section><h2>${gettext("At the table")}</h2><ul class="devices">${view.devices.map((device) => row(device, view, state, act))}</ul>
      ${seatCodes(view, act)}${names(view, act)}</section>
    ${settings(view, state, act)}
    ${ending(view, act)}
  </div>`;
}

function invitation(view, state, act) {
  const over = ["finished", "called_off"].includes(view.status);
  if (over) return nothing;
  return html`<section class="join-here">
    <h2>${headingOf(view)}</h2>
    ${view.locked || !state.invite ? nothing : view.joinable || state.showCode ? inviteCard(state.invite, "panel")
      : html`<p><button type="button" class="button" id="show-code" @click=${act.showCode}>${gettext("Show the code")}</button></p>`}
    ${view.joinable ? html`<p class="soft">${gettext("Scan it with the phone’s camera, or open the address and type the code.")}</p>` : nothing}
    ${view.you.host ? hostButtons(view, act) : nothing}
  </section>`;
}

function headingOf(view) {
  if (view.locked) return gettext("The table is locked");
  return view.joinable ? gettext("Join this table") : gettext("Both seats are taken");
}

const hostButtons = (view, act) => html`<div class="row">
  <button type="button" class="tool" id="lock" @click=${() => act.host("lock", { locked: view.locked ? "0" : "1" })}>
    ${view.locked ? gettext("Unlock the table") : gettext("Lock the table")}</button>
  ${view.locked ? nothing : html`<button type="button" class="tool" id="renew" @click=${() => act.host("renew")}>${gettext("New code")}</button>`}</div>`;

function row(device, view, state, act) {
  const own = device.id === view.you.device;
  const here = state.beat?.here.includes(device.id) ?? true;
  return html`<li class=${here ? "here" : "gone"}>${icon(device.role === "player" ? "phone" : "display")}
    <span class="who"><b>${device.name || deviceText(device, view.names)}</b>
      <small>${[device.name === deviceText(device, view.names) ? "" : deviceText(device, view.names), own ? gettext("this device") : "", device.host ? gettext("host") : "", here ? "" : gettext("not connected")]
        .filter(Boolean).join(" · ")}</small></span>
    ${own || view.you.host ? mover(device, view, act) : nothing}
    ${view.you.host && !own ? html`<button type="button" class="tool" data-remove=${device.id} @click=${() => act.removes(device)}>${gettext("Remove")}</button>` : nothing}</li>`;
}

/** A phone that died is replaced, and a screen added, by a code that works once. */
function seatCodes(view, act) {
  if (["finished", "called_off"].includes(view.status)) return nothing;
  const taken = view.seats.map((seat, index) => (seat.devices.length ? index : null)).filter((seat) => seat !== null);
  return html`<div class="row">${taken.map((seat) => html`<button type="button" class="tool" data-seat-code=${seat} @click=${() => act.seatCode(String(seat))}>
      ${say(gettext("New phone for %(name)s"), { name: view.names[seat] })}</button>`)}
    <button type="button" class="tool" data-seat-code="watch" @click=${() => act.seatCode("watch")}>${gettext("Add a screen")}</button></div>`;
}

function settings(view, state, act) {
  const player = view.you.seats.length > 0;
  return html`<section><h2>${gettext("This device")}</h2>
    ${canBuzz() ? toggle("buzz", gettext("Vibrate when a card is logged"), state.prefs.buzz, act) : nothing}
    ${player ? toggle("shortcuts", gettext("Keyboard shortcuts with letters and digits"), state.prefs.shortcuts, act) : nothing}
    ${player && view.depth === "every" ? toggle("blinds", gettext("Ask for blind cards"), state.prefs.blinds, act) : nothing}
    ${player ? depth(view, act) : nothing}
    <p class="row"><a class="tool" href=${act.urls.rules} target="_blank">${gettext("The rules")}</a>
      <a class="tool" href=${act.urls.record} download>${gettext("Download the record")}</a>
      <a class="tool" href=${act.urls.report}>${gettext("Report")}</a>
      <a class="tool" href=${act.urls.lobby}>${gettext("Lobby")}</a></p></section>`;
}

const toggle = (name, text, on, act) => html`<label class="check"><input type="checkbox" id="pref-${name}" .checked=${on}
  @change=${(event) => act.pref(name, event.target.checked)}><span>${text}</span></label>`;

function depth(view, act) {
  const lower = { every: ["scoring", "piles"], scoring: ["piles"], piles: [] }[view.depth];
  if (!lower.length || ["finished", "called_off"].includes(view.status)) return nothing;
  const names = { scoring: gettext("Log the scoring only"), piles: gettext("Count the final piles only") };
  return html`<div class="row">${lower.map((name) => html`<button type="button" class="tool" data-depth=${name}
    @click=${() => act.open(`depth-${name}`)}>${names[name]}</button>`)}</div>`;
}

function ending(view, act) {
  if (view.status !== "playing" || !view.you.seats.length) return nothing;
  return html`<section><button type="button" class="button" id="close-game" @click=${() => act.open("close")}>${gettext("End the game here")}</button></section>`;
}
