/** Somebody else challenges the reader, told answered over the game that they look at. */
import { html, nothing } from "../../vendor/lit-html.js";

/** @param {import("./state.js").State} state @param {object} act `answer(yes)`, `later()` */
export function challenged({ challenge, busy }, act) {
  if (!challenge) return nothing;
  return html`<div class="judged challenged" role="status">
    <p>${challenge.message}</p>
    <button type="button" class="button primary" id="challenge-yes" ?disabled=${busy}
      @click=${() => act.answer(true)}>${gettext("Play")}</button>
    <button type="button" class="button" id="challenge-no" ?disabled=${busy} @click=${() => act.answer(false)}>${
      gettext("Decline")}</button>
    <button type="button" class="button" id="challenge-later" @click=${act.later}>${gettext("Later")}</button>
  </div>`;
}
