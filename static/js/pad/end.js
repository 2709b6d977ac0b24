/** The end: votes, what decided them, what is missing, the word of both sides, and the way on. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName, say } from "../shared/texts.js";
import { chip } from "../table/marks.js";
import { outcome } from "../table/texts.js";
import { voteReason } from "./texts.js";

/** @param {import("./project.js").Shown} shown */
export function end(shown, act) {
  const { view } = shown;
  return html`<section class="end" aria-labelledby="ask">
    <div class="crown">${drawing("crown")}</div>
    <h2 id="ask">${outcome(view)}</h2>
    ${votes(view)}
    ${missing(view, act)}
    ${view.status === "finished" ? accept(shown, act) : nothing}
    <div class="after">${after(view, act)}</div>
  </section>`;
}

const short = (name) => html`<span class="short">${name}</span>`;

function votes(view) {
  return html`<table class="votes"><thead><tr><th scope="col">${gettext("Faction")}</th>
      ${view.names.map((name) => html`<th scope="col">${short(name)}</th>`)}
      <th scope="col">${gettext("Vote")}</th></tr></thead>
    <tbody>${view.factions.map((one) => vote(one, view.names))}</tbody></table>`;
}

function vote(one, names) {
  const whose = one.certain ? one.vote ?? "none" : "open";
  return html`<tr data-faction=${one.faction} class="vote-${whose}">
      <th scope="row"><span class="faction-name"><span class="shield" aria-hidden="true">${
        drawing(one.faction)}</span>${factionName(one.faction)}</span></th>
      ${one.counts.map((count, seat) => html`<td class=${whose === seat ? "won" : ""}>${count}</td>`)}
      <td>${decided(one, names)}</td></tr>`;
}

/** Whose vote it is, and the card that decided where the counts are level. */
function decided(one, names) {
  if (!one.certain || one.vote === null) return voteReason(one, names);
  const card = one.by === "card" ? one.highest[one.vote] : null;
  const name = short(names[one.vote]);
  return card ? html`<span class="by-card">${name} ${chip(card)}</span>` : name;
}

function missing(view, act) {
  const count = view.missing.length;
  if (!count) return nothing;
  const text = ngettext("%(count)s card of the log is missing.", "%(count)s cards of the log are missing.", count);
  return html`<p class="missing">${say(text, { count })}
    ${view.result ? gettext("They cannot change the result.") : nothing}
    <button type="button" class="tool" @click=${() => act.tab("log")}>${gettext("Look at the log")}</button></p>`;
}

function accept(shown, act) {
  const { names, you } = shown.view;
  return html`<ul class="accept">${[0, 1].map((seat) => html`<li><b>${names[seat]}</b>
    ${word(confirmed(shown, seat))}
    ${you.seats.includes(seat) ? answers(seat, confirmed(shown, seat), act) : nothing}</li>`)}</ul>`;
}

const answers = (seat, now, act) => html`<span class="answer">
      <button type="button" class="button ${now === null ? "primary" : ""}" data-accept="${seat}.yes"
        aria-pressed=${now === true ? "true" : "false"} @click=${() => act.confirm(seat, true)}>${
          gettext("That is right")}</button>
      <button type="button" class="button" data-accept="${seat}.no"
        aria-pressed=${now === false ? "true" : "false"} @click=${() => act.confirm(seat, false)}>${
          gettext("Not so")}</button></span>`;

function confirmed({ items, view }, seat) {
  const waiting = items.filter((item) => item.type === "confirm" && item.seat === seat).at(-1);
  return waiting?.accept ?? view.confirmed[seat];
}

function word(answer) {
  if (answer === true) return html`<span class="word yes">${gettext("accepted")}</span>`;
  if (answer === false) return html`<span class="word no">${gettext("disputed")}</span>`;
  return html`<span class="word">${gettext("not confirmed")}</span>`;
}

function after(view, act) {
  return html`
    ${view.you.seats.length ? html`<button type="button" class="button primary wide" id="rematch"
      @click=${act.rematch}>${gettext("Rematch")}</button>` : nothing}
    <button type="button" class="button" id="share" @click=${act.share}>${gettext("Share the result")}</button>
    <a class="button" id="record" href=${act.urls.record} download>${gettext("Download the record")}</a>`;
}
