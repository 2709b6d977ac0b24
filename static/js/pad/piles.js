/** Final piles only: two counts for each faction, and the highest card where they are level. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { say } from "../shared/texts.js";
import { counted, mostOf, nextCell } from "./scores.js";

/** @param {import("./project.js").Shown} shown */
export function pilesPad(shown, state, act) {
  const { names } = shown.view;
  const piles = counted(shown, state);
  const cell = state.cell ?? nextCell(piles);
  return html`${head(piles, cell, names, more(shown.view, act))}
    ${piles.filter((pile) => pile.doubt).map((pile) => html`<p class="doubt" role="status">${pile.doubt}</p>`)}
    <table class="piles"><thead><tr><td></td>${
      names.map((name) => html`<th scope="col"><span class="short">${name}</span></th>`)}</tr></thead>
      <tbody>${piles.map((pile) => row(pile, cell, names, act))}</tbody></table>
    ${cell ? digits(piles.find((pile) => pile.faction === cell.faction), cell, act) : nothing}`;
}

/** From a count back to cards: nothing that was logged or counted is lost. */
function more(view, act) {
  const depth = view.tricks.some((trick) => trick.phase === 1 && trick.logged.length) ? "every" : "scoring";
  return html`<button type="button" class="tool" id="log-on" @click=${() => act.depth(depth)}>${
    gettext("Log cards")}</button>`;
}

function head(piles, cell, names, tool) {
  if (!cell) return headline("idle", gettext("All piles are counted"), nothing, tool);
  const { name: faction } = piles.find((one) => one.faction === cell.faction);
  const name = names[cell.seat];
  if (!cell.top) {
    const text = say(gettext("%(faction)s: how many has %(name)s?"), { faction, name });
    return headline(`seat-${cell.seat}`, text, html`<p>${gettext("Count the score piles.")}</p>`, tool);
  }
  const text = say(gettext("%(faction)s: highest card of %(name)s?"), { faction, name });
  return headline(`seat-${cell.seat}`, text, html`<p>${gettext("The piles are level: the highest card decides.")}</p>`,
    tool);
}

const headline = (mood, text, below, tool) =>
  html`<div class="headline ${mood}"><div class="words"><h2 id="ask">${text}</h2>${below}</div>${tool}</div>`;

function row(pile, cell, names, act) {
  const at = cell?.faction === pile.faction && !cell.top ? cell.seat : null;
  return html`<tr data-faction=${pile.faction}><th scope="row"><span class="faction-name"><span class="shield"
      aria-hidden="true">${drawing(pile.faction)}</span>${pile.name}</span></th>
    ${names.map((name, seat) => html`<td>${count(pile, seat, name, at === seat, act)}
      ${pile.tops[seat] === null ? nothing : highest(pile.tops[seat])}</td>`)}</tr>`;
}

const count = (pile, seat, name, on, act) => html`<button type="button" class="count"
      aria-pressed=${on ? "true" : "false"} aria-label="${pile.name}, ${name}: ${pile.entered[seat] ?? "?"}"
      @click=${() => act.cell(pile.faction, seat)}>${pile.entered[seat] ?? "–"}</button>`;

const highest = (value) => html`<small>${say(gettext("highest %(value)s"), { value })}</small>`;

function digits(pile, cell, act) {
  const options = Array.from({ length: mostOf(pile, cell) + 1 }, (_, value) => value);
  return html`<div class="digits" role="group" aria-labelledby="ask">${options.map((value) =>
    html`<button type="button" class="digit" data-value=${value}
      @click=${() => act.count(pile, cell, value)}>${value}</button>`)}</div>`;
}
