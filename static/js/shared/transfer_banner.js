/** Banner of an offer to continue a game in the other mode. */
import { html, nothing } from "../../vendor/lit-html.js";
import { findTransferNote } from "./transfer.js";

/**
 * Draw the banner of a transfer.
 * @param {object|null} transfer of the view @param {import("./transfer.js").Reader} reader
 */
export function transferBanner(transfer, reader) {
  const note = findTransferNote(transfer, reader);
  if (!note) return nothing;
  return html`<div class="judged offer-note" role="status" id="transfer"><p>${
    note.text}${note.label && !note.asks ? html` <a href=${note.url}>${note.label}</a>` : nothing}</p>${
    note.asks ? html`<a class="button primary" href=${note.url}>${note.label}</a>` : nothing}</div>`;
}
