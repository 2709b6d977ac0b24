/** The five votes as a tug of war: plain bars against hatched ones, and a knot that leans to whoever is ahead. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName } from "../shared/texts.js";
import { tugLabel } from "./texts.js";

/** @param {object} view a table's view */
export function tug(view) {
  return html`<section class="tug" aria-label=${gettext("Who would get each vote")}>
    <p class="sides" aria-hidden="true">${view.names.map((name, seat) => html`<b>${swatch(seat)}${name}</b>`)}</p>
    <ul>${view.factions.map((faction) => rope(faction, view.names))}</ul>
  </section>`;
}

/** The legend: how the bars of a seat look. @param {0|1} seat */
export const swatch = (seat) => html`<span class="swatch ${seat ? "b" : "a"}" aria-hidden="true"></span>`;

/** The two bars of a faction. @param {number[]} counts */
export const pulls = ([a, b]) =>
  html`<span class="pull a" .style=${`--n:${a}`}></span><span class="pull b" .style=${`--n:${b}`}></span>`;

function rope(faction, names) {
  const [a, b] = faction.counts;
  const lean = Math.max(-4.5, Math.min(4.5, b - a));
  const ahead = faction.certain ? faction.vote : faction.ahead;
  return html`<li data-faction=${faction.faction} class="ahead-${ahead ?? "none"} ${faction.certain ? "certain" : ""}">
    <span class="visually-hidden">${tugLabel(faction, names)}</span>
    <b class="count" aria-hidden="true">${a}</b>
    <span class="rope" aria-hidden="true" .style=${`--lean:${lean}`}>
      ${pulls(faction.counts)}
      <span class="knot shield" title=${factionName(faction.faction)}>${drawing(faction.faction)}</span></span>
    <b class="count" aria-hidden="true">${b}</b>
    ${faction.certain && faction.vote !== null ? crowned(faction.vote) : nothing}
  </li>`;
}

const crowned = (seat) => html`<span class="crowned side-${seat}" aria-hidden="true">${drawing("crown")}</span>`;
