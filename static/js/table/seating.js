/** Who sits where under which name, to be changed while the game goes on. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say } from "../shared/texts.js";
import { deviceText } from "./texts.js";
import { over } from "./view.js";

const CHOICES = {
  0: { role: "player", seats: [0] }, 1: { role: "player", seats: [1] }, both: { role: "player", seats: [0, 1] },
  display: { role: "display", seats: [] }, watcher: { role: "watcher", seats: [] },
};

/** What a device is, and what it can be instead: a seat that another holds is not moved away from it here. */
export function mover(device, view, act) {
  const now = choiceOf(device);
  const open = ([, { seats }]) => seats.every((seat) => view.seats[seat].devices.every((one) => one === device.id));
  const choices = Object.entries(CHOICES).filter((one) => one[0] === now || (one[0] !== "watcher" && open(one)));
  if (over(view) || choices.length < 2) return nothing;
  const label = device.id === view.you.device ? gettext("This device") : device.name || deviceText(device, view.names);
  return html`<select aria-label=${label} data-move=${device.id} .value=${now}
    @change=${(event) => moved(event, device, now, act)}>
    ${choices.map(([choice, is]) => html`<option value=${choice} ?selected=${choice === now}>${
      deviceText(is, view.names)}</option>`)}</select>`;
}

const choiceOf = ({ role, seats }) => (role !== "player" ? role : seats.length === 2 ? "both" : String(seats[0]));

/** It shows what is, until the table says otherwise. */
function moved({ target }, device, now, act) {
  const choice = target.value;
  target.value = now;
  act.host("move", { device: String(device.id), as: choice });
}

/** The two names; one is stored as soon as its field is left. */
export function names(view, act) {
  if (over(view) || !view.you.seats.length) return nothing;
  return html`<div class="seat-names">${view.names.map((name, seat) => nameField(name, seat, act))}</div>`;
}

const nameField = (name, seat, act) => html`<label><span>${say(gettext("New name for %(name)s"), { name })}</span>
    <input type="text" data-rename=${seat} maxlength="20" autocomplete="off" .value=${name}
      @change=${(event) => renamed(event, seat, name, act)}></label>`;

function renamed({ target }, seat, name, act) {
  const wanted = target.value.trim();
  target.value = name;
  if (wanted && wanted !== name) act.rename(seat, wanted);
}
