/** What stands in the middle of the table, to be read from three metres. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing, picture } from "../shared/cards.js";
import { judged } from "../shared/judged.js";
import { outcome } from "../pad/end.js";
import { lastTold } from "../pad/head.js";
import { icon } from "../table/marks.js";
import { inviteCard } from "../table/invite.js";
import { trickAt } from "../pad/project.js";
import { phaseName, placeName } from "../pad/texts.js";
import { say } from "../shared/texts.js";
import { tug } from "../table/tug.js";

const OVER = ["finished", "called_off"];

/** @param {object} view @param {import("../pad/state.js").State} state */
export function stage(view, state, act) {
  const over = OVER.includes(view.status);
  const inviting = view.joinable && state.invite;
  const gathering = inviting && view.status === "gathering";
  return html`<div class="stage ${over ? "over" : ""} ${gathering ? "gathering" : ""}">
    ${top(view, act)}
    <div class="middle">${gathering ? inviteCard(state.invite, "stage") : over ? ending(view) : trick(view)}
      <div class="beside">${gathering ? seats(view) : tug(view)}
        ${inviting && !gathering ? html`<div class="still">${inviteCard(state.invite, "stage")}</div>` : nothing}</div></div>
    ${bottom(view, state)}
  </div>`;
}

function top(view, act) {
  return html`<header class="stage-top">${player(view, 0)}<p class="phase">${progress(view)}</p>${player(view, 1)}
    <button type="button" class="corner" id="open-table" aria-haspopup="dialog" aria-label=${gettext("The table and its devices")}
      title=${gettext("The table and its devices")} @click=${() => act.open("table")}>${icon("menu")}</button></header>`;
}

function progress(view) {
  if (OVER.includes(view.status)) return gettext("The end");
  if (view.depth === "piles") return gettext("Final piles");
  return html`${phaseName(view.phase)}<br>${say(gettext("trick %(number)s of 13"), { number: view.trick })}`;
}

function player(view, seat) {
  const turn = view.turn === seat && view.status === "playing";
  const leads = view.leader === seat && !OVER.includes(view.status);
  const votes = view.factions.filter((one) => one.certain && one.vote === seat).length;
  return html`<div class="player side-${seat} ${turn ? "turn" : ""}"><b class="name">${view.names[seat]}</b>
    <span class="marks">${leads ? html`<span class="leads">${drawing("lead")}${gettext("leads")}</span>` : nothing}
      ${votes ? html`<span class="crowns">${Array.from({ length: votes }, () => drawing("crown"))}<span class="visually-hidden">${
        say(ngettext("%(count)s vote is certain", "%(count)s votes are certain", votes), { count: votes })}</span></span>` : nothing}</span></div>`;
}

/** The trick being played; until its first card, the one before it. */
function trick(view) {
  const now = { ...trickAt(view.tricks, view.phase, view.trick), leader: view.leader };
  const fresh = !now.revealed && !now.lead && !now.follow;
  const last = lastTold(view);
  const shown = fresh && last ? last : now;
  const places = (shown.phase === 1 ? ["revealed"] : []).concat(["lead", "follow"]);
  return html`<section class="trick ${shown === last ? "done" : ""}" aria-label=${shown === last ? gettext("The last trick") : gettext("This trick")}>
    ${places.map((place) => spot(place, shown, view))}</section>`;
}

function spot(place, trick, view) {
  const code = trick[place];
  const seat = place === "revealed" || trick.leader === null ? null : place === "lead" ? trick.leader : 1 - trick.leader;
  const wins = seat !== null && trick.winner === seat;
  return html`<figure class="spot ${place} ${wins ? "wins" : ""}">
    ${code ? picture(code) : html`<span class="bare">${drawing("frame")}</span>`}
    <figcaption>${wins ? drawing("crown") : nothing}${placeName(place, trick, view.names)}</figcaption></figure>`;
}

function seats(view) {
  return html`<ul class="seats">${view.seats.map((seat) => html`<li class=${seat.devices.length ? "taken" : "free"}>
    <b>${seat.name}</b><span>${seat.devices.length ? gettext("is here") : gettext("free")}</span></li>`)}</ul>`;
}

function ending(view) {
  return html`<section class="ending"><div class="crown">${drawing("crown")}</div><h2>${outcome(view)}</h2>
    ${view.status === "finished" ? html`<ul class="words">${[0, 1].map((seat) => html`<li>${view.names[seat]}: ${answer(view.confirmed[seat])}</li>`)}</ul>` : nothing}</section>`;
}

const answer = (word) => (word === true ? gettext("accepted") : word === false ? gettext("disputed") : gettext("not confirmed"));

/** What is asked now and what the last trick brought. */
function bottom(view, state) {
  const last = lastTold(view);
  const slips = view.slips.filter((slip) => !slip.stands);
  return html`<footer class="stage-bottom" aria-live="polite">${judged(view.notice)}
    ${state.link === "open" || state.link === "connecting" ? nothing : html`<p class="alert">${icon("offline")} ${state.bye ?? gettext("No connection. Trying again …")}</p>`}
    ${state.note ? html`<p class="note">${state.note.text}</p>` : nothing}
    ${view.result && !OVER.includes(view.status) ? html`<p class="note">${view.result.text}</p>` : nothing}
    ${slips.length ? html`<p class="alert">${icon("warn")} ${slips.at(-1).text}</p>` : nothing}
    ${last ? html`<p class="story">${last.story}</p>` : html`<p class="story">${welcome(view)}</p>`}</footer>`;
}

function welcome(view) {
  if (view.joinable) return gettext("Scan the code with the phone’s camera, or open the address and type the code.");
  return view.ask[0]?.text ?? gettext("Who leads the first trick? Usually it is the youngest.");
}
