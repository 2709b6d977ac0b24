/** A code to scan, its address and the short code to type. */
import { html, nothing } from "../../vendor/lit-html.js";

const drawn = new Map();

/**
 * The drawing of a code, as the server made it, turned into nodes once for each place that shows it.
 * @param {string} text an <svg> @param {string} where
 */
function qrCode(text, where) {
  if (drawn.get(where)?.text !== text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    drawn.set(where, { text, node: document.importNode(page.querySelector("svg"), true) });
  }
  return drawn.get(where).node;
}

/** @param {{qr: string, address: string, code: string, only_here: boolean}} invite @param {string} where */
export function inviteCard(invite, where) {
  return html`<div class="invite">
    <div class="code-frame">${qrCode(invite.qr, where)}</div>
    <p class="address"><span class="visually-hidden">${gettext("Address:")}</span> ${invite.address}</p>
    <p class="typed">${gettext("and the code")} <b>${invite.code}</b></p>
    ${invite.only_here ? onlyHere() : nothing}
  </div>`;
}

const onlyHere = () => html`<p class="warning">${gettext("This computer is on no network, so other phones cannot reach "
  + "it. Connect it to the Wi-Fi of the phones and load this page again.")}</p>`;
