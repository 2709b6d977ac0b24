/** End of a match: the five votes, the winner and the rematch. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { bestOfText, findBestOf, isLengthShown } from "../shared/series.js";
import { bestOfChoice, seriesScore } from "../shared/series_panel.js";
import { tournamentLink } from "../shared/tournament.js";
import { factionName, fill } from "../shared/texts.js";
import { helpText } from "./aid.js";
import { botChoice, playerFace } from "./player.js";
import { playerName, programText } from "./scene.js";
import { endingText, outcomeText, uncountedText, voteText } from "./texts.js";

/**
 * Draw the end of the match. Winner, loser and watcher see pictures of their own.
 * @param {import("./scene.js").Scene} scene
 */
export function endPanel(scene, state, act) {
  const { result } = scene.view;
  return html`<section class="end ${scene.cast === null ? getOutcomeClass(scene) : "voting"}" aria-labelledby="outcome">
    ${winnerPicture(scene)}
    <h2 id="outcome" tabindex="-1">${scene.cast === null ? outcomeText(scene) : gettext("The factions vote …")}</h2>
    <p class="ending">${endingText(scene)}</p>
    <p class="helped">${scene.cast === null ? helpText(scene) : ""}</p>
    <p class="ratings" role="status">${scene.cast === null ? ratingLines(state) : ""}</p>
    ${result?.factions.length ? voteTable(scene, result) : html`<p class="uncounted">${uncountedText(scene)}</p>`}
    ${scene.cast === null ? seriesScore(state.series) : nothing}
    <div class="after">${nextSteps(scene, state, act)}</div>
  </section>`;
}

/** Draw the rating changes. */
const ratingLines = ({ ratings }) => ratings.map((line) => html`<span>${line}</span>`);

function getOutcomeClass(scene) {
  const winner = scene.view.result?.winner ?? null;
  if (winner === null) return "nobody";
  if (scene.you === null) return "watching";
  return winner === scene.you ? "won" : "lost";
}

/** Draw the winner's face in a laurel, under the crown. */
function winnerPicture(scene) {
  const winner = scene.view.result?.winner ?? null;
  if (winner === null) return html`<div class="wreath">${drawing("laurel")}</div>`;
  return html`<div class="wreath">${drawing("laurel")}${drawing("crown")}<b class="crowned" aria-hidden="true">${
    playerFace(scene, winner)}</b></div>`;
}

/** Draw the table of votes: those of `cast` factions while they vote, then all. */
function voteTable(scene, result) {
  const { near, far } = scene;
  const cast = result.factions.slice(0, scene.cast ?? result.factions.length);
  return html`<table>
    <caption class="visually-hidden">${gettext("Votes by faction")}</caption>
    <thead><tr>${headCell(scene, near)}<th scope="col"><span class="visually-hidden">${gettext("Faction")}</span></th>
      ${headCell(scene, far)}</tr></thead>
    <tbody>${result.factions.map((vote, at) => factionRow(scene, vote, at - cast.length))}</tbody>
    <tfoot><tr>${sumCell(scene, near, cast)}<th scope="row">${gettext("votes")}</th>${
      sumCell(scene, far, cast)}</tr></tfoot>
  </table>`;
}

const headCell = (scene, seat) => html`<th scope="col">${playerName(scene, seat)}${
  scene.view.players[seat]?.program ? html`<span class="mark">${programText()}</span>` : nothing}</th>`;

function factionRow(scene, vote, until) {
  const shown = until < 0 ? vote : { ...vote, vote: null };
  return html`<tr data-faction=${vote.faction} class=${until === -1 && scene.cast !== null ? "casts" : ""}
      title=${voteText(scene, vote)}>
    ${countCell(shown, scene.near)}
    <th scope="row"><span class="shield">${drawing(vote.faction)}</span><span>${
      factionName(vote.faction)}${tieNote(vote)}</span>
      <span class="visually-hidden">${voteText(scene, vote)}</span></th>
    ${countCell(shown, scene.far)}
  </tr>`;
}

const tieNote = (vote) => (vote.by === "card"
  ? html`<small class="how" aria-hidden="true">${gettext("tied: highest card decides")}</small>` : nothing);

/** Draw a count, with the highest card where counts are level. */
function countCell(vote, seat) {
  const level = vote.by === "card" && vote.highest[seat];
  return html`<td class=${vote.vote === seat ? "vote" : ""}><b>${vote.counts[seat]}</b>
    ${level ? html`<span class="chip" data-faction=${vote.faction}>${drawing(vote.faction)}${level.slice(1)}</span>`
      : nothing}</td>`;
}

function sumCell(scene, seat, cast) {
  const wins = scene.cast === null && scene.view.result.winner === seat;
  const count = cast.filter((vote) => vote.vote === seat).length;
  return html`<td><b class=${wins ? "wins" : ""}>${count}</b></td>`;
}

