/** End of a game on the pad: votes, missing cards, acceptance, rematch and sharing. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { drawing } from "../../shared/cards.js";
import { bestOfText, findBestOf, isLengthShown } from "../../shared/series.js";
import { bestOfChoice, seriesScore } from "../../shared/series_panel.js";
import { copyText, shareData } from "../../shared/share.js";
import { factionName, fill } from "../../shared/texts.js";
import { tournamentLink } from "../../shared/tournament.js";
import { cardChip, winnerCrown } from "../components.js";
import { getRematchUrl, setNote } from "../state.js";
import { outcomeText } from "../texts.js";
import { getConfirmation, getEndStep, getOtherSeat, getRematchWish } from "./end_steps.js";
import { shareText } from "./texts.js";

/**
 * Draw the end of the game.
 * @param {import("./projection.js").Shown} shown @param {import("../../shared/series.js").Series|null} series
 */
export function endPanel(shown, act, series) {
  const { view } = shown;
  const finished = view.status === "finished";
  return html`<section class="end" aria-labelledby="ask">
    ${winnerCrown(view)}
    <h2 id="ask">${outcomeText(view)}</h2>
    ${voteTable(view)}
    ${missingNote(view, act)}
    ${finished ? acceptances(shown) : nothing}
    ${finished ? seriesScore(series) : nothing}
    <div class="step">${STEPS[getEndStep(shown)](shown, act)}</div>
    ${view.recap.length ? recap(view) : nothing}
    <div class="after">${finished ? shareLinks(act) : nothing}
      ${finished && view.sheet_open ? html`<a class="button" id="replay" href=${act.urls.replay}>${
        gettext("Replay and review")}</a>` : nothing}
      ${finished && act.urls.deal ? dealLink(act.urls) : nothing}
      <a class="button" id="record" href=${act.urls.record} download>${gettext("Download the record")}</a></div>
  </section>`;
}

/** Draw the votes: names over their columns, factions between them, and a crown for each vote. */
function voteTable(view) {
  return html`<table class="votes"><thead><tr><th scope="col">${view.names[0]}</th>
      <th scope="col"><span class="visually-hidden">${gettext("Faction")}</span></th>
      <th scope="col">${view.names[1]}</th></tr></thead>
    <tbody>${view.factions.map(voteRow)}</tbody></table>`;
}

function voteRow(one) {
  const whose = one.certain ? one.vote ?? "none" : "open";
  return html`<tr data-faction=${one.faction} class="vote-${whose}">${countCell(one, 0)}
      <th scope="row"><span class="faction-name"><span class="shield" aria-hidden="true">${
        drawing(one.faction)}</span>${factionName(one.faction)}</span>${voteRemark(one)}</th>${countCell(one, 1)}</tr>`;
}

function countCell(one, seat) {
  const won = one.certain && one.vote === seat;
  return html`<td class=${won ? "won" : ""}>${won ? html`${drawing("crown")}<span class="visually-hidden">${
    gettext("Vote won:")} </span>` : nothing}${one.counts[seat]}</td>`;
}

/** Draw the card that decided a level count, or that the vote is open. */
function voteRemark(one) {
  if (!one.certain) return html`<small>${gettext("undecided")}</small>`;
  if (one.vote === null) return html`<small>${gettext("nobody")}</small>`;
  const card = one.by === "card" ? one.highest[one.vote] : null;
  return card ? cardChip(card) : nothing;
}

function missingNote(view, act) {
  const { length } = view.missing;
  if (!length) return nothing;
  const text = ngettext("%(count)s card is missing from the log.", "%(count)s cards are missing from the log.", length);
  return html`<p class="missing">${fill(text, { count: length })}
    ${view.result ? gettext("The result can't change any more.") : nothing}
    <button type="button" class="tool" @click=${() => act.tab("log")}>${gettext("Open log")}</button></p>`;
}

/** Draw whether each side accepts the result, and when blind cards will count. */
function acceptances(shown) {
  const { view } = shown;
  const closed = !view.result && view.depth === "every" && !view.sheet_open;
  return html`<ul class="accept">${view.names.map((name, seat) => html`<li><b>${name}</b>
      ${acceptanceWord(getConfirmation(shown, seat))}</li>`)}</ul>
    ${closed ? html`<p class="soft">${
      gettext("Blind cards are counted once both players have confirmed the result.")}</p>` : nothing}`;
}

function acceptanceWord(answer) {
  if (answer === true) return html`<span class="word yes">${gettext("confirmed")}</span>`;
  if (answer === false) return html`<span class="word no">${gettext("disputed")}</span>`;
  return html`<span class="word">${gettext("not confirmed")}</span>`;
}

