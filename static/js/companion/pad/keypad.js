/** Keypad: five named columns by ten values, upright or, on a landscape phone, lying on its side. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { drawing } from "../../shared/cards.js";
import { factionName, FACTIONS } from "../../shared/texts.js";
import { layoutKeys } from "./key_grid.js";
import { keyLabel } from "./texts.js";

/** Milliseconds within which a click ends the tap that went down before it. */
const TAP_TIME = 700;

/**
 * Draw the keypad.
 * @param {{keys: {left: Record<string, number>, off: Record<string, string>}, there: string|null, wide: boolean,
 *   turned: boolean, likely: string[]|null, focus: string|null, letter: string|null, label: string, name: string}} pad
 */
export function keypad(pad, act) {
  const grid = layoutKeys(pad);
  const usual = (code) => code && pad.keys.left[code] && (!pad.likely || pad.likely.includes(code));
  const focus = pad.focus ?? grid.flat().find(usual) ?? "G9";
  return html`${pad.wide ? nothing : columnNames()}<div class="keys ${pad.wide ? "wide" : ""}" role="grid"
    aria-label=${pad.label} data-letter=${pad.letter ?? ""}>
    ${grid.map((row) => html`<div role="row">${row.map((code) => keyCell(code, pad, focus, act))}</div>`)}
  </div>`;
}

/** Draw the names of the columns. Screen readers get the faction from each key. */
const columnNames = () => html`<div class="columns" aria-hidden="true">${
  FACTIONS.map((letter) => html`<span data-faction=${letter}>${factionName(letter)}</span>`)}</div>`;

const hole = () => html`<span role="gridcell" class="hole"></span>`;
const isUnlikely = ({ likely }, code) => Boolean(likely) && !likely.includes(code);

/** Return the classes of a key: the card that is there now, or one that its seat did not recruit. */
const getKeyClass = (pad, code) => `${pad.there === code ? "there" : ""} ${isUnlikely(pad, code) ? "odd" : ""}`;

function keyCell(code, pad, focus, act) {
  if (!code) return hole();
  const left = pad.keys.left[code] ?? 0;
  const there = pad.there === code;
  const off = left || there ? undefined : pad.keys.off[code] ?? "seen";
  return html`<span role="gridcell"><button type="button" class="key ${getKeyClass(pad, code)}" data-card=${code}
      data-faction=${code[0]} aria-disabled=${off ? "true" : "false"}
      aria-label=${keyLabel(code, left, off, there, isUnlikely(pad, code) ? pad.name : "")}
      tabindex=${code === focus ? 0 : -1} @pointerdown=${(event) => handleDown(event, code, act)}
      @click=${(event) => handleUp(event, code, act)} @focus=${() => act.focus(code)}>
      ${drawing(code[0])}<b>${code[1]}</b>${
        left > 1 ? html`<em aria-hidden="true">×${left}</em>` : nothing}
    </button></span>`;
}

let pressedAt = -TAP_TIME;

/** Log a card as the finger goes down, so that it is in its place before the finger leaves. */
function handleDown(event, code, act) {
  if (event.button) return;
  pressedAt = event.timeStamp;
  act.key(code);
}

/** Handle a click: the end of a tap, or a press without a finger, which logs the card. */
function handleUp(event, code, act) {
  if (event.timeStamp - pressedAt >= TAP_TIME) act.key(code);
  pressedAt = -TAP_TIME;
}
