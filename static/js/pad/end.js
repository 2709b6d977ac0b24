/** The end: votes, what decided them, what is missing, the word of both sides, and the way on. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing, factionName } from "../shared/cards.js";
import { say } from "../shared/texts.js";
import { chip } from "./head.js";
import { voteReason } from "./texts.js";

/** @param {import("./project.js").Shown} shown */
export function end(shown, state, act) {
  const { view } = shown;
  return html`<section class="end" aria-labelledby="ask">
    <div class="crown">${drawing("crown")}</div>
    <h2 id="ask">${outcome(view)}</h2>
    ${votes(view)}
    ${missing(view, act)}
    ${view.status === "finished" ? accept(shown, act) : nothing}
    <div class="after">${after(view, state, act)}</div>
  </section>`;
}

export function outcome(view) {
  if (view.status === "called_off") return gettext("This game was called off.");
  return view.result?.text ?? gettext("What was logged does not decide the game.");
}

function votes(view) {
  return html`<table class="votes"><thead><tr><th scope="col">${gettext("Faction")}</th>
      ${view.names.map((name) => html`<th scope="col"><span class="short">${name}</span></th>`)}<th scope="col">${gettext("Vote")}</th></tr></thead>
    <tbody>${view.factions.map((one) => html`<tr data-faction=${one.faction} class="vote-${one.certain ? one.vote ?? "none" : "open"}">
      <th scope="row"><span class="faction-name"><span class="shield" aria-hidden="true">${drawing(one.faction)}</span>${factionName(one.faction)}</span></th>
      ${one.counts.map((count, seat) => html`<td class=${one.certain && one.vote === seat ? "won" : ""}>${count}</td>`)}
      <td>${decided(one, view.names)}</td></tr>`)}</tbody></table>`;
}

/** Whose vote it is, and the card that decided where the counts are level. */
function decided(one, names) {
  const card = one.certain && one.vote !== null && one.by === "card" ? one.highest[one.vote] : null;
  if (!one.certain || one.vote === null) return voteReason(one, names);
  return card ? html`<span class="by-card"><span class="short">${names[one.vote]}</span> ${chip(card)}</span>` : html`<span class="short">${names[one.vote]}</span>`;
}

function missing(view, act) {
  if (!view.missing.length) return nothing;
  const text = ngettext("%(count)s card of the log is missing.", "%(count)s cards of the log are missing.", view.missing.length);
  return html`<p class="missing">${say(text, { count: view.missing.length })}
    ${view.result ? gettext("They cannot change the result.") : nothing}
    <button type="button" class="tool" @click=${() => act.tab("log")}>${gettext("Look at the log")}</button></p>`;
}

function accept(shown, act) {
  const { names, you } = shown.view;
  return html`<ul class="accept">${[0, 1].map((seat) => html`<li><b>${names[seat]}</b>
    ${word(confirmed(shown, seat))}
    ${you.seats.includes(seat) ? html`<span class="answer">
      <button type="button" class="button ${confirmed(shown, seat) === null ? "primary" : ""}" data-accept="${seat}.yes"
        aria-pressed=${confirmed(shown, seat) === true ? "true" : "false"} @click=${() => act.confirm(seat, true)}>${gettext("That is right")}</button>
      <button type="button" class="button" data-accept="${seat}.no"
        aria-pressed=${confirmed(shown, seat) === false ? "true" : "false"} @click=${() => act.confirm(seat, false)}>${gettext("Not so")}</button></span>` : nothing}</li>`)}</ul>`;
}

const confirmed = (shown, seat) =>
  shown.items.filter((item) => item.type === "confirm" && item.seat === seat).at(-1)?.accept ?? shown.view.confirmed[seat];

function word(answer) {
  if (answer === true) return html`<span class="word yes">${gettext("accepted")}</span>`;
  if (answer === false) return html`<span class="word no">${gettext("disputed")}</span>`;
  return html`<span class="word">${gettext("not confirmed")}</span>`;
}

function after(view, state, act) {
  return html`
    ${view.you.seats.length ? html`<button type="button" class="button primary wide" id="rematch" @click=${act.rematch}>${gettext("Rematch")}</button>` : nothing}
    <button type="button" class="button" id="share" @click=${act.share}>${gettext("Share the result")}</button>
    <a class="button" id="record" href=${act.urls.record} download>${gettext("Download the record")}</a>`;
}
