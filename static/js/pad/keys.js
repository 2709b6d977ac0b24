/** The pad: five factions by ten values, upright or, on a landscape phone, lying on its side. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { FACTIONS } from "../shared/texts.js";
import { keyLabel } from "./texts.js";

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Knights begin at 2. */
const exists = (code) => code !== "K0" && code !== "K1";

/**
 * The rows as they are seen: from 9 down to 0, or a row for each faction.
 * @param {boolean} wide @returns {(string|null)[][]}
 */
export function rows(wide) {
  const grid = wide ? FACTIONS.map((letter) => DIGITS.map((digit) => letter + digit))
    : [...DIGITS].reverse().map((digit) => FACTIONS.map((letter) => letter + digit));
  return grid.map((row) => row.map((code) => (exists(code) ? code : null)));
}

/**
 * @param {{keys: {left: Record<string, number>, off: Record<string, string>}, there: string|null, wide: boolean,
 *   focus: string|null, letter: string|null, label: string}} pad
 */
export function keypad(pad, act) {
  const grid = rows(pad.wide);
  const focus = pad.focus ?? grid.flat().find((code) => code && pad.keys.left[code]) ?? "G9";
  return html`<div class="keys ${pad.wide ? "wide" : ""}" role="grid" aria-label=${pad.label}
    data-letter=${pad.letter ?? ""}>
    ${grid.map((row) => html`<div role="row">${row.map((code) => cell(code, pad, focus, act))}</div>`)}
  </div>`;
}

function cell(code, pad, focus, act) {
  if (!code) return html`<span role="gridcell" class="hole"></span>`;
  const left = pad.keys.left[code] ?? 0;
  const there = pad.there === code;
  const off = left || there ? undefined : pad.keys.off[code] ?? "seen";
  return html`<span role="gridcell"><button type="button" class="key ${there ? "there" : ""}" data-card=${code}
      data-faction=${code[0]} aria-disabled=${off ? "true" : "false"} aria-label=${keyLabel(code, left, off, there)}
      tabindex=${code === focus ? 0 : -1} @click=${() => act.key(code)} @focus=${() => act.focus(code)}>
      ${drawing(code[0])}<b>${code[1]}</b><i>${code[0]}</i>${
        left > 1 ? html`<em aria-hidden="true">×${left}</em>` : nothing}
    </button></span>`;
}
