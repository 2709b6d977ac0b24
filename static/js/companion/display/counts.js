/** Counts on the display, where not every card is logged: final piles, and Undead of phase one. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { drawing } from "../../shared/cards.js";
import { factionName, fill } from "../../shared/texts.js";
import { bars, cardChip } from "../components.js";
import { voteLabel } from "../texts.js";
import { listUncounted, listUndead } from "./scene.js";

/** Return how many piles are counted. @param {object[]} piles of the view */
export const countedText = (piles) =>
  fill(gettext("%(count)s of %(all)s piles counted"),
    { count: piles.length - listUncounted(piles).length, all: piles.length });

/** Draw the counts of the final piles. @param {object} view */
export const pileCounts = (view) => html`<ul class="counted">${view.piles.map((pile) =>
  pileRow(pile, view.factions.find((one) => one.faction === pile.faction), view.names))}</ul>`;

function pileRow(pile, faction, names) {
  const counts = pile.counts ?? ["?", "?"];
  const label = pile.counts ? voteLabel(faction, names)
    : fill(gettext("%(faction)s: not counted yet."), { faction: pile.name });
  return html`<li class=${pile.asks ?? "known"} data-faction=${pile.faction}>
    <span class="visually-hidden">${label}</span>
    ${countNumber(counts[0], pile.highest[0])}
    <span class="middle" aria-hidden="true"><span class="faction">${voteCrown(faction, 0)}<span class="shield">${
      drawing(pile.faction)}</span>${pile.name}${voteCrown(faction, 1)}</span>
      <span class="rope">${pile.counts ? bars(pile.counts) : nothing}</span>
      ${pile.asks === "highest" ? html`<small>${gettext("tied: highest card decides")}</small>` : nothing}</span>
    ${countNumber(counts[1], pile.highest[1])}</li>`;
}

/** Draw a crown on the side that has the vote for certain. */
const voteCrown = ({ certain, vote }, seat) => (certain && vote === seat ? drawing("crown", "voted") : nothing);

const countNumber = (count, highest) => html`<b class="count" aria-hidden="true">${count}${
  highest === null ? nothing : html`<small>${fill(gettext("highest %(value)s"), { value: highest })}</small>`}</b>`;

/** Draw the Undead that each side won in phase one, and those not entered yet. @param {object} view */
export function undeadCounts(view) {
  const { all, piles, missing } = listUndead(view);
  const [letter] = all[0];
  return html`<section class="entered" data-faction=${letter} aria-label=${gettext("Undead won in phase one")}>
    <p class="score"><b class="count">${piles[0].length}</b>
      <span class="shield">${drawing(letter)}</span><b class="count">${piles[1].length}</b></p>
    <p class="faction">${factionName(letter)}</p>
    <p class="sum">${fill(gettext("%(count)s of %(all)s entered"),
      { count: all.length - missing.length, all: all.length })}</p>
    ${missing.length ? html`<p class="out"><span>${gettext("Not entered:")}</span> ${missing.map(cardChip)}</p>`
      : nothing}
  </section>`;
}
