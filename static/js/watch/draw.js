/** A small table. Its template for those without a script is templates/watch/small.html. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { heading } from "../replay/sentences.js";
import { drawing, picture } from "../shared/cards.js";
import { factionName, say } from "../shared/texts.js";

/** @param {HTMLElement} place @param {import("./small.js").Small} small */
export const draw = (place, small) => render(table(small), place);

const table = (small) => html`
  <p class="small-where">${small.over ? gettext("The game is over.") : heading(small.at)}</p>
  <div class="felt small-felt">
    ${side(small.sides[0])}
    <div class="small-stake">${small.revealed
      ? html`${picture(small.revealed)}<span>${gettext("at stake")}</span>` : nothing}</div>
    ${side(small.sides[1])}
  </div>
  <ul class="small-race" aria-label=${gettext("Score piles")}>${small.race.map((row) => faction(row, small))}</ul>`;

const side = ({ name, card, turn, won, program }) => html`<div
    class="small-side ${turn ? "turn" : ""} ${won ? "wins" : ""}">
  <bdi class="small-name">${name}</bdi>
  ${program ? html`<span class="tag">${gettext("program")}</span>` : nothing}
  ${card ? picture(card) : html`<span class="bare">${drawing("frame")}</span>`}
  <span class="small-role">${turn ? gettext("to play") : nothing}</span></div>`;

const faction = ({ faction: letter, counts, lead }, { sides }) => html`<li data-faction=${letter} class=${lead}>
  <span class="visually-hidden">${say("%(faction)s: %(first)s %(one)s, %(second)s %(two)s", {
    faction: factionName(letter), first: sides[0].name, one: counts[0], second: sides[1].name, two: counts[1] })}</span>
  <span class="count" aria-hidden="true">${counts[0]}</span>
  <span class="shield" aria-hidden="true">${drawing(letter)}</span>
  <span class="count" aria-hidden="true">${counts[1]}</span></li>`;
