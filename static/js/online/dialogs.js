/** What opens over a match: piles, followers, the last trick, help, and the question before leaving. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing, picture } from "../shared/cards.js";
import { factionName, FACTIONS } from "../shared/texts.js";
import { about, seatOfTheSite } from "./opponent.js";
import { playerName } from "./scene.js";
import { talk } from "./talk.js";
import { log, seen } from "./tricks.js";

const KINDS = { piles, followers, last, seen: remember, help, opponent: rival, words: talk, resign, calloff };

/** @param {import("./scene.js").Scene} scene */
export function dialog(scene, state, act) {
  const inside = state.dialog && (scene.board || state.dialog === "help") && KINDS[state.dialog]?.(scene, state, act);
  return html`<dialog id="over" aria-labelledby="over-title" @click=${outside}
    @close=${(event) => event.target.open || act.close()}>
    <div class="sheet">${inside || nothing}
      <form method="dialog"><button class="button">${gettext("Close")}</button></form></div>
  </dialog>`;
}

/** A tap beside the sheet closes it. */
const outside = (event) => event.target === event.currentTarget && event.currentTarget.close();

const title = (text) => html`<h2 id="over-title" tabindex="-1" autofocus>${text}</h2>`;

function piles(scene) {
  return [title(gettext("Score piles")), ...[scene.near, scene.far].map((seat) => html`
    <h3>${playerName(scene, seat)} · ${scene.board.score[seat].length}</h3>${byFaction(scene.board.score[seat])}`)];
}

/** Cards in groups, each with its count. @param {string[]} cards */
export function byFaction(cards) {
  if (!cards.length) return html`<p class="soft">${gettext("Nothing yet.")}</p>`;
  const groups = FACTIONS.map((letter) => group(letter, cards.filter((code) => code[0] === letter)));
  return html`<div class="groups">${groups}</div>`;
}

function group(letter, cards) {
  if (!cards.length) return nothing;
  return html`<div class="group" data-faction=${letter}>
    <h4><span class="shield">${drawing(letter)}</span>${factionName(letter)} · ${cards.length}</h4>
    <div class="row">${cards.map((code) => picture(code))}</div></div>`;
}

function followers(scene) {
  const cards = scene.board.recruits ?? [];
  return [title(gettext("Your followers")),
    html`<p>${gettext("They are your hand in phase two. Only you may look.")}</p>`, byFaction(cards)];
}

function last(scene) {
  return [title(gettext("Last trick")), log(scene)];
}

function remember(scene, state, act) {
  return [title(gettext("Cards you have seen")), seen(scene, (act.urls.deck ?? "").split(" "))];
}

function rival(scene, state, act) {
  return [title(playerName(scene, seatOfTheSite(scene))), about(scene, act)];
}

function help(scene, state, act) {
  const keys = [
    [["←", "→"], gettext("move along your hand")], [["Enter"], gettext("play the card")],
    [["0", "…", "9"], gettext("go to the next card of that value")], [["Space"], gettext("go on after a trick")],
    [["L"], gettext("last trick")], [["C"], gettext("cards you have seen")],
    [["P"], gettext("score piles")], ...(act.aided() ? AIDS() : []), [["?"], gettext("this help")],
  ];
  return [title(gettext("Help and keys")),
    html`<p>${gettext("On a phone, tap a card to lift it and tap it again to play it, or drag it to the middle. "
      + "Dimmed cards may not be played now: tap one to read why.")}</p>`,
    html`<dl class="keys">${keys.map(([names, what]) => html`
      <dt>${names.map((name) => html`<kbd>${name}</kbd>`)}</dt><dd>${what}</dd>`)}</dl>`,
    shortcuts(state, act),
    act.rulings ?? nothing,
    act.deal ?? nothing,
    html`<p><a href=${act.urls.preferencesPage} target="_blank">${gettext("Preferences")}</a></p>
      <p><a href=${act.urls.rules} target="_blank">${gettext("The rules")}</a></p>`,
    act.urls.report ? html`<p><a href=${act.urls.report}>${gettext("Report something to the moderators")}</a></p>`
      : nothing];
}

const AIDS = () => [[["H"], gettext("a hint")], [["Z"], gettext("take back your last card")]];

/** Who speaks to the machine, or hits keys by accident, can do without keys that act by themselves. */
const shortcuts = (state, act) => html`<p><label class="check"><input type="checkbox" id="shortcuts"
  .checked=${state.shortcuts} @change=${(event) => act.useShortcuts(event.target.checked)}><span>${
  gettext("Keyboard shortcuts with letters and digits")}</span></label></p>`;

function resign(scene, state, act) {
  return [title(gettext("Resign this game?")),
    html`<p>${gettext("The other player wins at once. This cannot be undone.")}</p>`,
    html`<button type="button" class="button danger" id="resign-yes" ?disabled=${state.busy}
      @click=${() => act.post("resign")}>${gettext("Resign")}</button>`];
}

function calloff(scene, state, act) {
  return [title(gettext("Call this game off?")),
    html`<p>${gettext("No card has been played yet: nobody wins or loses.")}</p>`,
    html`<button type="button" class="button danger" id="calloff-yes" ?disabled=${state.busy}
      @click=${() => act.post("calloff")}>${gettext("Call it off")}</button>`];
}
