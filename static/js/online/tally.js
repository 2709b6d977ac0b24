/** Both score piles, counted by faction, and who is ahead in each. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName } from "../shared/texts.js";
import { playerName } from "./scene.js";
import { countsText } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function tally(scene, state, act) {
  if (!scene.board) return nothing;
  return html`<section class="tally" aria-labelledby="tally-title">
    <h2 id="tally-title" class="visually-hidden">${gettext("Score piles")}</h2>
    <p class="sides" aria-hidden="true">
      <span>${playerName(scene, scene.far)}</span><span>${playerName(scene, scene.near)}</span></p>
    <ul>${scene.board.tally.map((entry) => faction(scene, entry))}</ul>
    <button class="cover" type="button" id="piles" aria-haspopup="dialog" @click=${act.opens("piles")}>
      <span>${gettext("Look at the piles")}</span></button>
  </section>`;
}

function faction(scene, entry) {
  const lead = entry.ahead === null ? "level" : entry.ahead === scene.near ? "near" : "far";
  return html`<li data-faction=${entry.faction} class="ahead-${lead}">
    <span class="visually-hidden">${countsText(scene, entry)}</span>
    ${count(entry, scene.far, "far")}
    <span class="shield" aria-hidden="true">${drawing(entry.faction)}<i>${factionName(entry.faction)}</i></span>
    ${count(entry, scene.near, "near")}
  </li>`;
}

const count = (entry, seat, place) =>
  html`<span class="count ${place}" aria-hidden="true">${entry.counts[seat]}</span>`;
