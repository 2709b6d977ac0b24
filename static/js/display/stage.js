/** What stands in the middle of the table, to be read from three metres. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing, picture } from "../shared/cards.js";
import { judged } from "../shared/judged.js";
import { say } from "../shared/texts.js";
import { inviteCard } from "../table/invite.js";
import { icon } from "../table/marks.js";
import { outcome, phaseName, placeName } from "../table/texts.js";
import { tug } from "../table/tug.js";
import { lastTold, over, rematchUrl, trickAt } from "../table/view.js";

/** @param {object} view @param {import("../table/state.js").State} state */
export function stage(view, state, act) {
  const invite = view.joinable ? state.invite : null;
  const gathering = invite && view.status === "gathering";
  return html`<div class="stage ${over(view) ? "over" : ""} ${gathering ? "gathering" : ""}">
    ${top(view, act)}
    ${gathering ? waiting(view, invite) : playing(view, invite, act)}
    ${bottom(view, state)}
  </div>`;
}

const waiting = (view, invite) => html`<div class="middle">${inviteCard(invite, "stage")}
      <div class="beside">${seats(view)}</div></div>`;

const playing = (view, invite, act) => html`<div class="middle">${over(view) ? ending(view, act) : trickShown(view)}
      <div class="beside">${tug(view)}
        ${invite ? html`<div class="still">${inviteCard(invite, "stage")}</div>` : nothing}</div></div>`;

function top(view, act) {
  const label = gettext("The table and its devices");
  return html`<header class="stage-top">${player(view, 0)}<p class="phase">${progress(view)}</p>${player(view, 1)}
    <button type="button" class="corner" id="open-table" aria-haspopup="dialog" aria-label=${label} title=${label}
      @click=${() => act.open("table")}>${icon("menu")}</button></header>`;
}

function progress(view) {
  if (over(view)) return gettext("The end");
  if (view.depth === "piles") return gettext("Final piles");
  return html`${phaseName(view.phase)}<br>${say(gettext("trick %(number)s of 13"), { number: view.trick })}`;
}

function player(view, seat) {
  const turn = view.turn === seat && view.status === "playing";
  const leads = view.leader === seat && !over(view);
  const votes = view.factions.filter((one) => one.certain && one.vote === seat).length;
  return html`<div class="player side-${seat} ${turn ? "turn" : ""}"><b class="name">${view.names[seat]}</b>
    <span class="marks">${leads ? html`<span class="leads">${drawing("lead")}${gettext("leads")}</span>` : nothing}
      ${votes ? crowns(votes) : nothing}</span></div>`;
}

function crowns(count) {
  const text = say(ngettext("%(count)s vote is certain", "%(count)s votes are certain", count), { count });
  return html`<span class="crowns">${Array.from({ length: count }, () => drawing("crown"))}<span
    class="visually-hidden">${text}</span></span>`;
}

/** The trick being played; until its first card, the one before it. */
function trickShown(view) {
  const now = { ...trickAt(view.tricks, view.phase, view.trick), leader: view.leader };
  const fresh = !now.revealed && !now.lead && !now.follow;
  const last = lastTold(view);
  const shown = fresh && last ? last : now;
  const places = shown.phase === 1 ? ["revealed", "lead", "follow"] : ["lead", "follow"];
  const label = shown === last ? gettext("The last trick") : gettext("This trick");
  return html`<section class="trick ${shown === last ? "done" : ""}" aria-label=${label}>
    ${places.map((place) => spot(place, shown, view))}</section>`;
}

function spot(place, trick, view) {
  const code = trick[place];
  const seat = seatOf(place, trick.leader);
  const wins = seat !== null && trick.winner === seat;
  return html`<figure class="spot ${place} ${wins ? "wins" : ""}">
    ${code ? picture(code) : html`<span class="bare">${drawing("frame")}</span>`}
    <figcaption>${wins ? drawing("crown") : nothing}${placeName(place, trick, view.names)}</figcaption></figure>`;
}

function seatOf(place, leader) {
  if (place === "revealed" || leader === null) return null;
  return place === "lead" ? leader : 1 - leader;
}

function seats(view) {
  return html`<ul class="seats">${view.seats.map((seat) => html`<li class=${seat.devices.length ? "taken" : "free"}>
    <b>${seat.name}</b><span>${seat.devices.length ? gettext("is here") : gettext("free")}</span></li>`)}</ul>`;
}

function ending(view, act) {
  return html`<section class="ending"><div class="crown">${drawing("crown")}</div><h2>${outcome(view)}</h2>
    ${view.status === "finished" ? words(view) : nothing}
    ${view.rematch && view.you.role !== "display" ? html`<a class="button" id="follow" href=${
      rematchUrl(view, act.urls)}>${gettext("Watch the rematch")}</a>` : nothing}</section>`;
}

const words = (view) => html`<ul class="words">${
  view.names.map((name, seat) => html`<li>${name}: ${answer(view.confirmed[seat])}</li>`)}</ul>`;

function answer(word) {
  if (word === null) return gettext("not confirmed");
  return word ? gettext("accepted") : gettext("disputed");
}

/** What is asked now and what the last trick brought. */
function bottom(view, state) {
  const last = lastTold(view);
  const slip = view.slips.filter((one) => !one.stands).at(-1);
  return html`<footer class="stage-bottom" aria-live="polite">${judged(view.notice)}
    ${["open", "connecting"].includes(state.link) ? nothing : offline(state)}
    ${state.note ? html`<p class="note">${state.note.text}</p>` : nothing}
    ${view.result && !over(view) ? html`<p class="note">${view.result.text}</p>` : nothing}
    ${slip ? html`<p class="alert">${icon("warn")} ${slip.text}</p>` : nothing}
    <p class="story">${last ? last.story : welcome(view)}</p></footer>`;
}

const offline = (state) =>
  html`<p class="alert">${icon("offline")} ${state.bye ?? gettext("No connection. Trying again …")}</p>`;

function welcome(view) {
  if (view.joinable) return gettext("Scan the code with the phone’s camera, or open the address and type the code.");
  return view.ask[0]?.text ?? gettext("Who leads the first trick? Usually it is the youngest.");
}
