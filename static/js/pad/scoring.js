/** Scoring only: the Undead that each seat won in phase one, a row each. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName, say } from "../shared/texts.js";
import { chip } from "../table/marks.js";
import { holder } from "./scores.js";

/** What phase one scores, the highest first, as the server lists it. @returns {string[]} */
const scored = ({ left, off }) => Object.keys({ ...left, ...off }).sort().reverse();

/** Undead that lie in no pile yet: after phase two they were all won in phase one. */
const unplaced = (shown) =>
  Object.keys(shown.view.pads.undead.left).sort().reverse().filter((card) => holder(shown, card) === null);

/** Whether the game is logged to its end and the Undead of phase one would decide it. */
export const asksRest = (shown, state) => shown.view.depth === "scoring" && shown.view.status === "finished"
  && !shown.view.result && !shown.view.closed && shown.view.you.seats.length > 0 && !state.chosen && !state.undeadDone
  && unplaced(shown).length > 0;

/** The Undead on the way, and who leads phase two, which ends them. @param {import("./project.js").Shown} shown */
export function undeadPad(shown, act) {
  const { names } = shown.view;
  const next = shown.asks.find((ask) => ask.place === "leader");
  const back = next ? nothing
    : html`<button type="button" class="tool" id="phase-two" @click=${act.toPhaseTwo}>${gettext("Phase two")}</button>`;
  return html`<div class="logging apart">${top(gettext("Tap the side that took the card."), back)}
    ${next ? leaders(next, names, act) : nothing}
    ${rows(scored(shown.view.pads.undead), shown, names, act)}</div>`;
}

const leaders = (ask, names, act) => html`<div class="ends" role="group" aria-labelledby="leads"><p id="leads">${
  gettext("Phase two begins: who leads?")}</p>
  ${names.map((name, seat) => html`<button type="button" class="button" data-leader=${seat}
    @click=${() => act.leads(ask, seat)}>${name}</button>`)}</div>`;

/** At the end one number tells whose they were; where that leaves the vote level, the cards themselves do. */
export function restPad(shown, state, act) {
  const { names } = shown.view;
  const cards = unplaced(shown);
  const skip = html`<button type="button" class="tool" @click=${act.undeadDone}>${gettext("Skip")}</button>`;
  if (state.lookedUp) {
    return html`<div class="logging apart">${top(gettext("The piles are level: the highest card decides."), skip)}
      ${rows(cards, shown, names, act)}</div>`;
  }
  const text = say(gettext("How many of these %(count)s did %(name)s win?"), { count: cards.length, name: names[0] });
  return html`<div class="logging apart">${top(text, skip)}
    <p class="row these">${cards.map((card) => chip(card))}</p>
    <div class="digits" role="group" aria-labelledby="ask">${[...cards, null].map((_, value) => html`<button
      type="button" class="digit" data-value=${value} @click=${() => act.shared(sharing(shown, cards, value))}>${
        value}</button>`)}</div></div>`;
}

/** Both final piles of Undead, when the first seat won so many of those that nobody logged. */
function sharing({ view }, cards, value) {
  const [first, second] = view.score.map((pile) => pile.filter((card) => card[0] === cards[0][0]).length);
  return { faction: cards[0][0], counts: [first + value, second + cards.length - value] };
}

const top = (text, more) => html`<div class="headline"><div class="words"><h2 id="ask">${
  gettext("Undead won in phase one")}</h2><p>${text}</p></div>${more}</div>`;

const rows = (cards, shown, names, act) => html`<div class="undead" role="group" aria-labelledby="ask">${
  cards.map((card) => row(card, holder(shown, card), names, act))}</div>`;

function row(card, seat, names, act) {
  return html`<div class="undead-row" role="group" aria-label=${cardName(card)}>
    ${side(card, 0, seat, names, act)}
    <span class="chip" data-faction=${card[0]} aria-hidden="true">${drawing(card[0])}${card}</span>
    ${side(card, 1, seat, names, act)}</div>`;
}

function side(card, seat, holds, names, act) {
  const on = holds === seat;
  return html`<button type="button" class="side" aria-pressed=${on ? "true" : "false"} data-undead="${card}.${seat}"
    aria-label="${cardName(card)}: ${names[seat]}" @click=${() => act.undead(card, seat, holds)}>${
      names[seat]}</button>`;
}
