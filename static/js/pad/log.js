/** The log: every trick by name, its slips, and its cards to correct. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardName, say } from "../shared/texts.js";
import { bySite, chip, icon } from "../table/marks.js";
import { phaseName, placeName } from "../table/texts.js";
import { tug } from "../table/tug.js";
import { trickAt } from "../table/view.js";
import { placesOf } from "./slots.js";
import { placeInTrick } from "./texts.js";

/** @param {import("./project.js").Shown} shown @param {import("./state.js").State} state */
export function log(shown, state, act) {
  const { view } = shown;
  return html`<div class="log">
    ${view.result ? html`<p class="decided"><b>${view.result.text}</b></p>` : nothing}
    ${tug(view)}
    ${followersButton(view, act)}
    ${gaps(shown, act)}
    ${peekSwitch(shown, state, act)}
    ${[2, 1].map((phase) => tricksOf(phase, shown, state, act))}
    ${shown.tricks.length ? nothing : html`<p class="soft">${gettext("Nothing is logged yet.")}</p>`}
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
    ${seats === 2 ? gettext("Followers") : gettext("My followers")}</button></p>`;
}

/** Cards of tricks that are over and were never logged. */
function gaps(shown, act) {
  const { missing } = shown.view;
  const count = missing.length;
  if (!count) return nothing;
  const text = say(ngettext("%(count)s card is missing", "%(count)s cards are missing", count), { count });
  return html`<section class="gaps"><h2>${text}</h2>
    <div class="row">${missing.map((ask) => html`<button type="button" class="tool" @click=${() => act.fill(ask)}>
      ${phaseName(ask.phase)} · ${gapText(ask, shown)}</button>`)}</div></section>`;
}

function gapText(ask, shown) {
  if (ask.place === "leader") return ask.text;
  return placeInTrick(ask, trickAt(shown.tricks, ask.phase, ask.trick), shown.view.names);
}

function peekSwitch(shown, state, act) {
  if (!shown.tricks.some((trick) => trick.blind) || shown.view.sheet_open) return nothing;
  const text = state.peek ? gettext("Hide blind cards") : gettext("Show blind cards");
  return html`<p><button type="button" class="tool" id="peek" aria-pressed=${state.peek ? "true" : "false"}
    @click=${act.peek}>
    ${icon(state.peek ? "hidden" : "eye")} ${text}</button></p>`;
}

function tricksOf(phase, shown, state, act) {
  const unlogged = (trick) =>
    trick.ahead || (shown.view.depth !== "every" && !trick.logged.length && !trick.waits);
  const tricks = shown.tricks.filter((trick) => trick.phase === phase && !unlogged(trick));
  if (!tricks.length) return nothing;
  return html`<section><h2>${phaseName(phase)}</h2>
    <ol class="tricks" reversed>${
      [...tricks].reverse().map((trick) => entry(trick, shown, state, act))}</ol></section>`;
}

function entry(trick, shown, state, act) {
  const slips = shown.view.slips.filter((slip) => trick.slips.includes(slip.key));
  const slipped = slips.some((slip) => !slip.stands);
  return html`<li class=${slipped ? "slipped" : ""} data-trick="${trick.phase}.${trick.number}">
    <div class="cards"><b class="number"><span class="visually-hidden">${gettext("Trick")}</span> ${trick.number}</b>
      ${placesOf(trick.phase).map((place) => card(place, trick, shown, state, act))}</div>
    ${trick.story ? html`<p class="story">${trick.story}</p>` : nothing}
    ${slips.map((slip) => slipBox(slip, act))}
    ${trick.by.length ? loggedBy(trick.by.join(", ")) : nothing}
  </li>`;
}

const loggedBy = (names) => html`<p class="by">${say(gettext("Logged by %(names)s"), { names })}</p>`;

/** A blind card that was not logged can be by its seat alone. */
const mayLogBlind = (trick, view) =>
  view.depth === "every" && view.you.seats.includes(trick.taker);

function card(place, trick, shown, state, act) {
  const code = trick[place];
  const blind = place === "blind";
  if (blind && !code && !mayLogBlind(trick, shown.view)) return nothing;
  const hidden = blind && code && !state.peek && !shown.view.sheet_open;
  const slot = { phase: trick.phase, trick: trick.number, place };
  const name = placeName(place, trick, shown.view.names);
  const known = !code || trick.waits || trick.logged.includes(place);
  return html`<button type="button" class="place ${marked(trick, place, known)}"
      aria-label=${cardLabel(name, code, hidden)} data-place=${place}
      @click=${() => act.correct(slot, known ? code : null)}>
    <span class="who">${name}</span>${inPlace(code, hidden)}${
      bySite(trick, place)}</button>`;
}

const marked = (trick, place, known) => (known && !trick.site.includes(place) ? "" : "follows");

function cardLabel(place, code, hidden) {
  if (!code) return say(gettext("%(place)s: %(what)s. Log it"), { place, what: gettext("not logged") });
  return say(gettext("%(place)s: %(what)s. Correct it"), { place, what: hidden ? gettext("hidden") : cardName(code) });
}

function inPlace(code, hidden) {
  if (hidden) return html`<span class="chip unseen">?</span>`;
  return code ? chip(code) : html`<span class="gap">·</span>`;
}

/** A slip with its evidence, and its two ways out: the card is corrected, or the players let it stand. */
export function slipBox(slip, act) {
  return html`<div class="slip ${slip.stands ? "stands" : ""}" data-slip=${slip.code}>${icon("warn")}<p>${slip.text}
    ${slip.stands ? html`<em>${gettext("The players let it stand.")}</em>` : nothing}</p>
    ${slip.stands ? nothing : html`<span class="row"><button type="button" class="tool" data-mend
      @click=${() => act.mend(slip)}>${gettext("Correct it")}</button>
      <button type="button" class="tool" data-stand @click=${() => act.stand(slip)}>${
        gettext("We let it stand")}</button></span>`}</div>`;
}
