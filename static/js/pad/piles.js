/** Final piles only: two counts for each faction, and the highest card where they are level. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { say } from "../shared/texts.js";

/** The piles as this device knows them: the view, what waits, and what is half entered. */
export function counted(shown, state) {
  return (shown.view.piles ?? []).map((pile) => {
    const sent = shown.items.filter((item) => item.type === "pile" && item.faction === pile.faction).at(-1);
    const draft = state.draft[pile.faction];
    const now = sent ? { ...pile, counts: sent.counts, highest: sent.highest, asks: askedOf(sent, pile) } : pile;
    return { ...now, entered: draft?.counts ?? now.counts ?? [null, null], tops: draft?.tops ?? now.highest };
  });
}

/** What is open beyond a count that waits shows with the next view; level piles are asked at once. */
const askedOf = (sent, pile) => (sent.counts[0] === sent.counts[1] && sent.counts[0] > 0 && sent.highest.includes(null) ? "highest" : pile.asks === "counts" ? null : pile.asks);

/** The number that is asked next. @returns {{faction: string, seat: 0|1, top: boolean}|null} */
export function nextCell(piles) {
  for (const pile of piles) {
    const seat = pile.entered.indexOf(null);
    if (seat >= 0) return { faction: pile.faction, seat, top: false };
    if (pile.asks === "highest" && pile.tops.includes(null)) return { faction: pile.faction, seat: pile.tops.indexOf(null), top: true };
  }
  return null;
}

/** @param {import("./project.js").Shown} shown */
export function pilesPad(shown, state, act) {
  const { names } = shown.view;
  const piles = counted(shown, state);
  const cell = state.cell ?? nextCell(piles);
  return html`${head(piles, cell, names)}
    <table class="piles"><thead><tr><td></td>${names.map((name) => html`<th scope="col"><span class="short">${name}</span></th>`)}</tr></thead>
      <tbody>${piles.map((pile) => row(pile, cell, names, act))}</tbody></table>
    ${cell ? digits(piles.find((pile) => pile.faction === cell.faction), cell, act) : nothing}`;
}

function head(piles, cell, names) {
  if (!cell) return html`<div class="headline idle"><div class="words"><h2 id="ask">${gettext("All piles are counted")}</h2></div></div>`;
  const pile = piles.find((one) => one.faction === cell.faction);
  const text = cell.top ? gettext("%(faction)s: highest card of %(name)s?") : gettext("%(faction)s: how many has %(name)s?");
  return html`<div class="headline mine"><div class="words"><h2 id="ask">${say(text, { faction: pile.name, name: names[cell.seat] })}</h2>
    <p>${cell.top ? gettext("The piles are level: the highest card decides.") : gettext("Count the score piles.")}</p></div></div>`;
}

function row(pile, cell, names, act) {
  return html`<tr data-faction=${pile.faction}><th scope="row"><span class="faction-name"><span class="shield" aria-hidden="true">${drawing(pile.faction)}</span>${pile.name}</span></th>
    ${[0, 1].map((seat) => html`<td><button type="button" class="count" aria-pressed=${cell?.faction === pile.faction && cell.seat === seat && !cell.top ? "true" : "false"}
      aria-label="${pile.name}, ${names[seat]}: ${pile.entered[seat] ?? "?"}" @click=${() => act.cell(pile.faction, seat)}>${pile.entered[seat] ?? "–"}</button>
      ${pile.tops[seat] === null ? nothing : html`<small>${say(gettext("highest %(value)s"), { value: pile.tops[seat] })}</small>`}</td>`)}</tr>`;
}

function digits(pile, cell, act) {
  const other = pile.entered[1 - cell.seat] ?? 0;
  const most = cell.top ? 9 : pile.size - (cell.seat === 1 ? other : 0);
  const options = Array.from({ length: most + 1 }, (_, value) => value);
  return html`<div class="digits" role="group" aria-labelledby="ask">${options.map((value) =>
    html`<button type="button" class="digit" data-value=${value} @click=${() => act.count(pile, cell, value)}>${value}</button>`)}</div>`;
}
