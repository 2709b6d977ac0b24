/** Log of the pad: every trick with its mistakes, and its cards to correct. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { cardName, fill } from "../../shared/texts.js";
import { cardChip, icon, siteMark, voteBars } from "../components.js";
import { getTrick } from "../state.js";
import { phaseName, placeName } from "../texts.js";
import { listPlaces } from "./slots.js";
import { placeInTrick } from "./texts.js";

/** Draw the log. @param {import("./projection.js").Shown} shown @param {import("./state.js").State} state */
export function logPanel(shown, state, act) {
  const { view } = shown;
  return html`<div class="log">
    ${view.result ? html`<p class="decided"><b>${view.result.text}</b></p>` : nothing}
    ${voteBars(view)}
    ${followersButton(view, act)}
    ${missingCards(shown, act)}
    ${handoverList(view)}
    ${peekSwitch(shown, state, act)}
    ${[2, 1].map((phase) => trickList(phase, shown, state, act))}
    ${shown.tricks.length ? nothing : html`<p class="soft">${gettext("Nothing logged yet.")}</p>`}
  </div>`;
}

function followersButton(view, act) {
  const seats = view.you.seats.length;
  if (seats && view.depth === "scoring") {
    return html`<p><button type="button" class="button wide" id="undead"
      @click=${act.lookUpUndead}>${gettext("Undead won in phase one")}</button></p>`;
  }
  if (!seats || view.depth !== "every" || (view.rulings.strict && view.phase === 1)) return nothing;
  return html`<p><button type="button" class="button wide" id="followers" aria-haspopup="dialog"
    @click=${() => act.open("followers")}>
    ${seats === 2 ? gettext("Followers") : gettext("Your followers")}</button></p>`;
}

/** Draw the seats that moved to another device, the last one first. */
const handoverList = (view) => (view.handovers.length ? html`<section class="handovers">
    <h2>${gettext("Seat changes")}</h2>
    <ul>${[...view.handovers].reverse().map((one) => html`<li>${one.text}</li>`)}</ul></section>` : nothing);

/** Cards of tricks that are over and were never logged. */
function missingCards(shown, act) {
  const { missing } = shown.view;
  const count = missing.length;
  if (!count) return nothing;
  const text = fill(ngettext("%(count)s card is missing", "%(count)s cards are missing", count), { count });
  return html`<section class="gaps"><h2>${text}</h2>
    <div class="row">${missing.map((ask) => html`<button type="button" class="tool" @click=${() => act.fill(ask)}>
      ${phaseName(ask.phase)} · ${gapText(ask, shown)}</button>`)}</div></section>`;
}

function gapText(ask, shown) {
  if (ask.place === "leader") return ask.text;
  return placeInTrick(ask, getTrick(shown.tricks, ask.phase, ask.trick), shown.view.names);
}

function peekSwitch(shown, state, act) {
  if (!shown.tricks.some((trick) => trick.blind) || shown.view.sheet_open) return nothing;
  const text = state.peek ? gettext("Hide blind cards") : gettext("Show blind cards");
  return html`<p><button type="button" class="tool" id="peek" aria-pressed=${state.peek ? "true" : "false"}
    @click=${act.peek}>
    ${icon(state.peek ? "hidden" : "eye")} ${text}</button></p>`;
}

function trickList(phase, shown, state, act) {
  const unlogged = (trick) =>
    trick.ahead || (shown.view.depth !== "every" && !trick.logged.length && !trick.waits);
  const tricks = shown.tricks.filter((trick) => trick.phase === phase && !unlogged(trick));
  if (!tricks.length) return nothing;
  return html`<section><h2>${phaseName(phase)}</h2>
    <ol class="tricks" reversed>${
      [...tricks].reverse().map((trick) => trickEntry(trick, shown, state, act))}</ol></section>`;
}

function trickEntry(trick, shown, state, act) {
  const slips = shown.view.slips.filter((slip) => trick.slips.includes(slip.key));
  const slipped = slips.some((slip) => !slip.stands);
  return html`<li class=${slipped ? "slipped" : ""} data-trick="${trick.phase}.${trick.number}">
    <div class="cards"><b class="number"><span class="visually-hidden">${gettext("Trick")}</span> ${trick.number}</b>
      ${listPlaces(trick.phase).map((place) => cardButton(place, trick, shown, state, act))}</div>
    ${trick.story ? html`<p class="story">${trick.story}</p>` : nothing}
    ${slips.map((slip) => slipNote(slip, act))}
    ${trick.by.length ? loggerNames(trick.by.join(", ")) : nothing}
  </li>`;
}

const loggerNames = (names) => html`<p class="by">${fill(gettext("Logged by %(names)s"), { names })}</p>`;

/** Return whether this device may log a blind card: its seat alone may. */
const canLogBlind = (trick, view) =>
  view.depth === "every" && view.you.seats.includes(trick.taker);

function cardButton(place, trick, shown, state, act) {
  const code = trick[place];
  const blind = place === "blind";
  if (blind && !code && !canLogBlind(trick, shown.view)) return nothing;
  const hidden = blind && code && !state.peek && !shown.view.sheet_open;
  const slot = { phase: trick.phase, trick: trick.number, place };
  const name = placeName(place, trick, shown.view.names);
  const known = !code || trick.waits || trick.logged.includes(place);
  return html`<button type="button" class="place ${getCardClass(trick, place, known)}"
      aria-label=${cardLabel(name, code, hidden)} data-place=${place}
      @click=${() => act.correct(slot, known ? code : null)}>
    <span class="who">${name}</span>${cardOrGap(code, hidden)}${
      siteMark(trick, place)}</button>`;
}

const getCardClass = (trick, place, known) => (known && !trick.site.includes(place) ? "" : "follows");

function cardLabel(place, code, hidden) {
  if (!code) return fill(gettext("%(place)s: %(what)s. Log it"), { place, what: gettext("not logged") });
  return fill(gettext("%(place)s: %(what)s. Correct it"), { place, what: hidden ? gettext("hidden") : cardName(code) });
}

function cardOrGap(code, hidden) {
  if (hidden) return html`<span class="chip unseen">?</span>`;
  return code ? cardChip(code) : html`<span class="gap">·</span>`;
}

/** Draw a slip with its evidence: the card is corrected, or the players let it stand. */
export function slipNote(slip, act) {
  return html`<div class="slip ${slip.stands ? "stands" : ""}" data-slip=${slip.code}>${icon("warn")}<p>${slip.text}
    ${slip.stands ? html`<em>${gettext("The players let it stand.")}</em>` : nothing}</p>
    ${slip.stands ? nothing : html`<span class="row"><button type="button" class="tool" data-correct-slip
      @click=${() => act.correctSlip(slip)}>${gettext("Correct it")}</button>
      <button type="button" class="tool" data-accept-slip @click=${() => act.acceptSlip(slip)}>${
        gettext("Let it stand")}</button></span>`}</div>`;
}
