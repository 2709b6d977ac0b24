/** What is asked, the trick in hand, and the last trick in one line. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardName, say } from "../shared/texts.js";
import { bySite, chip, icon } from "../table/marks.js";
import { placeName } from "../table/texts.js";
import { lastTold, over, trickAt } from "../table/view.js";
import { ownStory } from "./own.js";
import { keyOf, placesOf, sameSlot } from "./slots.js";
import { target, trickInHand } from "./state.js";
import { placeInTrick, TEXTS } from "./texts.js";

/** How the headline looks: the colour of the seat whose card is asked, and whether it is private or a correction. */
export function mood(state, ask) {
  if (!ask) return "idle";
  const whose = ask.seat === null ? "" : `seat-${ask.seat}`;
  return [whose, ask.private && "private", state.was !== null && "fix"].filter(Boolean).join(" ");
}

/** @param {import("./project.js").Shown} shown @param {import("./state.js").State} state */
export function headline(shown, state, act) {
  const ask = target(state, shown);
  const { phase, number } = ask ? { phase: ask.phase, number: ask.trick } : trickInHand(shown, state.chosen);
  return html`<div class="headline ${mood(state, ask)}">
    ${ask?.private ? icon("hidden") : nothing}
    <div class="words"><h2 id="ask">${state.letter ? html`<kbd>${state.letter}</kbd> ` : nothing}${
      headText(shown, state, ask)}</h2>
      <p>${state.was === null ? trickText(phase, number)
        : say(gettext("Correct it: it was %(card)s."), { card: cardName(state.was) })}</p></div>
    ${headButtons(shown, state, ask, act)}
  </div>`;
}

const trickText = (phase, number) =>
  say(phase === 1 ? gettext("Phase one, trick %(number)s of 13") : gettext("Phase two, trick %(number)s of 13"),
    { number });

function headText(shown, state, ask) {
  if (!ask) return gettext("Everything is logged");
  if (state.was === null) return ask.text;
  return placeInTrick(ask, trickAt(shown.tricks, ask.phase, ask.trick), shown.view.names);
}

function headButtons(shown, state, ask, act) {
  if (state.chosen) {
    return html`
    ${state.was === null ? nothing : tool("clear", act.clear, gettext("Clear"))}
    ${tool("cancel", act.cancel, gettext("Cancel"))}`;
  }
  if (ask?.optional) return tool("skip", () => act.skip(ask), gettext("Skip"), "strong");
  const { depth, phase, you } = shown.view;
  const looks = depth === "every" && phase === 2 && you.seats.length > 0;
  return looks ? html`<button type="button" class="tool" id="hand" aria-label=${gettext("Followers")}
    title=${gettext("Followers")} @click=${() => act.open("followers")}>${icon("eye")}</button>` : nothing;
}

const tool = (id, click, text, kind = "") =>
  html`<button type="button" class="tool ${kind}" id=${id} @click=${click}>${text}</button>`;

/** The places of the trick in hand: any of them can be picked, in any order. */
export function strip(shown, state, act) {
  const ask = target(state, shown);
  const { phase, number } = trickInHand(shown, state.chosen);
  const trick = withLeader(trickAt(shown.tricks, phase, number), shown.view);
  const blind = shown.asks.find((one) => one.place === "blind") ?? (ask?.place === "blind" ? ask : null);
  const places = placesOf(phase).filter((name) => name !== "blind");
  const slots = places.map((name) => ({ phase, trick: number, place: name }));
  return html`<div class="strip" role="group" aria-label=${gettext("This trick")}>
    ${blind ? place(blind, trickAt(shown.tricks, blind.phase, blind.trick), shown, ask, act) : nothing}
    ${slots.map((slot) => place(slot, trick, shown, ask, act))}</div>`;
}

/** The trick being played has a leader before anything of it is logged. */
function withLeader(trick, view) {
  const now = trick.phase === view.phase && trick.number === view.trick;
  return now && trick.leader === null ? { ...trick, leader: view.leader } : trick;
}

function place(slot, trick, shown, ask, act) {
  const code = trick[slot.place];
  const on = sameSlot(slot, ask);
  const name = placeName(slot.place, trick, shown.view.names);
  const text = code ? cardName(code) : on ? gettext("asked now") : gettext("not logged yet");
  const waits = shown.waiting.has(keyOf(slot));
  return html`<button type="button" class="place ${waits ? "waits" : ""} ${slot.place}" data-place=${slot.place}
      aria-pressed=${on ? "true" : "false"} aria-label="${name}: ${text}" @click=${() => act.pick(slot, code)}>
    <span class="who">${name}${bySite(trick, slot.place)}</span>${
      code ? chip(code) : html`<span class="gap">${on ? "?" : "·"}</span>`}</button>`;
}

/** The last trick in one line, or what has just happened, and the way back. */
export function status(shown, state, act) {
  return html`<div class="status">
    ${line(shown, state.note, act)}
    ${countButton(shown, act)}${undoButton(act)}
  </div>`;
}

function line(shown, note, act) {
  if (note) {
    return html`<button type="button" class="line note ${note.kind}" @click=${act.dismiss}
      title=${gettext("Dismiss")}><span>${note.text}</span></button>`;
  }
  const own = ownStory(shown);
  if (shown.lost || own) return html`<p class="line"><span>${own ?? TEXTS.lost()}</span></p>`;
  const last = lastTold(shown.view);
  if (!last) return html`<p class="line"><span>${welcome(shown)}</span></p>`;
  return html`<button type="button" class="line" @click=${() => act.tab("log")}><span>${last.story}</span></button>`;
}

function welcome({ view }) {
  if (view.status !== "gathering" || view.depth === "piles") return "";
  return gettext("Tap a card and it is logged.");
}

/** Whoever cannot keep up stops logging with one tap; undo goes back. */
function countButton({ view }, act) {
  if (view.depth === "piles" || over(view) || !view.you.seats.length) return nothing;
  const label = gettext("We stopped logging: count the piles");
  return html`<button type="button" class="undo" id="count" aria-label=${label} title=${label}
    @click=${() => act.depth("piles")}>${icon("count")}<span aria-hidden="true">${gettext("Count")}</span></button>`;
}

function undoButton(act) {
  const what = act.undoable();
  const label = what ? say(gettext("Undo: %(what)s"), { what }) : gettext("Nothing to undo");
  return html`<button type="button" class="undo" id="undo" aria-label=${label} title=${label}
    ?disabled=${!what} @click=${act.undo}>
    ${icon("undo")}<span aria-hidden="true">${gettext("Undo")}</span></button>`;
}