/** Draw what to do next: one primary button, replay and sharing in sight, all else behind "More". */
function nextSteps(scene, state, act) {
  const { tournament } = act.urls;
  if (scene.view.status !== "finished") {
    return [tournament ? tournamentLink(tournament) : nothing, lobbyLink(act.urls, tournament ? "quiet" : "primary"),
      reportLink(act.urls)];
  }
  const next = tournament ? tournamentLink(tournament) : rematchChoice(scene, state, act);
  return [
    next, act.urls.replayPage ? replayLink(act.urls, next === nothing ? "primary" : "quiet") : nothing,
    act.urls.deal ? dealLink(act.urls) : nothing, act.urls.record ? shareButton(act) : nothing,
    html`<details class="more"><summary class="button quiet">${gettext("More")}</summary>
      <div class="after">${moreSteps(scene, state, act)}</div></details>`,
  ];
}

const moreSteps = (scene, state, act) => [
  canAskRematch(scene) && !act.urls.tournament
    ? [botChoice(scene, act), bestOfChoice(scene.view.rematch.best_of)] : nothing,
  state.words ? chatLink(act) : nothing, scene.board ? pilesButton(act) : nothing,
  act.urls.record ? recordLinks(act.urls) : nothing, reportLink(act.urls), lobbyLink(act.urls, "quiet"),
];

const replayLink = (urls, kind) => html`<a class="button ${kind}" id="replay" href=${urls.replayPage}>${
  gettext("Replay and review")}</a>`;

const dealLink = (urls) => html`<a class="button quiet" id="compare" href=${urls.deal}>${
  gettext("Compare results")}</a>`;

const shareButton = (act) => html`<button type="button" class="button quiet" id="share" @click=${act.share}>${
  gettext("Share")}</button>`;

const pilesButton = (act) => html`<button type="button" class="button quiet" id="piles" aria-haspopup="dialog"
  @click=${act.opens("piles")}>${gettext("View score piles")}</button>`;

const lobbyLink = (urls, kind) => html`<a class="button ${kind}" href=${urls.lobby}>${gettext("Lobby")}</a>`;

const reportLink = (urls) => (urls.report
  ? html`<a class="button quiet" href=${urls.report}>${gettext("Report")}</a>` : nothing);

/** Draw the link to the chat. */
const chatLink = (act) => html`<button type="button" class="button quiet" id="talk" aria-haspopup="dialog"
  @click=${act.opens("words")}>${gettext("Chat")}</button>`;

/** Draw the links to the record and the verification. */
const recordLinks = (urls) => html`<a class="button quiet" href=${urls.record}>${gettext("Game record")}</a>
  <a class="button quiet" href=${urls.verify}>${gettext("Check the deal")}</a>`;

/** Return whether the reader may ask for a rematch, which nobody has asked for yet. */
function canAskRematch({ view: { rematch }, you }) {
  return Boolean(rematch) && you !== null && !rematch.game && !rematch.declined && !rematch.asked.some(Boolean);
}

function rematchChoice(scene, state, act) {
  const { rematch } = scene.view;
  if (!rematch) return nothing;
  if (rematch.game) {
    return html`<a class="button primary" href=${act.game(rematch.game)}>${gettext("Go to next game")}</a>`;
  }
  if (scene.you === null) return nothing;
  const name = playerName(scene, 1 - scene.you);
  if (rematch.declined) return html`<p class="wish">${gettext("No rematch this time.")}</p>`;
  if (rematch.asked[scene.you]) return waitingText(name, state, act);
  return rematch.asked[1 - scene.you] ? rematchAnswer(name, rematch, state, act) : rematchButton(scene, state, act);
}

const rematchButton = (scene, state, act) => html`<button type="button" class="button primary" id="rematch"
  ?disabled=${state.busy}
  @click=${(event) => act.post("rematch", { accept: "1", ...getChosenOptions(scene, event) })}>${
  gettext("Rematch")}</button>`;

/** Return the chosen bot and length of the series, if they are others than before. */
function getChosenOptions(scene, event) {
  const place = event.currentTarget.closest(".after");
  const level = place.querySelector("#level")?.value;
  const same = scene.view.players.some((player) => player?.opponent?.level === level);
  const bestOf = findBestOf(place, scene.view.rematch.best_of);
  return { ...(level && !same ? { level } : {}), ...(bestOf === null ? {} : { best_of: bestOf }) };
}

const waitingText = (name, state, act) => html`<p class="wish" role="status">${
  fill(gettext("You asked for a rematch. Waiting for %(name)s …"), { name })}</p>
  ${declineButton(state, act, gettext("Cancel request"))}`;

const declineButton = (state, act, label) => html`<button type="button" class="button" id="rematch-no"
  ?disabled=${state.busy} @click=${() => act.post("rematch", { accept: "0" })}>${label}</button>`;

const rematchAnswer = (name, rematch, state, act) => html`
  <p class="wish" role="status">${fill(gettext("%(name)s asks for a rematch."), { name })}
    ${isLengthShown(rematch.best_of, act.bestOf) ? html`<b>${bestOfText(rematch.best_of)}</b>` : nothing}</p>
  <div class="pair"><button type="button" class="button primary" id="rematch" ?disabled=${state.busy}
    @click=${() => act.post("rematch", { accept: "1" })}>${gettext("Play again")}</button>
  ${declineButton(state, act, gettext("Decline"))}</div>`;
