/** One player's side of the stage: the name, the pattern of their bars, and what belongs to them in this scene. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { say } from "../shared/texts.js";
import { chip } from "../table/marks.js";
import { swatch } from "../table/tug.js";
import { entered, leads } from "./scene.js";
import { played } from "./trick.js";

const BELOW = {
  gathering: seated,
  tricks: played,
  undead: (view, seat) => html`<p class="chips">${entered(view).piles[seat].map(chip)}</p>`,
  piles: () => nothing,
  over: (view, seat) => (view.status === "finished"
    ? html`<p class="word">${answer(view.confirmed[seat])}</p>` : nothing),
};

/** @param {object} view @param {0|1} seat @param {string} scene */
export function side(view, seat, scene) {
  const turn = view.turn === seat && scene === "tricks";
  return html`<section class="player side-${seat} ${turn ? "turn" : ""}" aria-label=${view.names[seat]}>
    <h2 class="name">${view.names[seat]}</h2>
    ${scene === "gathering" ? nothing : swatch(seat)}
    <p class="marks">${leads(view, seat, scene) ? lead() : nothing}${crowns(view, seat)}</p>
    ${BELOW[scene](view, seat)}</section>`;
}

const lead = () => html`<span class="leads">${drawing("lead")}${gettext("leads")}</span>`;

function crowns(view, seat) {
  const count = view.factions.filter((one) => one.certain && one.vote === seat).length;
  if (!count) return nothing;
  const text = say(ngettext("%(count)s vote is certain", "%(count)s votes are certain", count), { count });
  return html`<span class="crowns">${Array.from({ length: count }, () => drawing("crown"))}<span
    class="visually-hidden">${text}</span></span>`;
}

function seated(view, seat) {
  const taken = view.seats[seat].devices.length > 0;
  return html`<p class="word ${taken ? "taken" : ""}">${taken ? gettext("is here") : gettext("free")}</p>`;
}

function answer(word) {
  if (word === null) return gettext("not confirmed");
  return word ? gettext("accepted") : gettext("disputed");
}
