/** Final piles only: what has been counted, with its bars, and what is missing. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { say } from "../shared/texts.js";
import { pulls } from "../table/tug.js";
import { tugLabel } from "../table/texts.js";
import { uncounted } from "./scene.js";

/** @param {object[]} piles of the view */
export const countedText = (piles) =>
  say(gettext("%(count)s of %(all)s piles counted"),
    { count: piles.length - uncounted(piles).length, all: piles.length });

/** @param {object} view */
export const pilesCounted = (view) => html`<ul class="counted">${view.piles.map((pile) =>
  row(pile, view.factions.find((one) => one.faction === pile.faction), view.names))}</ul>`;

function row(pile, faction, names) {
  const counts = pile.counts ?? ["?", "?"];
  const label = pile.counts ? tugLabel(faction, names)
    : say(gettext("%(faction)s: not counted yet."), { faction: pile.name });
  return html`<li class=${pile.asks ?? "known"} data-faction=${pile.faction}>
    <span class="visually-hidden">${label}</span>
    ${number(counts[0], pile.highest[0])}
    <span class="middle" aria-hidden="true"><span class="faction">${crown(faction, 0)}<span class="shield">${
      drawing(pile.faction)}</span>${pile.name}${crown(faction, 1)}</span>
      <span class="rope">${pile.counts ? pulls(pile.counts) : nothing}</span>
      ${pile.asks === "highest" ? html`<small>${gettext("level: the highest card decides")}</small>` : nothing}</span>
    ${number(counts[1], pile.highest[1])}</li>`;
}

/** On the side of whoever has the vote for certain. */
const crown = ({ certain, vote }, seat) => (certain && vote === seat ? drawing("crown", "voted") : nothing);

const number = (count, highest) => html`<b class="count" aria-hidden="true">${count}${
  highest === null ? nothing : html`<small>${say(gettext("highest %(value)s"), { value: highest })}</small>`}</b>`;
