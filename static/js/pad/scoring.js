/** Scoring only: the Undead that each seat won in phase one, a row each. */
import { html } from "../../vendor/lit-html.js";
import { cardName, drawing } from "../shared/cards.js";

const DIGITS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/** Whether the pad asks for Undead: until this device, or whoever says who leads phase two, goes on; and when looked up. */
export function asksUndead(shown, state) {
  const next = shown.asks[0];
  const before = next?.place === "leader" && next.phase === 2 && next.trick === 1;
  return shown.view.depth === "scoring" && !state.chosen && (state.lookedUp || (before && !state.phaseTwo));
}

/** @param {import("./project.js").Shown} shown */
export function undeadPad(shown, state, act) {
  const { names } = shown.view;
  return html`<div class="headline mine"><div class="words"><h2 id="ask">${gettext("Undead won in phase one")}</h2>
      <p>${gettext("Tap the side that took the card.")}</p></div>
      <button type="button" class="tool" id="phase-two" @click=${act.toPhaseTwo}>${gettext("Phase two")}</button></div>
    <div class="undead" role="group" aria-labelledby="ask">${DIGITS.map((digit) => row(`U${digit}`, holder(shown, `U${digit}`), names, act))}</div>`;
}

/** Who has an Undead: the view, with what still waits laid over it. @returns {0|1|null} */
export function holder(shown, card) {
  const [first, second] = shown.view.undead ?? [[], []];
  const there = first.includes(card) ? 0 : second.includes(card) ? 1 : null;
  const waiting = shown.items.filter((item) => item.type === "undead" && item.card === card);
  return waiting.reduce((_, item) => (item.gone ? null : item.seat), there);
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
    aria-label="${cardName(card)}: ${names[seat]}" @click=${() => act.undead(card, seat, holds)}>${names[seat]}</button>`;
}
