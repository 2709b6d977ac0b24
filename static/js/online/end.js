/** The end of a game: the five votes, the winner and the way on. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName, say } from "../shared/texts.js";
import { helpText } from "./aided.js";
import { endingText, outcome, uncountedText, voteText } from "./ending.js";
import { rivals } from "./opponent.js";
import { playerName, programText } from "./scene.js";

/** Who won, who lost and who watched see pictures of their own. @param {import("./scene.js").Scene} scene */
export function end(scene, state, act) {
  const { result } = scene.view;
  return html`<section class="end ${scene.cast === null ? kindOf(scene) : "voting"}" aria-labelledby="outcome">
    ${picture(scene)}
    <h2 id="outcome" tabindex="-1">${scene.cast === null ? outcome(scene) : gettext("The factions vote …")}</h2>
    <p class="ending">${endingText(scene)}</p>
    <p class="helped">${scene.cast === null ? helpText(scene) : ""}</p>
    <p class="ratings" role="status">${scene.cast === null ? moved(state) : ""}</p>
    ${result?.factions.length ? votes(scene, result) : html`<p class="uncounted">${uncountedText(scene)}</p>`}
    <div class="after">${rematch(scene, state, act)}${links(scene, act)}${
      state.words ? talkLink(act) : nothing}</div>
  </section>`;
}

/** What the game made of the ratings of both. */
const moved = ({ ratings }) => ratings.map((line) => html`<span>${line}</span>`);

function kindOf(scene) {
  const winner = scene.view.result?.winner ?? null;
  if (winner === null) return "nobody";
  if (scene.you === null) return "watching";
  return winner === scene.you ? "won" : "lost";
}

/** The crown on the head of who won: in a laurel for the winner, over the other's initial for who lost or watched. */
function picture(scene) {
  const winner = scene.view.result?.winner ?? null;
  if (winner === null) return html`<div class="wreath">${drawing("laurel")}</div>`;
  const initial = html`<b class="crowned" aria-hidden="true">${[...playerName(scene, winner)][0]}</b>`;
  return html`<div class="wreath">${drawing("laurel")}${drawing("crown")}${
    winner === scene.you ? nothing : initial}</div>`;
}

/** While the factions vote, `cast` of them have; then all. */
function votes(scene, result) {
  const { near, far } = scene;
  const cast = result.factions.slice(0, scene.cast ?? result.factions.length);
  return html`<table>
    <caption class="visually-hidden">${gettext("The votes of the factions")}</caption>
    <thead><tr>${head(scene, near)}<th scope="col"><span class="visually-hidden">${gettext("Faction")}</span></th>
      ${head(scene, far)}</tr></thead>
    <tbody>${result.factions.map((vote, at) => row(scene, vote, at - cast.length))}</tbody>
    <tfoot><tr>${sum(scene, near, cast)}<th scope="row">${gettext("votes")}</th>${sum(scene, far, cast)}</tr></tfoot>
  </table>`;
}

const head = (scene, seat) => html`<th scope="col">${playerName(scene, seat)}${
  scene.view.players[seat]?.program ? html`<span class="mark">${programText()}</span>` : nothing}</th>`;

function row(scene, vote, until) {
  const shown = until < 0 ? vote : { ...vote, vote: null };
  return html`<tr data-faction=${vote.faction} class=${until === -1 && scene.cast !== null ? "casts" : ""}
      title=${voteText(scene, vote)}>
    ${cell(shown, scene.near)}
    <th scope="row"><span class="shield">${drawing(vote.faction)}</span><span>${
      factionName(vote.faction)}${how(vote)}</span>
      <span class="visually-hidden">${voteText(scene, vote)}</span></th>
    ${cell(shown, scene.far)}
  </tr>`;
}

const how = (vote) => (vote.by === "card"
  ? html`<small class="how" aria-hidden="true">${gettext("level: the highest card decides")}</small>` : nothing);

