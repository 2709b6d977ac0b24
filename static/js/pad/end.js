/** The end: votes, what is missing, the word of both sides, one thing to do, the story of it, and what to keep. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName, say } from "../shared/texts.js";
import { chip } from "../table/marks.js";
import { outcome } from "../table/texts.js";
import { rematchUrl } from "../table/view.js";
import { confirmed, rival, stepOf, wish } from "./ending.js";

/** @param {import("./project.js").Shown} shown */
export function end(shown, act) {
  const { view } = shown;
  const finished = view.status === "finished";
  return html`<section class="end" aria-labelledby="ask">
    <div class="crown">${drawing("crown")}</div>
    <h2 id="ask">${outcome(view)}</h2>
    ${votes(view)}
    ${missing(view, act)}
    ${finished ? words(shown) : nothing}
    <div class="step">${STEPS[stepOf(shown)](shown, act)}</div>
    ${view.recap.length ? recap(view) : nothing}
    <div class="after">${finished ? keep(act) : nothing}
      ${finished && view.sheet_open ? html`<a class="button" id="replay" href=${act.urls.replay}>${
        gettext("Replay and review")}</a>` : nothing}
      <a class="button" id="record" href=${act.urls.record} download>${gettext("Download the record")}</a></div>
  </section>`;
}

/** The names over their columns, the factions between them, and a crown for each vote. */
function votes(view) {
  return html`<table class="votes"><thead><tr><th scope="col">${view.names[0]}</th>
      <th scope="col"><span class="visually-hidden">${gettext("Faction")}</span></th>
      <th scope="col">${view.names[1]}</th></tr></thead>
    <tbody>${view.factions.map(vote)}</tbody></table>`;
}

function vote(one) {
  const whose = one.certain ? one.vote ?? "none" : "open";
  return html`<tr data-faction=${one.faction} class="vote-${whose}">${count(one, 0)}
      <th scope="row"><span class="faction-name"><span class="shield" aria-hidden="true">${
        drawing(one.faction)}</span>${factionName(one.faction)}</span>${remark(one)}</th>${count(one, 1)}</tr>`;
}

function count(one, seat) {
  const won = one.certain && one.vote === seat;
  return html`<td class=${won ? "won" : ""}>${won ? html`${drawing("crown")}<span class="visually-hidden">${
    gettext("The vote:")} </span>` : nothing}${one.counts[seat]}</td>`;
}

/** The card that decided where the counts are level, or that nobody has the vote for certain. */
function remark(one) {
  if (!one.certain) return html`<small>${gettext("open")}</small>`;
  if (one.vote === null) return html`<small>${gettext("nobody")}</small>`;
  const card = one.by === "card" ? one.highest[one.vote] : null;
  return card ? chip(card) : nothing;
}

function missing(view, act) {
  const { length } = view.missing;
  if (!length) return nothing;
  const text = ngettext("%(count)s card of the log is missing.", "%(count)s cards of the log are missing.", length);
  return html`<p class="missing">${say(text, { count: length })}
    ${view.result ? gettext("They cannot change the result.") : nothing}
    <button type="button" class="tool" @click=${() => act.tab("log")}>${gettext("Look at the log")}</button></p>`;
}

/** What each side says of the result; and where blind cards could still decide it, when they will count. */
function words(shown) {
  const { view } = shown;
  const closed = !view.result && view.depth === "every" && !view.sheet_open;
  return html`<ul class="accept">${view.names.map((name, seat) => html`<li><b>${name}</b>
      ${word(confirmed(shown, seat))}</li>`)}</ul>
    ${closed ? html`<p class="soft">${
      gettext("The blind cards count as well once both sides have said that this is right.")}</p>` : nothing}`;
}

function word(answer) {
  if (answer === true) return html`<span class="word yes">${gettext("accepted")}</span>`;
  if (answer === false) return html`<span class="word no">${gettext("disputed")}</span>`;
  return html`<span class="word">${gettext("not confirmed")}</span>`;
}

/** What is to be done now, by step: never more than one primary button. */
const STEPS = {
  look: () => nothing,
  go: ({ view }, act) => html`<a class="button primary" id="follow" href=${rematchUrl(view, act.urls)}>${
    gettext("Go to the rematch")}</a>`,
  confirm: (shown, act) => [asks(shown), accept(shown, act, true, "primary"), accept(shown, act, false)],
  dispute: (shown, act) => [
    html`<button type="button" class="button primary" id="to-log" @click=${() => act.tab("log")}>${
      gettext("Look at the log")}</button>`, accept(shown, act, true)],
  rematch: (shown, act) => [declined(shown), rematch(act), told(shown)],
  agree: (shown, act) => [asks(shown), rematch(act), no(act, gettext("No, thank you"))],
  asked: (shown, act) => [waits(shown), no(act, gettext("Take it back"))],
};

/** The word of every seat of this device. */
function accept({ view: { you } }, act, yes, kind = "") {
  const confirm = () => you.seats.forEach((seat) => act.confirm(seat, yes));
  return html`<button type="button" class="button ${kind}" data-accept="${you.seats.join("")}.${yes ? "yes" : "no"}"
    @click=${confirm}>${yes ? gettext("That is right") : gettext("Not so")}</button>`;
}

const rematch = (act) => html`<button type="button" class="button primary" id="rematch"
  @click=${() => act.rematch(true)}>${gettext("Rematch")}</button>`;

const no = (act, text) => html`<button type="button" class="button" id="rematch-no"
  @click=${() => act.rematch(false)}>${text}</button>`;

const rivalName = ({ view }) => view.names[rival(view)];

const asks = (shown) => (wish(shown, rival(shown.view))
  ? wishText(say(gettext("%(name)s asks for a rematch."), { name: rivalName(shown) })) : nothing);

const declined = (shown) => (wish(shown, rival(shown.view)) === false
  ? wishText(say(gettext("%(name)s does not want a rematch now."), { name: rivalName(shown) })) : nothing);

const waits = (shown) => (wish(shown, rival(shown.view)) === false ? declined(shown)
  : wishText(say(gettext("You asked for a rematch. Waiting for %(name)s …"), { name: rivalName(shown) })));

const told = (shown) => (rival(shown.view) === null ? nothing
  : html`<p class="soft">${say(gettext("%(name)s is asked first."), { name: rivalName(shown) })}</p>`);

const wishText = (text) => html`<p class="wish" role="status">${text}</p>`;

const recap = (view) => html`<section class="recap" aria-labelledby="recap"><h3 id="recap">${
  gettext("How it was decided")}</h3>${view.recap.map((sentence) => html`<p>${sentence}</p>`)}</section>`;

const keep = (act) => html`<a class="button" id="picture" href=${act.urls.picture} target="_blank"
    @click=${act.picture}>${gettext("Send a picture")}</a>
  <button type="button" class="button" id="share" @click=${act.share}>${gettext("Share the result")}</button>`;
