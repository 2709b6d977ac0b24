/** Prompt of the pad: the question, the current trick, and the last trick in one line. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { cardName, fill } from "../../shared/texts.js";
import { cardChip, icon, siteMark } from "../components.js";
import { getLastTrick, getTrick, isOver } from "../state.js";
import { placeName } from "../texts.js";
import { getLocalTrickText } from "./projection.js";
import { getSlotKey, isSameSlot, listPlaces } from "./slots.js";
import { getCurrentTrick, getTarget, isHandShown } from "./state.js";
import { followersText, placeInTrick, TEXTS } from "./texts.js";

/** Return the classes of the headline: the seat that is asked, and whether the ask is private or a correction. */
export function getHeadlineClass(state, ask) {
  if (!ask) return "idle";
  const whose = ask.seat === null ? "" : `seat-${ask.seat}`;
  return [whose, ask.private && "private", state.was !== null && "fix"].filter(Boolean).join(" ");
}

/** Draw the question. @param {import("./projection.js").Shown} shown @param {import("./state.js").State} state */
export function headline(shown, state, act) {
  const ask = getTarget(state, shown);
  const { phase, number } = ask ? { phase: ask.phase, number: ask.trick } : getCurrentTrick(shown, state.chosen);
  return html`<div class="headline ${getHeadlineClass(state, ask)}">
    ${ask?.private ? icon("hidden") : nothing}
    <div class="words"><h2 id="ask">${state.letter ? html`<kbd>${state.letter}</kbd> ` : nothing}${
      headText(shown, state, ask)}</h2>
      <p>${state.was === null ? trickText(phase, number)
        : fill(gettext("Correction: it was %(card)s."), { card: cardName(state.was) })}</p></div>
    ${headButtons(shown, state, ask, act)}
  </div>`;
}

const trickText = (phase, number) =>
  fill(phase === 1 ? gettext("Phase one, trick %(number)s of 13") : gettext("Phase two, trick %(number)s of 13"),
    { number });

function headText(shown, state, ask) {
  if (!ask) return gettext("Everything logged");
  if (state.was === null) return ask.text;
  return placeInTrick(ask, getTrick(shown.tricks, ask.phase, ask.trick), shown.view.names);
}

function headButtons(shown, state, ask, act) {
  if (state.chosen) {
    return html`
    ${state.was === null ? nothing : toolButton("clear", act.clear, gettext("Clear"))}
    ${toolButton("cancel", act.cancel, gettext("Cancel"))}`;
  }
  if (ask?.optional) return toolButton("skip", () => act.skip(ask), gettext("Skip"), "strong");
  const { depth, phase, you } = shown.view;
  const looks = depth === "every" && phase === 2 && you.seats.length > 0;
  return looks ? html`<button type="button" class="tool" id="hand" aria-label=${gettext("Followers")}
    title=${gettext("Followers")} @click=${() => act.open("followers")}>${icon("eye")}</button>` : nothing;
}

const toolButton = (id, click, text, kind = "") =>
  html`<button type="button" class="tool ${kind}" id=${id} @click=${click}>${text}</button>`;

/** Draw the slots of the current trick. Each can be picked, in any order. */
export function slotStrip(shown, state, act) {
  const ask = getTarget(state, shown);
  const { phase, number } = getCurrentTrick(shown, state.chosen);
  const trick = addLeader(getTrick(shown.tricks, phase, number), shown.view);
  const blind = ask?.place === "blind" ? ask : shown.asks.find((one) => one.place === "blind");
  const places = listPlaces(phase).filter((name) => name !== "blind");
  const slots = places.map((name) => ({ phase, trick: number, place: name }));
  return html`<div class="strip" role="group" aria-label=${gettext("Current trick")}>
    ${blind ? slotButton(blind, getTrick(shown.tricks, blind.phase, blind.trick), shown, ask, act) : nothing}
    ${slots.map((slot) => slotButton(slot, trick, shown, ask, act))}</div>`;
}

/** Add the leader of the trick being played, known before any of its cards. */
function addLeader(trick, view) {
  const now = trick.phase === view.phase && trick.number === view.trick;
  return now && trick.leader === null ? { ...trick, leader: view.leader } : trick;
}

function slotButton(slot, trick, shown, ask, act) {
  const code = trick[slot.place];
  const on = isSameSlot(slot, ask);
  const name = placeName(slot.place, trick, shown.view.names);
  const text = code ? cardName(code) : on ? gettext("log now") : gettext("not logged");
  const waits = shown.waiting.has(getSlotKey(slot));
  return html`<button type="button" class="place ${waits ? "waits" : ""} ${slot.place}" data-place=${slot.place}
      aria-pressed=${on ? "true" : "false"} aria-label="${name}: ${text}" @click=${() => act.pick(slot, code)}>
    <span class="who">${name}${siteMark(trick, slot.place)}</span>${
      code ? cardChip(code) : html`<span class="gap">${on ? "?" : "·"}</span>`}</button>`;
}

/** Draw the last trick or the newest note, and the undo button. */
export function statusLine(shown, state, act) {
  return html`<div class="status">
    ${newsLine(shown, state, act)}
    ${countButton(shown, act)}${undoButton(act)}
  </div>`;
}

function newsLine(shown, state, act) {
  const { note } = state;
  if (note) {
    return html`<button type="button" class="line note ${note.kind}" @click=${act.dismiss}
      title=${gettext("Dismiss")}><span>${note.text}</span></button>`;
  }
  if (isHandShown(shown, state)) {
    return html`<p class="line note passing" id="hand-note"><span>${followersText(shown.view)}</span></p>`;
  }
  const own = getLocalTrickText(shown);
  if (shown.lost || own) return html`<p class="line"><span>${own ?? TEXTS.lost()}</span></p>`;
  const last = getLastTrick(shown.view);
  if (!last && shown.view.status === "gathering" && act.urls.setup) return setupLink(act);
  if (!last) return html`<p class="line"><span>${welcomeText(shown, state)}</span></p>`;
  return html`<button type="button" class="line" @click=${() => act.tab("log")}><span>${last.story}</span></button>`;
}

/** Draw the link to the setup of the deck, until the game has begun. */
const setupLink = (act) => html`<a class="button primary" id="setup" href=${act.urls.setup}>${
  gettext("Set up the deck")}</a>`;

function welcomeText(shown, state) {
  const ask = getTarget(state, shown);
  if (shown.view.status !== "gathering" || !ask || ask.place === "leader") return "";
  return gettext("Tap a card to log it.");
}

/** Draw the button that stops logging; undo goes back. */
function countButton({ view }, act) {
  if (view.depth === "piles" || isOver(view) || !view.you.seats.length) return nothing;
  const label = gettext("Stop logging and count the piles");
  return html`<button type="button" class="undo" id="count" aria-label=${label} title=${label}
    @click=${() => act.depth("piles")}>${icon("count")}<span aria-hidden="true">${gettext("Count")}</span></button>`;
}

function undoButton(act) {
  const what = act.undoable();
  const label = what ? fill(gettext("Undo: %(what)s"), { what }) : gettext("Nothing to undo");
  return html`<button type="button" class="undo" id="undo" aria-label=${label} title=${label}
    ?disabled=${!what} @click=${act.undo}>
    ${icon("undo")}<span aria-hidden="true">${gettext("Undo")}</span></button>`;
}
