/** The table of a replay. Its template for those without a script is templates/replay/table.html. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { back, picture } from "../shared/cards.js";
import { say } from "../shared/texts.js";
import { byFaction } from "../online/dialogs.js";
import { lay } from "../online/middle.js";
import { player } from "../online/players.js";
import { playerName } from "../online/scene.js";
import { tally } from "../online/tally.js";
import { named, sceneOf } from "./scene.js";
import { heading } from "./sentences.js";
import { now } from "./state.js";

const NO_BEAT = { beat: null };

/** @param {HTMLElement} place @param {import("./state.js").Replay} state @param {0|1} near @param {object} act */
export function drawTable(place, state, near, act) {
  const step = now(state);
  const scene = sceneOf(state.data, step, near);
  render(table(scene, state, step, act), place);
  const over = place.querySelector("#over");
  if (state.dialog && !over.open) over.showModal();
  if (!state.dialog && over.open) over.close();
}

const table = (scene, state, step, act) => html`
  ${state.line ? otherwise(state, act) : nothing}
  ${side(scene, scene.far, act)}
  <section class="court" aria-label=${gettext("The table")}>
    <h2 class="replay-where">${heading(step)}</h2>${lay(scene, NO_BEAT)}</section>
  <div class="side">${tally(scene, act)}</div>
  ${side(scene, scene.near, act)}
  ${dialog(scene, state, act)}`;

/** While another line is shown, that is said over the table, with the way back. */
const otherwise = (state, act) => html`<p class="replay-otherwise" id="replay-otherwise"><span>${
  say(gettext("What could have been: card %(at)s of %(count)s."), {
    at: state.line.at, count: state.line.shown.steps.length - 1 })}</span>
  <button type="button" class="button" id="replay-return" @click=${act.leave}>${
    gettext("Back to the game")}</button></p>`;

const side = (scene, seat, act) => [player(scene, NO_BEAT, seat, act), laid(scene, seat)];

/** A hand face up, or its backs where it is not open. */
function laid(scene, seat) {
  const cards = scene.hands[seat];
  const name = playerName(scene, seat);
  const place = seat === scene.near ? "near" : "far";
  return html`<section class="laid ${place}" aria-label=${say(gettext("Cards of %(name)s"), { name })}>
    ${cards ? named(cards, seat).map(({ code, move }) => picture(code, move)) : backs(scene.board.sizes[seat])}
  </section>`;
}

function backs(count) {
  const label = say(ngettext("%(count)s card in hand", "%(count)s cards in hand", count), { count });
  return html`<span class="visually-hidden">${label}</span>${Array.from({ length: count }, back)}`;
}

const KINDS = {
  piles: (scene) => [gettext("Score piles"), (seat) => scene.board.score[seat]],
  followers: (scene) => [gettext("Followers"), (seat) => scene.recruits[seat]],
};

function dialog(scene, state, act) {
  return html`<dialog id="over" aria-labelledby="over-title" @click=${outside}
    @close=${(event) => event.target.open || act.open(null)}>
    <div class="sheet">${state.dialog ? inside(scene, KINDS[state.dialog](scene)) : nothing}
      <form method="dialog"><button class="button">${gettext("Close")}</button></form></div></dialog>`;
}

const outside = (event) => event.target === event.currentTarget && event.currentTarget.close();

const inside = (scene, [title, cardsOf]) => [
  html`<h2 id="over-title" tabindex="-1" autofocus>${title}</h2>`,
  ...[scene.near, scene.far].map((seat) => html`<h3>${playerName(scene, seat)}</h3>${
    cardsOf(seat) ? byFaction(cardsOf(seat)) : html`<p class="soft">${gettext("These cards are closed.")}</p>`}`),
];
