/** Scoring only: the Undead that each seat won in phase one, a row each. */
import { html } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName } from "../shared/texts.js";
import { holder } from "./scores.js";

const UNDEAD = ["U9", "U8", "U7", "U6", "U5", "U4", "U3", "U2", "U1", "U0"];

/** @param {import("./project.js").Shown} shown */
export function undeadPad(shown, act) {
  const { names } = shown.view;
  return html`<div class="headline mine"><div class="words"><h2 id="ask">${gettext("Undead won in phase one")}</h2>
      <p>${gettext("Tap the side that took the card.")}</p></div>
      <button type="button" class="tool" id="phase-two" @click=${act.toPhaseTwo}>${gettext("Phase two")}</button></div>
    <div class="undead" role="group" aria-labelledby="ask">${
      UNDEAD.map((card) => row(card, holder(shown, card), names, act))}</div>`;
}

function row(card, seat, names, act) {
  return html`<div class="undead-row" role="group" aria-label=${cardName(card)}>
    ${side(card, 0, seat, names, act)}
    <span class="chip" data-faction="U" aria-hidden="true">${drawing("U")}${card}</span>
    ${side(card, 1, seat, names, act)}</div>`;
}

function side(card, seat, holds, names, act) {
  const on = holds === seat;
  return html`<button type="button" class="side" aria-pressed=${on ? "true" : "false"} data-undead="${card}.${seat}"
    aria-label="${cardName(card)}: ${names[seat]}" @click=${() => act.undead(card, seat, holds)}>${
      names[seat]}</button>`;
}
