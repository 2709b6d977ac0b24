/** Small components of pad and display: icons, card chips, vote bars and the invitation card. */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName, factionName } from "../shared/texts.js";
import { voteLabel } from "./texts.js";

const ICONS = {
  undo: svg`<path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12" transform="translate(0 -3)"/>`,
  count: svg`<path d="M4 19h16M6 15h12M8 11h8M10 7h4"/>`,
  hidden: svg`<path d="M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6ZM4 4l16 16"/>`,
  phone: svg`<path d="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2"/>`,
  display: svg`<path d="M3 5h18v12H3ZM9 21h6M12 17v4"/>`,
  eye: svg`<path d="M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6ZM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  voice: svg`<path d="M4 9v6h4l5 4V5L8 9ZM16.500 8.500a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12"/>`,
  warn: svg`<path d="M12 4 2.500 20h19ZM12 10v5M12 17.500v.5"/>`,
  offline: svg`<path d="M2 9a15 15 0 0 1 20 0M5 13a10 10 0 0 1 14 0M8.500 16.500a5 5 0 0 1 7 0M12 20v.1M4 4l16 16"/>`,
};

/** Draw a line icon. @param {keyof typeof ICONS} name */
export const icon = (name) => html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"
  focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
  stroke-linejoin="round">${ICONS[name]}</svg>`;

/** Mark a card that the site filled in by itself. @param {object} trick @param {string} place */
export const siteMark = (trick, place) =>
  (trick.site.includes(place) ? html`<small class="site">${gettext("deduced")}</small>` : nothing);

/** Draw a small card. @param {string} code */
export const cardChip = (code) => html`<span class="chip" data-faction=${code[0]} role="img"
  aria-label=${cardName(code)}>${drawing(code[0])}<span aria-hidden="true">${code.slice(1)}</span></span>`;

/** Draw the five votes as bars that lean to the side ahead. @param {object} view a table's view */
export function voteBars(view) {
  return html`<section class="tug" aria-label=${gettext("Votes so far")}>
    <p class="sides" aria-hidden="true">${view.names.map((name, seat) => html`<b>${swatch(seat)}${name}</b>`)}</p>
    <ul>${view.factions.map((faction) => voteRow(faction, view.names))}</ul>
  </section>`;
}

/** Draw the legend of a seat's bars. @param {0|1} seat */
export const swatch = (seat) => html`<span class="swatch ${seat ? "b" : "a"}" aria-hidden="true"></span>`;

/** Draw the two bars of a faction. @param {number[]} counts */
export const bars = ([a, b]) =>
  html`<span class="pull a" .style=${`--n:${a}`}></span><span class="pull b" .style=${`--n:${b}`}></span>`;

function voteRow(faction, names) {
  const [a, b] = faction.counts;
  const lean = Math.max(-4.5, Math.min(4.5, b - a));
  const ahead = faction.certain ? faction.vote : faction.ahead;
  return html`<li data-faction=${faction.faction} class="ahead-${ahead ?? "none"} ${faction.certain ? "certain" : ""}">
    <span class="visually-hidden">${voteLabel(faction, names)}</span>
    <b class="count" aria-hidden="true">${a}</b>
    <span class="rope" aria-hidden="true" .style=${`--lean:${lean}`}>
      ${bars(faction.counts)}
      <span class="knot shield" title=${factionName(faction.faction)}>${drawing(faction.faction)}</span></span>
    <b class="count" aria-hidden="true">${b}</b>
    ${faction.certain && faction.vote !== null ? voteCrown(faction.vote) : nothing}
  </li>`;
}

/** Draw the crown of a game that a player has won; nothing while the result is open or a draw. @param {object} view */
export const winnerCrown = ({ result }) =>
  ((result?.winner ?? null) === null ? nothing : html`<div class="crown">${drawing("crown")}</div>`);

const voteCrown = (seat) => html`<span class="crowned side-${seat}" aria-hidden="true">${drawing("crown")}</span>`;

const qrNodes = new Map();

/**
 * The drawing of a code, as the server made it, turned into nodes once for each place that shows it.
 * @param {string} text an <svg> @param {string} where
 */
function qrCode(text, where) {
  if (qrNodes.get(where)?.text !== text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    qrNodes.set(where, { text, node: document.importNode(page.querySelector("svg"), true) });
  }
  return qrNodes.get(where).node;
}

/**
 * @typedef {{qr: string, address: string}} Address
 * @typedef {Address & {others: Address[], code: string, only_here: boolean}} Invite
 */

/**
 * Draw a code to scan, its address and the short code to type, and the other addresses of the machine to choose from.
 * @param {Invite} invite @param {string} where @param {import("./state.js").State} state
 * @param {object|null} [act] null where nothing can be chosen
 */
export function inviteCard(invite, where, { prefs }, act = null) {
  const all = [invite, ...invite.others];
  const shown = all.find(({ address }) => address === prefs.address) ?? invite;
  const others = act ? all.filter((one) => one !== shown) : [];
  return html`<div class="invite">
    <div class="code-frame">${qrCode(shown.qr, where)}</div>
    <p class="address"><span class="visually-hidden">${gettext("Address:")}</span> ${shown.address}</p>
    <p class="typed">${gettext("Code:")} <b>${invite.code}</b></p>
    ${others.length ? otherAddresses(others, act) : nothing}
    ${invite.only_here ? networkWarning() : nothing}
  </div>`;
}

const otherAddresses = (others, act) => html`<p class="other-addresses">${gettext("Other addresses:")}
  ${others.map(({ address }) => html`<button type="button" class="tool" dir="ltr"
    @click=${() => act.pref("address", address)}>${address}</button> `)}</p>`;

const networkWarning = () =>
  html`<p class="warning">${gettext("This computer isn't on a network, so other devices can't reach "
  + "it. Connect it to the same Wi-Fi and reload this page.")}</p>`;
