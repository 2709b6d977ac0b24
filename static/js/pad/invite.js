/** A code to scan, its address and the short code to type. */
import { html, nothing } from "../../vendor/lit-html.js";

const drawn = new Map();

/** The drawing of a code, as the server made it, turned into nodes once. @param {string} text an <svg> */
export function qrCode(text) {
  if (!drawn.has(text)) {
    const page = new DOMParser().parseFromString(text, "text/html");
    drawn.clear();
    drawn.set(text, document.importNode(page.querySelector("svg"), true));
  }
  return drawn.get(text);
}

/** @param {{qr: string, address: string, code: string, only_here: boolean}} invite */
export function inviteCard(invite) {
  return html`<div class="invite">
    <div class="code-frame">${qrCode(invite.qr)}</div>
    <p class="address"><span class="visually-hidden">${gettext("Address:")}</span> ${invite.address}</p>
    <p class="typed">${gettext("and the code")} <b>${invite.code}</b></p>
    ${invite.only_here ? html`<p class="warning">${gettext("This computer is on no network, so other phones cannot reach it. Connect it to the Wi-Fi of the phones and load this page again.")}</p>` : nothing}
  </div>`;
}
