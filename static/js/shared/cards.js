/** Cards as every page shows them. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardName } from "./texts.js";

const sprite = document.querySelector("[data-cards]")?.dataset.cards ?? "";

/** @param {string} symbol id in the sprite @param {string} [classes] */
export const drawing = (symbol, classes = "") => html`<svg class="drawing ${classes}" aria-hidden="true"
  focusable="false"><use href="${sprite}#${symbol}"></use></svg>`;

/** The face of a card, without a name for screen readers: whoever shows it says it. @param {string} code */
export const face = (code) => html`<span class="face" data-faction=${code[0]} data-value=${code.slice(1)}
    aria-hidden="true">
  <span class="paper"></span>
  <span class="banner"><b>${code.slice(1)}</b>${drawing(code[0])}</span>
  ${drawing(code, "emblem")}
  <i class="letter">${code[0]}</i>
</span>`;

/** A card as a picture with its name. @param {string} code @param {string} [move] the name under which it moves */
export const picture = (code, move) => html`<span class="card" role="img" aria-label=${cardName(code)}
  data-move=${move ?? nothing}>${face(code)}</span>`;

/** The back that all cards share. */
export const back = () =>
  html`<span class="card back" aria-hidden="true"><span class="lattice"></span>${drawing("crown")}</span>`;
