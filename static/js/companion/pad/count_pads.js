/** Pads where not every card is logged: Undead of phase one, and counts of the final piles. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { drawing } from "../../shared/cards.js";
import { cardName, fill } from "../../shared/texts.js";
import { cardChip } from "../components.js";
import { findNextCell, getHolder, getMaximum, listCounts } from "./counts.js";

/** List the Undead, the highest first. @returns {string[]} */
const listUndead = ({ left, off }) => Object.keys({ ...left, ...off }).sort().reverse();

/** List the Undead in no pile yet: after phase two they were all won in phase one. */
const listUnplaced = (shown) =>
  Object.keys(shown.view.pads.undead.left).sort().reverse().filter((card) => getHolder(shown, card) === null);

/** Return whether a finished log still needs the Undead of phase one. */
export const shouldAskRest = (shown, state) => shown.view.depth === "scoring" && shown.view.status === "finished"
  && !shown.view.result && !shown.view.closed && shown.view.you.seats.length > 0 && !state.chosen && !state.undeadDone
  && listUnplaced(shown).length > 0;

/**
 * Draw the pad of Undead. The step to phase two ends it; who leads is asked there.
 * @param {import("./projection.js").Shown} shown
 */
export function undeadPad(shown, act) {
  const { names } = shown.view;
  const step = html`<button type="button" class="tool strong" id="phase-two" @click=${act.toPhaseTwo}>${
    gettext("Phase two")}</button>`;
  return html`<div class="logging apart">${undeadHeadline(gettext("Tap the player who took the card."), step)}
    ${undeadRows(listUndead(shown.view.pads.undead), shown, names, act)}</div>`;
}

/** Draw the question for Undead that nobody logged: one number, or each card where the vote is level. */
export function restPad(shown, state, act) {
  const { names } = shown.view;
  const cards = listUnplaced(shown);
  const skip = html`<button type="button" class="tool" @click=${act.undeadDone}>${gettext("Skip")}</button>`;
  if (state.lookedUp) {
    return html`<div class="logging apart">${
      undeadHeadline(gettext("The piles are tied: the highest card decides."), skip)}
      ${undeadRows(cards, shown, names, act)}</div>`;
  }
  const text = fill(gettext("How many of these %(count)s did %(name)s win?"), { count: cards.length, name: names[0] });
  return html`<div class="logging apart">${undeadHeadline(text, skip)}
    <p class="row these">${cards.map((card) => cardChip(card))}</p>
    <div class="digits" role="group" aria-labelledby="ask">${[...cards, null].map((_, value) => html`<button
      type="button" class="digit" data-value=${value} @click=${() => act.shared(splitPiles(shown, cards, value))}>${
        value}</button>`)}</div></div>`;
}

/** Split the unlogged Undead into both final piles by the number of the first seat. */
function splitPiles({ view }, cards, value) {
  const [first, second] = view.score.map((pile) => pile.filter((card) => card[0] === cards[0][0]).length);
  return { faction: cards[0][0], counts: [first + value, second + cards.length - value] };
}

/** Return what the pad of Undead asks for. */
export const undeadTitle = () => gettext("Undead won in phase one");

const undeadHeadline = (text, more) => html`<div class="headline"><div class="words"><h2 id="ask">${
  undeadTitle()}</h2><p>${text}</p></div>${more}</div>`;

const undeadRows = (cards, shown, names, act) => html`<div class="undead" role="group" aria-labelledby="ask">${
  cards.map((card) => undeadRow(card, getHolder(shown, card), names, act))}</div>`;

function undeadRow(card, seat, names, act) {
  return html`<div class="undead-row" role="group" aria-label=${cardName(card)}>
    ${sideButton(card, 0, seat, names, act)}
    <span class="chip" data-faction=${card[0]} aria-hidden="true">${drawing(card[0])}${card.slice(1)}</span>
    ${sideButton(card, 1, seat, names, act)}</div>`;
}

