/** The own hand, or the note of those who watch. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardFace } from "../shared/cards.js";
import { icon } from "./icons.js";
import { handLabel } from "./texts.js";

/** Draw the hand. @param {import("./scene.js").Scene} scene */
export function hand(scene, state, act) {
  if (scene.you === null) return watcherNote();
  if (!scene.hand) return nothing;
  if (scene.done && scene.done.phase !== scene.view.board.phase) return phaseBreak();
  const waits = scene.hand.some((card) => card.legal) ? "" : "waits";
  return html`<section class="hand ${waits}" id="hand" role="group" tabindex="-1" aria-label=${gettext("Your hand")}
    .style=${`--n:${Math.max(scene.hand.length, 1)};--rows:${scene.hand.length > 7 ? 2 : 1}`}>
    ${scene.hand.map((card, at) => cardButton(card, at, scene.hand.length, act))}
  </section>`;
}

function cardButton(card, at, count, act) {
  const classes = `card ${card.lifted ? "lifted" : ""} ${card.reason ? "barred" : ""} ${card.hinted ? "hinted" : ""}`;
  return html`<button type="button" class=${classes} data-place=${card.place} data-card=${card.code}
    data-key=${card.key} data-move=${card.move} data-legal=${card.legal ? "yes" : "no"}
    aria-disabled=${card.legal ? "false" : "true"} aria-label=${handLabel(card)}
    .style=${getCardStyle(at, count)}
    @focus=${() => act.explain(card)}>${cardFace(card.code)}${
      card.hinted ? html`<span class="bulb">${icon("hint")}</span>` : nothing}</button>`;
}

/** Return the place in one row (i of n) and in two (j of m in row r), for the style sheet to choose from. */
function getCardStyle(place, count) {
  const first = count > 7 ? Math.ceil(count / 2) : 0;
  const row = place < first ? 0 : 1;
  const [j, m] = row ? [place - first, count - first] : [place, first];
  return `--i:${place};--j:${j};--m:${m};--r:${row}`;
}

/** Draw the break between the phases, while the last trick of phase one still lies there. */
const phaseBreak = () => html`<section class="hand between" .style=${"--rows:2"}>
  <p><b>${gettext("Phase one is over.")}</b> ${gettext("The followers you recruited become your hand.")}</p>
</section>`;

const watcherNote = () => html`<section class="hand watching">
  <p><b>${gettext("You're watching.")}</b> ${gettext("Both hands stay hidden.")}</p>
</section>`;
