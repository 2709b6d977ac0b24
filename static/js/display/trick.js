/** The trick: each card under the name of who played it, the card that was turned up between them. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing, picture } from "../shared/cards.js";
import { cardName } from "../shared/texts.js";
import { placeName } from "../table/texts.js";
import { loose, placeOf, trickOnStage } from "./scene.js";

/** What a side played in the trick. @param {object} view @param {0|1} seat */
export function played(view, seat) {
  const { trick, done } = trickOnStage(view);
  const place = placeOf(seat, trick);
  return spot(place && trick[place], `${trick.winner === seat ? "wins" : ""} ${done ? "done" : ""}`);
}

const spot = (code, kind) => html`<div class="spot ${kind}">${
  code ? picture(code) : html`<span class="bare">${drawing("frame")}</span>`}</div>`;

/** What lies between the sides: the card turned up, and cards of which nobody knows whose they are. */
export function between(view) {
  const { trick, done } = trickOnStage(view);
  const places = [...(trick.phase === 1 ? ["revealed"] : []), ...loose(trick)];
  if (!places.length) return done ? html`<p class="between last">${gettext("The last trick")}</p>` : nothing;
  return html`<div class="between ${done ? "done" : ""}">${
    places.map((place) => named(place, trick, done, view))}</div>`;
}

function named(place, trick, done, view) {
  const code = trick[place];
  const label = done ? gettext("The last trick") : placeName(place, trick, view.names);
  return html`<div class="turned">${spot(code, "")}
    <p><span>${label}</span>${code ? html`<b aria-hidden="true">${cardName(code)}</b>` : nothing}</p></div>`;
}