function sideButton(card, seat, holds, names, act) {
  const on = holds === seat;
  return html`<button type="button" class="side" aria-pressed=${on ? "true" : "false"} data-undead="${card}.${seat}"
    aria-label="${cardName(card)}: ${names[seat]}" @click=${() => act.undead(card, seat, holds)}>${
      names[seat]}</button>`;
}

/** Draw the pad that counts the final piles. @param {import("./projection.js").Shown} shown */
export function pilesPad(shown, state, act) {
  const { names } = shown.view;
  const piles = listCounts(shown, state);
  const cell = state.cell ?? findNextCell(piles);
  return html`${pilesHeadline(piles, cell, names, logButton(shown.view, act))}
    ${piles.filter((pile) => pile.doubt).map((pile) => html`<p class="doubt" role="status">${pile.doubt}</p>`)}
    <table class="piles"><thead><tr><td></td>${
      names.map((name) => html`<th scope="col"><span class="short">${name}</span></th>`)}</tr></thead>
      <tbody>${piles.map((pile) => pileRow(pile, cell, names, act))}</tbody></table>
    ${cell ? digitButtons(piles.find((pile) => pile.faction === cell.faction), cell, act) : nothing}`;
}

/** Draw the button from counts back to cards. Nothing that was logged is lost. */
function logButton(view, act) {
  const depth = view.tricks.some((trick) => trick.phase === 1 && trick.logged.length) ? "every" : "scoring";
  return html`<button type="button" class="tool" id="log-on" @click=${() => act.depth(depth)}>${
    gettext("Log cards")}</button>`;
}

function pilesHeadline(piles, cell, names, tool) {
  if (!cell) return headline("idle", gettext("All piles counted"), nothing, tool);
  const { name: faction } = piles.find((one) => one.faction === cell.faction);
  const name = names[cell.seat];
  if (!cell.top) {
    const text = fill(gettext("%(faction)s: how many does %(name)s have?"), { faction, name });
    return headline(`seat-${cell.seat}`, text, html`<p>${gettext("Count the score piles.")}</p>`, tool);
  }
  const text = fill(gettext("%(faction)s: what's %(name)s's highest card?"), { faction, name });
  return headline(`seat-${cell.seat}`, text, html`<p>${gettext("The piles are tied: the highest card decides.")}</p>`,
    tool);
}

const headline = (mood, text, below, tool) =>
  html`<div class="headline ${mood}"><div class="words"><h2 id="ask">${text}</h2>${below}</div>${tool}</div>`;

function pileRow(pile, cell, names, act) {
  const at = cell?.faction === pile.faction && !cell.top ? cell.seat : null;
  return html`<tr data-faction=${pile.faction}><th scope="row"><span class="faction-name"><span class="shield"
      aria-hidden="true">${drawing(pile.faction)}</span>${pile.name}</span></th>
    ${names.map((name, seat) => html`<td>${countButton(pile, seat, name, at === seat, act)}
      ${pile.tops[seat] === null ? nothing : highestCard(pile.tops[seat])}</td>`)}</tr>`;
}

const countButton = (pile, seat, name, on, act) => html`<button type="button" class="count"
      aria-pressed=${on ? "true" : "false"} aria-label="${pile.name}, ${name}: ${pile.entered[seat] ?? "?"}"
      @click=${() => act.cell(pile.faction, seat)}>${pile.entered[seat] ?? "–"}</button>`;

const highestCard = (value) => html`<small>${fill(gettext("highest %(value)s"), { value })}</small>`;

function digitButtons(pile, cell, act) {
  const options = Array.from({ length: getMaximum(pile, cell) + 1 }, (_, value) => value);
  return html`<div class="digits" role="group" aria-labelledby="ask">${options.map((value) =>
    html`<button type="button" class="digit" data-value=${value}
      @click=${() => act.count(pile, cell, value)}>${value}</button>`)}</div>`;
}