/** Buttons of each step, with one primary button at most. */
const STEPS = {
  look: () => nothing,
  go: ({ view }, act) => html`<a class="button primary" id="follow" href=${getRematchUrl(view, act.urls)}>${
    gettext("Go to rematch")}</a>`,
  confirm: (shown, act) =>
    [wishLine(shown), acceptButton(shown, act, true, "primary"), acceptButton(shown, act, false)],
  dispute: (shown, act) => [
    html`<button type="button" class="button primary" id="to-log" @click=${() => act.tab("log")}>${
      gettext("Open log")}</button>`, acceptButton(shown, act, true)],
  rematch: (shown, act) => (act.urls.tournament ? tournamentLink(act.urls.tournament)
    : [declinedLine(shown), rematchButton(act, shown.view.best_of), bestOfChoice(shown.view.best_of),
      askedFirstNote(shown)]),
  agree: (shown, act) => [wishLine(shown), lengthLine(shown, act), rematchButton(act),
    declineButton(act, gettext("No, thank you"))],
  asked: (shown, act) => [waitingLine(shown), declineButton(act, gettext("Cancel request"))],
};

/** Draw the button that confirms for every seat of this device. */
function acceptButton({ view: { you } }, act, yes, kind = "") {
  const confirm = () => you.seats.forEach((seat) => act.confirm(seat, yes));
  return html`<button type="button" class="button ${kind}" data-accept="${you.seats.join("")}.${yes ? "yes" : "no"}"
    @click=${confirm}>${yes ? gettext("Confirm") : gettext("Dispute")}</button>`;
}

const rematchButton = (act, bestOf = 0) => html`<button type="button" class="button primary" id="rematch"
  @click=${(event) => act.rematch(true, findBestOf(event.currentTarget.parentElement, bestOf))}>${
    gettext("Rematch")}</button>`;

const lengthLine = ({ view }, act) => (isLengthShown(view.best_of, act.bestOf)
  ? wishNote(bestOfText(view.best_of)) : nothing);

const declineButton = (act, text) => html`<button type="button" class="button" id="rematch-no"
  @click=${() => act.rematch(false)}>${text}</button>`;

const getOtherName = ({ view }) => view.names[getOtherSeat(view)];

const wishLine = (shown) => (getRematchWish(shown, getOtherSeat(shown.view))
  ? wishNote(fill(gettext("%(name)s asks for a rematch."), { name: getOtherName(shown) })) : nothing);

const declinedLine = (shown) => (getRematchWish(shown, getOtherSeat(shown.view)) === false
  ? wishNote(fill(gettext("%(name)s declined the rematch."), { name: getOtherName(shown) })) : nothing);

const waitingLine = (shown) => (getRematchWish(shown, getOtherSeat(shown.view)) === false ? declinedLine(shown)
  : wishNote(fill(gettext("You asked for a rematch. Waiting for %(name)s …"), { name: getOtherName(shown) })));

const askedFirstNote = (shown) => (getOtherSeat(shown.view) === null ? nothing
  : html`<p class="soft">${fill(gettext("%(name)s has to agree."), { name: getOtherName(shown) })}</p>`);

const wishNote = (text) => html`<p class="wish" role="status">${text}</p>`;

const recap = (view) => html`<section class="recap" aria-labelledby="recap"><h3 id="recap">${
  gettext("How it was decided")}</h3>${view.recap.map((sentence) => html`<p>${sentence}</p>`)}</section>`;

const shareLinks = (act) => html`<a class="button" id="picture" href=${act.urls.picture} target="_blank"
    @click=${act.picture}>${gettext("Share picture")}</a>
  <button type="button" class="button" id="share" @click=${act.share}>${gettext("Share result")}</button>`;

const dealLink = (urls) => html`<a class="button" id="compare" href=${urls.deal}>${
  gettext("Compare results")}</a>`;

/**
 * Share the result: by another app, the clipboard, or a text to copy by hand.
 * @param {object} app `state()`, `setState(state)`, `brand`
 */
export async function shareResult(app) {
  const text = shareText(app.state().view, app.brand);
  if (await shareData({ text })) return;
  if (await copyText(text)) app.setState(setNote(app.state(), "good", gettext("Result copied.")));
  else app.setState({ ...app.state(), sheet: "copy", shareText: text });
}

/**
 * Share the picture of the result; where the phone cannot, the link is followed.
 * @param {Event & {currentTarget: HTMLAnchorElement}} event a click on the link to it
 */
export async function sharePicture(event) {
  if (!navigator.canShare) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const files = await fetchPicture(href);
  if (!files.length || !navigator.canShare({ files }) || !(await shareData({ files }))) location.assign(href);
}

/** Fetch the picture as a file; none where that fails. @param {string} href @returns {Promise<File[]>} */
async function fetchPicture(href) {
  try {
    const answer = await fetch(href);
    return answer.ok ? [new File([await answer.blob()], "claim.png", { type: "image/png" })] : [];
  } catch {
    return [];
  }
}
