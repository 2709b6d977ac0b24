/** One player's side of the display, and the cards of the current trick. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { cardPicture, drawing } from "../../shared/cards.js";
import { cardName, fill } from "../../shared/texts.js";
import { cardChip, swatch } from "../components.js";
import { placeName } from "../texts.js";
import { getPlace, getStageTrick, isLeader, listUnassigned, listUndead } from "./scene.js";

const CONTENTS = {
  gathering: seatState,
  tricks: playedCard,
  undead: (view, seat) => html`<p class="chips">${listUndead(view).piles[seat].map(cardChip)}</p>`,
  piles: () => nothing,
  over: (view, seat) => (view.status === "finished"
    ? html`<p class="word">${confirmationText(view.confirmed[seat])}</p>` : nothing),
};

/** Draw one player's side of the display. @param {object} view @param {0|1} seat @param {string} scene */
export function playerSide(view, seat, scene) {
  const turn = view.turn === seat && scene === "tricks";
  return html`<section class="player side-${seat} ${turn ? "turn" : ""}" aria-label=${view.names[seat]}>
    <h2 class="name">${view.names[seat]}</h2>
    ${scene === "gathering" ? nothing : swatch(seat)}
    <p class="marks">${isLeader(view, seat, scene) ? leadMark() : nothing}${voteCrowns(view, seat)}</p>
    ${CONTENTS[scene](view, seat)}</section>`;
}

const leadMark = () => html`<span class="leads">${drawing("lead")}${gettext("leads")}</span>`;

function voteCrowns(view, seat) {
  const count = view.factions.filter((one) => one.certain && one.vote === seat).length;
  if (!count) return nothing;
  const text = fill(ngettext("%(count)s certain vote", "%(count)s certain votes", count), { count });
  return html`<span class="crowns">${Array.from({ length: count }, () => drawing("crown"))}<span
    class="visually-hidden">${text}</span></span>`;
}

function seatState(view, seat) {
  const taken = view.seats[seat].devices.length > 0;
  return html`<p class="word ${taken ? "taken" : ""}">${taken ? gettext("joined") : gettext("free")}</p>`;
}

function confirmationText(word) {
  if (word === null) return gettext("not confirmed");
  return word ? gettext("confirmed") : gettext("disputed");
}

/** Draw the card that a seat played in the trick. @param {object} view @param {0|1} seat */
export function playedCard(view, seat) {
  const { trick, done } = getStageTrick(view);
  const place = getPlace(seat, trick);
  return cardSpot(place && trick[place], `${trick.winner === seat ? "wins" : ""} ${done ? "done" : ""}`);
}

const cardSpot = (code, kind) => html`<div class="spot ${kind}">${
  code ? cardPicture(code) : html`<span class="bare">${drawing("frame")}</span>`}</div>`;

/** Draw the revealed card, and cards whose player is unknown. */
export function centerCards(view) {
  const { trick, done } = getStageTrick(view);
  const places = [...(trick.phase === 1 ? ["revealed"] : []), ...listUnassigned(trick)];
  if (!places.length) return done ? html`<p class="between last">${gettext("Previous trick")}</p>` : nothing;
  return html`<div class="between ${done ? "done" : ""}">${
    places.map((place) => labelledCard(place, trick, done, view))}</div>`;
}

function labelledCard(place, trick, done, view) {
  const code = trick[place];
  const label = done ? gettext("Previous trick") : placeName(place, trick, view.names);
  return html`<div class="turned">${cardSpot(code, "")}
    <p><span>${label}</span>${code ? html`<b aria-hidden="true">${cardName(code)}</b>` : nothing}</p></div>`;
}
