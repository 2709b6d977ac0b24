/** Scoring only, phase one: the Undead that each side won, and those that nobody has entered. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName, say } from "../shared/texts.js";
import { chip } from "../table/marks.js";
import { entered } from "./scene.js";

/** @param {object} view */
export function undeadEntered(view) {
  const { all, piles, missing } = entered(view);
  const [letter] = all[0];
  return html`<section class="entered" data-faction=${letter} aria-label=${gettext("Undead won in phase one")}>
    <p class="score"><b class="count">${piles[0].length}</b>
      <span class="shield">${drawing(letter)}</span><b class="count">${piles[1].length}</b></p>
    <p class="faction">${factionName(letter)}</p>
    <p class="sum">${say(gettext("%(count)s of %(all)s entered"),
      { count: all.length - missing.length, all: all.length })}</p>
    ${missing.length ? html`<p class="out"><span>${gettext("Not entered:")}</span> ${missing.map(chip)}</p>` : nothing}
  </section>`;
}
