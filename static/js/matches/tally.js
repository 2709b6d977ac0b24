/** Tally: the race for the five votes, one shield a faction. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName, fill } from "../shared/texts.js";
import { playerName } from "./scene.js";
import { countsText } from "./texts.js";

/** Lead in cards at which a shield is pulled as far as it goes. */
const MAX_LEAN = 4;

/** Draw the tally. @param {import("./scene.js").Scene} scene */
export function tally(scene, act) {
  if (!scene.board) return nothing;
  const fresh = scene.done ? [] : scene.board.last?.gains.filter((gain) => gain.pile === "score") ?? [];
  return html`<section class="tally" aria-labelledby="tally-title">
    <h2 id="tally-title" class="visually-hidden">${gettext("Score piles")}</h2>
    <p class="sides" aria-hidden="true">
      <span>${playerName(scene, scene.near)}</span><span>${playerName(scene, scene.far)}</span></p>
    <ul>${scene.board.tally.map((entry) => factionRow(scene, entry, fresh))}</ul>
    <button class="cover" type="button" id="piles" aria-haspopup="dialog" @click=${act.opens("piles")}>
      <span>${gettext("View score piles")}</span></button>
  </section>`;
}

function factionRow(scene, entry, fresh) {
  const { near, far } = scene;
  const lead = entry.ahead === null ? "level" : entry.ahead === near ? "near" : "far";
  const lean = Math.max(-MAX_LEAN, Math.min(MAX_LEAN, entry.counts[near] - entry.counts[far]));
  const gained = fresh.filter((gain) => gain.card[0] === entry.faction);
  return html`<li data-faction=${entry.faction} class="ahead-${lead} ${gained.length ? "fresh" : ""}">
    <span class="visually-hidden">${countsText(scene, entry)}</span>
    ${countCell(entry, near, "near", gained)}
    <span class="rope" aria-hidden="true" .style=${`--lean:${lean}`}>
      <span class="shield">${drawing(entry.faction)}</span><i>${factionName(entry.faction)}</i></span>
    ${countCell(entry, far, "far", gained)}
  </li>`;
}

function countCell(entry, seat, place, gained) {
  const more = gained.filter((gain) => gain.seat === seat).length;
  return html`<span class="count ${place}" aria-hidden="true">${entry.counts[seat]}${
    more ? html`<small class="more">${fill("+%(count)s", { count: more })}</small>` : nothing}</span>`;
}
