/** Table of a replay. Its template for readers without scripts is templates/replay/table.html. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { cardLayout } from "../matches/center.js";
import { cardGroups } from "../matches/dialogs.js";
import { player } from "../matches/player.js";
import { playerName } from "../matches/scene.js";
import { tally } from "../matches/tally.js";
import { cardBack, cardPicture } from "../shared/cards.js";
import { fill } from "../shared/texts.js";
import { trickHeading } from "./review_texts.js";
import { createScene, getStep, nameMoves } from "./state.js";

const NO_BEAT = { beat: null };

/**
 * Draw the table.
 * @param {HTMLElement} place @param {import("./state.js").Replay} state @param {0|1} near @param {object} act
 */
export function drawTable(place, state, near, act) {
  const step = getStep(state);
  const scene = createScene(state.data, step, near);
  render(table(scene, state, step, act), place);
  const over = place.querySelector("#over");
  if (state.dialog && !over.open) over.showModal();
  if (!state.dialog && over.open) over.close();
}

const table = (scene, state, step, act) => html`
  ${state.line ? lineNote(state, act) : nothing}
  ${playerSide(scene, scene.far, act)}
  <section class="court" aria-label=${gettext("The table")}>
    <h2 class="replay-where">${trickHeading(step)}</h2>${cardLayout(scene, NO_BEAT)}</section>
  <div class="side">${tally(scene, act)}</div>
  ${playerSide(scene, scene.near, act)}
  ${dialog(scene, state, act)}`;

/** Draw the note over another line, with the way back. */
const lineNote = (state, act) => html`<p class="replay-otherwise" id="replay-otherwise"><span>${
  fill(gettext("Best line: card %(at)s of %(count)s."), {
    at: state.line.at, count: state.line.shown.steps.length - 1 })}</span>
  <button type="button" class="button" id="replay-return" @click=${act.leave}>${
    gettext("Back to the game")}</button></p>`;

const playerSide = (scene, seat, act) => [player(scene, NO_BEAT, seat, act), openHand(scene, seat)];

/** Draw a hand face up, or its backs where it is not open. */
function openHand(scene, seat) {
  const cards = scene.hands[seat];
  const name = playerName(scene, seat);
  const place = seat === scene.near ? "near" : "far";
  return html`<section class="laid ${place}" aria-label=${fill(gettext("%(name)s's cards"), { name })}>
    ${cards ? nameMoves(cards, seat).map(({ code, move }) => cardPicture(code, move))
      : hiddenHand(scene.board.sizes[seat])}
  </section>`;
}

function hiddenHand(count) {
  const label = fill(ngettext("%(count)s card in hand", "%(count)s cards in hand", count), { count });
  return html`<span class="visually-hidden">${label}</span>${Array.from({ length: count }, cardBack)}`;
}

const DIALOGS = {
  piles: (scene) => [gettext("Score piles"), (seat) => scene.board.score[seat]],
  followers: (scene) => [gettext("Followers"), (seat) => scene.recruits[seat]],
};

function dialog(scene, state, act) {
  return html`<dialog id="over" aria-labelledby="over-title" @click=${closeOnBackdrop}
    @close=${(event) => event.target.open || act.open(null)}>
    <div class="sheet">${state.dialog ? dialogBody(scene, DIALOGS[state.dialog](scene)) : nothing}
      <form method="dialog"><button class="button">${gettext("Close")}</button></form></div></dialog>`;
}

const closeOnBackdrop = (event) => event.target === event.currentTarget && event.currentTarget.close();

const dialogBody = (scene, [title, cardsOf]) => [
  html`<h2 id="over-title" tabindex="-1" autofocus>${title}</h2>`,
  ...[scene.near, scene.far].map((seat) => html`<h3>${playerName(scene, seat)}</h3>${
    cardsOf(seat) ? cardGroups(cardsOf(seat)) : html`<p class="soft">${gettext("These cards are hidden.")}</p>`}`),
];
