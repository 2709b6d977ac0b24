/** The own hand, or the plaque of those who watch. */
import { html, nothing } from "../../vendor/lit-html.js";
import { face } from "../shared/cards.js";
import { sign } from "./signs.js";
import { handLabel } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function hand(scene, state, act) {
  if (scene.you === null) return watching();
  if (!scene.hand) return nothing;
  if (scene.done && scene.done.phase !== scene.view.board.phase) return between();
  const waits = scene.hand.some((card) => card.legal) ? "" : "waits";
  return html`<section class="hand ${waits}" id="hand" role="group" tabindex="-1" aria-label=${gettext("Your hand")}
    .style=${`--n:${Math.max(scene.hand.length, 1)};--rows:${scene.hand.length > 7 ? 2 : 1}`}>
    ${scene.hand.map((card, at) => button(card, at, scene.hand.length, act))}
  </section>`;
}

function button(card, at, count, act) {
  const classes = `card ${card.lifted ? "lifted" : ""} ${card.reason ? "barred" : ""} ${card.hinted ? "hinted" : ""}`;
  return html`<button type="button" class=${classes} data-place=${card.place} data-card=${card.code}
    data-key=${card.key} data-move=${card.move} data-legal=${card.legal ? "yes" : "no"}
    aria-disabled=${card.legal ? "false" : "true"} aria-label=${handLabel(card)}
    .style=${places(at, count)}
    @focus=${() => act.explain(card)}>${face(card.code)}${
      card.hinted ? html`<span class="bulb">${sign("hint")}</span>` : nothing}</button>`;
}

/** Place in one row (i of n) and in two (j of m in row r), as numbers for the style sheet to choose from. */
function places(place, count) {
  const first = count > 7 ? Math.ceil(count / 2) : 0;
  const row = place < first ? 0 : 1;
  const [j, m] = row ? [place - first, count - first] : [place, first];
  return `--i:${place};--j:${j};--m:${m};--r:${row}`;
}

/** The last trick of phase one still lies there: the old hand is gone, the new one not taken up yet. */
const between = () => html`<section class="hand between" .style=${"--rows:2"}>
  <p><b>${gettext("Phase one is over.")}</b> ${gettext("The followers you recruited become your hand.")}</p>
</section>`;

const watching = () => html`<section class="hand watching">
  <p><b>${gettext("You are watching.")}</b> ${gettext("You see what a bystander sees: both hands stay hidden.")}</p>
</section>`;
