/** The pad: five named columns by ten values, upright or, on a landscape phone, lying on its side. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { factionName, FACTIONS } from "../shared/texts.js";
import { rows } from "./rows.js";
import { keyLabel } from "./texts.js";

/** A click this long after a finger went down is the end of that tap, in milliseconds. */
const TAP = 700;

/**
 * @param {{keys: {left: Record<string, number>, off: Record<string, string>}, there: string|null, wide: boolean,
 *   turned: boolean, likely: string[]|null, focus: string|null, letter: string|null, label: string, name: string}} pad
 */
export function keypad(pad, act) {
  const grid = rows(pad);
  const usual = (code) => code && pad.keys.left[code] && (!pad.likely || pad.likely.includes(code));
  const focus = pad.focus ?? grid.flat().find(usual) ?? "G9";
  return html`${pad.wide ? nothing : columns()}<div class="keys ${pad.wide ? "wide" : ""}" role="grid"
    aria-label=${pad.label} data-letter=${pad.letter ?? ""}>
    ${grid.map((row) => html`<div role="row">${row.map((code) => cell(code, pad, focus, act))}</div>`)}
  </div>`;
}

/** Each key says its faction itself; this is for the eye. */
const columns = () => html`<div class="columns" aria-hidden="true">${
  FACTIONS.map((letter) => html`<span data-faction=${letter}>${factionName(letter)}</span>`)}</div>`;

const hole = () => html`<span role="gridcell" class="hole"></span>`;
const isOdd = ({ likely }, code) => Boolean(likely) && !likely.includes(code);

/** How a key looks: the card that is there now, or one that its seat did not recruit. */
const looks = (pad, code) => `${pad.there === code ? "there" : ""} ${isOdd(pad, code) ? "odd" : ""}`;

function cell(code, pad, focus, act) {
  if (!code) return hole();
  const left = pad.keys.left[code] ?? 0;
  const there = pad.there === code;
  const off = left || there ? undefined : pad.keys.off[code] ?? "seen";
  return html`<span role="gridcell"><button type="button" class="key ${looks(pad, code)}" data-card=${code}
      data-faction=${code[0]} aria-disabled=${off ? "true" : "false"}
      aria-label=${keyLabel(code, left, off, there, isOdd(pad, code) ? pad.name : "")}
      tabindex=${code === focus ? 0 : -1} @pointerdown=${(event) => down(event, code, act)}
      @click=${(event) => up(event, code, act)} @focus=${() => act.focus(code)}>
      ${drawing(code[0])}<b>${code[1]}</b><i>${code[0]}</i>${
        left > 1 ? html`<em aria-hidden="true">×${left}</em>` : nothing}
    </button></span>`;
}

let pressed = -TAP;

/** A card is taken as the finger goes down: it is in its place before the finger leaves. */
function down(event, code, act) {
  if (event.button) return;
  pressed = event.timeStamp;
  act.key(code);
}

/** The end of a tap, or a keyboard or a reader without a finger. */
function up(event, code, act) {
  if (event.timeStamp - pressed >= TAP) act.key(code);
  pressed = -TAP;
}
