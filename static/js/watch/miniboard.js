/** Mini board of a game. Its template for readers without scripts is templates/watch/mini_table.html. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { trickHeading } from "../replay/review_texts.js";
import { cardPicture, drawing } from "../shared/cards.js";
import { factionName, fill } from "../shared/texts.js";

/** Draw a mini board. @param {HTMLElement} place @param {import("./miniboard_state.js").Small} small */
export const drawMiniboard = (place, small) => render(table(small), place);

const table = (small) => html`
  <p class="small-where">${small.over ? gettext("The game is over.") : trickHeading(small.at)}</p>
  <div class="felt small-felt">
    ${side(small.sides[0])}
    <div class="small-stake">${small.revealed
      ? html`${cardPicture(small.revealed)}<span>${gettext("at stake")}</span>` : nothing}</div>
    ${side(small.sides[1])}
  </div>
  <ul class="small-race" aria-label=${gettext("Score piles")}>${small.race.map((row) => faction(row, small))}</ul>`;

const side = ({ name, card, turn, won, program }) => html`<div
    class="small-side ${turn ? "turn" : ""} ${won ? "wins" : ""}">
  <bdi class="small-name">${name}</bdi>
  ${program ? html`<span class="tag">${gettext("program")}</span>` : nothing}
  ${card ? cardPicture(card) : html`<span class="bare">${drawing("frame")}</span>`}
  <span class="small-role">${turn ? gettext("to play") : nothing}</span></div>`;

const faction = ({ faction: letter, counts, lead }, { sides }) => html`<li data-faction=${letter} class=${lead}>
  <span class="visually-hidden">${fill("%(faction)s: %(first)s %(one)s, %(second)s %(two)s", {
    faction: factionName(letter), first: sides[0].name, one: counts[0], second: sides[1].name, two: counts[1] })}</span>
  <span class="count" aria-hidden="true">${counts[0]}</span>
  <span class="shield" aria-hidden="true">${drawing(letter)}</span>
  <span class="count" aria-hidden="true">${counts[1]}</span></li>`;
