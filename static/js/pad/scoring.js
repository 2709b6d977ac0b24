/** Scoring only: the Undead that each seat won in phase one, a row each. */
import { html } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName } from "../shared/texts.js";
import { holder } from "./scores.js";

/** What phase one scores, the highest first, as the server lists it. @returns {string[]} */
const scored = ({ left, off }) => Object.keys({ ...left, ...off }).sort().reverse();

/** @param {import("./project.js").Shown} shown */
export function undeadPad(shown, act) {
  const { names } = shown.view;
  return html`<div class="headline mine"><div class="words"><h2 id="ask">${gettext("Undead won in phase one")}</h2>
      <p>${gettext("Tap the side that took the card.")}</p></div>
      <button type="button" class="tool" id="phase-two" @click=${act.toPhaseTwo}>${gettext("Phase two")}</button></div>
    <div class="undead" role="group" aria-labelledby="ask">${
      scored(shown.view.pads.undead).map((card) => row(card, holder(shown, card), names, act))}</div>`;
}

function row(card, seat, names, act) {
  return html`<div class="undead-row" role="group" aria-label=${cardName(card)}>
    ${side(card, 0, seat, names, act)}
    <span class="chip" data-faction=${card[0]} aria-hidden="true">${drawing(card[0])}${card}</span>
    ${side(card, 1, seat, names, act)}</div>`;
}

function side(card, seat, holds, names, act) {
  const on = holds === seat;
  return html`<button type="button" class="side" aria-pressed=${on ? "true" : "false"} data-undead="${card}.${seat}"
    aria-label="${cardName(card)}: ${names[seat]}" @click=${() => act.undead(card, seat, holds)}>${
      names[seat]}</button>`;
}