/** A count, with the highest card where counts are level. */
function cell(vote, seat) {
  const level = vote.by === "card" && vote.highest[seat];
  return html`<td class=${vote.vote === seat ? "vote" : ""}><b>${vote.counts[seat]}</b>
    ${level ? html`<span class="chip" data-faction=${vote.faction}>${drawing(vote.faction)}${level.slice(1)}</span>`
      : nothing}</td>`;
}

function sum(scene, seat, cast) {
  const wins = scene.cast === null && scene.view.result.winner === seat;
  const count = cast.filter((vote) => vote.vote === seat).length;
  return html`<td><b class=${wins ? "wins" : ""}>${count}</b></td>`;
}

function links(scene, act) {
  const played = scene.view.status === "finished";
  const look = html`<button type="button" class="button quiet" id="piles" aria-haspopup="dialog"
    @click=${act.opens("piles")}>${gettext("Look at the piles")}</button>`;
  const share = html`<button type="button" class="button quiet" id="share" @click=${act.share}>${
    gettext("Share the result")}</button>`;
  return html`${played && act.urls.replayPage ? again(act.urls) : nothing}
    ${played && act.urls.record ? share : nothing}
    ${played && scene.board ? look : nothing}
    ${played && act.urls.record ? proof(act.urls) : nothing}
    ${act.urls.report ? html`<a class="button quiet" href=${act.urls.report}>${gettext("Report")}</a>` : nothing}
    <a class="button quiet" href=${act.urls.lobby}>${gettext("Lobby")}</a>`;
}

/** As the other ways on, in words. */
const talkLink = (act) => html`<button type="button" class="button quiet" id="talk" aria-haspopup="dialog"
  @click=${act.opens("words")}>${gettext("Say something")}</button>`;

const again = (urls) => html`<a class="button quiet" id="replay" href=${urls.replayPage}>${gettext("Replay")}</a>`;

const proof = (urls) => html`<a class="button quiet" href=${urls.record}>${gettext("Record of the game")}</a>
  <a class="button quiet" href=${urls.verify}>${gettext("Check the deal")}</a>`;

function rematch(scene, state, act) {
  const { rematch: wish } = scene.view;
  if (!wish) return nothing;
  if (wish.game) {
    return html`<a class="button primary" href=${act.game(wish.game)}>${gettext("Go to the next game")}</a>`;
  }
  if (scene.you === null) return nothing;
  const name = playerName(scene, 1 - scene.you);
  if (wish.declined) return html`<p class="wish">${gettext("There will be no rematch.")}</p>`;
  if (wish.asked[scene.you]) return waiting(name);
  return wish.asked[1 - scene.you] ? answer(name, state, act) : [rivals(scene, act), ask(scene, state, act)];
}

const ask = (scene, state, act) => html`<button type="button" class="button primary" id="rematch"
  ?disabled=${state.busy} @click=${(event) => act.post("rematch", { accept: "1", ...against(scene, event) })}>${
  gettext("Rematch")}</button>`;

/** Whom one chose of the site's own, if not the one who sits there. */
function against(scene, event) {
  const level = event.currentTarget.closest(".after").querySelector("#level")?.value;
  const same = scene.view.players.some((player) => player?.opponent?.level === level);
  return level && !same ? { level } : {};
}

const waiting = (name) => html`<p class="wish" role="status">${
  say(gettext("You asked for a rematch. Waiting for %(name)s …"), { name })}</p>`;

const answer = (name, state, act) => html`
  <p class="wish" role="status">${say(gettext("%(name)s asks for a rematch."), { name })}</p>
  <button type="button" class="button primary" id="rematch" ?disabled=${state.busy}
    @click=${() => act.post("rematch", { accept: "1" })}>${gettext("Play again")}</button>
  <button type="button" class="button" id="rematch-no" ?disabled=${state.busy}
    @click=${() => act.post("rematch", { accept: "0" })}>${gettext("No, thank you")}</button>`;
