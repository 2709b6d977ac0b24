/** Cards: faces, backs and drawings of the sprite. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardName } from "./texts.js";

const sprite = document.querySelector("[data-cards]")?.dataset.cards ?? "";

/** Draw a symbol of the sprite. @param {string} symbol id in the sprite @param {string} [classes] */
export const drawing = (symbol, classes = "") => html`<svg class="drawing ${classes}" aria-hidden="true"
  focusable="false"><use href="${sprite}#${symbol}"></use></svg>`;

/** Draw the face of a card, without a name for screen readers. @param {string} code */
export const cardFace = (code) => html`<span class="face" data-faction=${code[0]} data-value=${code.slice(1)}
    aria-hidden="true">
  <span class="paper"></span>
  <span class="banner"><b>${code.slice(1)}</b>${drawing(code[0])}</span>
  ${drawing(code, "emblem")}
  ${drawing(code[0], "symbol")}
</span>`;

/** Draw a card as a picture with its name. @param {string} code @param {string} [move] the name under which it moves */
export const cardPicture = (code, move) => html`<span class="card" role="img" aria-label=${cardName(code)}
  data-move=${move ?? nothing}>${cardFace(code)}</span>`;

/** Draw the back of a card. */
export const cardBack = () =>
  html`<span class="card back" aria-hidden="true"><span class="lattice"></span>${drawing("crown")}</span>`;
