/** Tricks that may be looked at again, and the cards that one has seen. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName, FACTIONS, factionName } from "../shared/texts.js";
import { named } from "./middle.js";
import { playerName } from "./scene.js";
import { gainsText, progress, trickWon } from "./texts.js";

const heading = (trick) => progress({ phase: trick.phase, trick: trick.number });
const player = (trick, played) => (played === "lead" ? trick.leader : 1 - trick.leader);

/** The tricks that may be looked at, the newest first. @param {import("./scene.js").Scene} scene */
export function log(scene) {
  const { last, earlier } = scene.view.board;
  const tricks = [...(earlier ?? []), ...(last ? [last] : [])].reverse();
  if (!tricks.length) return html`<p>${gettext("Nothing yet.")}</p>`;
  return [lying(scene, tricks[0]), listed(scene, tricks.slice(1)), earlier ? nothing : kept()];
}

const kept = () => html`<p class="soft">${
  gettext("By the rules of this game, older tricks may not be looked at again.")}</p>`;

function lying(scene, trick) {
  return html`<h3>${heading(trick)}</h3><div class="row wide">
    ${["lead", "follow"].map((played) => named(trick[played], playerName(scene, player(trick, played))))}
    ${trick.revealed ? named(trick.revealed, gettext("at stake")) : nothing}</div>
    <p><b>${trickWon(scene, trick)}</b></p><p>${gainsText(scene, trick)}</p>`;
}

/** One line for each of the older ones: who led what, who answered what, and who won. */
const listed = (scene, tricks) => (tricks.length ? html`<ol class="log">${tricks.map((trick) => html`<li>
  <span>${heading(trick)}</span>${["lead", "follow"].map((played) => said(scene, trick, played))}
  ${trick.revealed ? html`<span class="soft">${gettext("at stake")} ${chip(trick.revealed)}</span>` : nothing}
  <span>${trickWon(scene, trick)}</span></li>`)}</ol>` : nothing);

function said(scene, trick, played) {
  const seat = player(trick, played);
  return html`<span class=${seat === trick.winner ? "winner" : ""}>${playerName(scene, seat)} ${
    chip(trick[played])}</span>`;
}

/** @param {string} code */
export const chip = (code) => html`<i class="chip" role="img" data-faction=${code[0]} aria-label=${cardName(code)}>${
  drawing(code[0])}${code.slice(1)}</i>`;

/** Beside a wide table: what was played last, by whom, and who won. @param {import("./scene.js").Scene} scene */
export function beside(scene) {
  const trick = scene.board?.last;
  return html`<section class="beside" aria-label=${gettext("Last trick")}>
    <h2>${gettext("Last trick")}</h2>
    ${trick ? html`<p>${["lead", "follow"].map((played) => said(scene, trick, played))}</p>
      <p class="soft">${trickWon(scene, trick)}</p>` : html`<p class="soft">${gettext("Nothing to look at now.")}</p>`}
  </section>`;
}

/**
 * All cards of the game by faction, with what one knows of each.
 * @param {import("./scene.js").Scene} scene @param {string[]} deck the cards that there are
 */
export function seen(scene, deck) {
  const { memory } = scene.view.board;
  if (!memory) {
    return html`<p>${gettext("In this game memory is strict: you have to remember the cards yourself.")}</p>`;
  }
  return [legend(scene), FACTIONS.map((letter) => row(scene, letter, deck))];
}

const legend = (scene) => html`<ul class="legend">
  ${[["spot-gone", gettext("played")], ["spot-own", gettext("in your hand")],
    ...[scene.near, scene.far].map((seat, far) => [far ? "spot-theirs" : "spot-ours", playerName(scene, seat)]),
    ["spot-open", gettext("at stake")], ["spot-unknown", gettext("not seen yet")]]
    .filter(([kind]) => kind !== "spot-own" || scene.you !== null)
    .map(([kind, what]) => html`<li><i class=${kind}></i>${what}</li>`)}</ul>`;

function row(scene, letter, deck) {
  return html`<h3 data-faction=${letter}><span class="shield">${drawing(letter)}</span>${factionName(letter)}</h3>
    <ul class="spots" data-faction=${letter}>${known(scene, letter, deck).map(([value, kind, what]) => html`
      <li class=${kind}><b>${value}</b><span class="visually-hidden">${what}</span></li>`)}</ul>`;
}

/** What is known of each card of a faction, sorted by value. */
function known(scene, letter, deck) {
  const of = (cards) => (cards ?? []).filter((code) => code[0] === letter);
  const found = places(scene).flatMap(([kind, what, cards]) => of(cards).map((code) => ({ code, kind, what })));
  const left = found.reduce((cards, { code }) => without(cards, code), of(deck));
  const unknown = left.map((code) => ({ code, kind: "spot-unknown", what: gettext("not seen yet") }));
  return [...found, ...unknown].map(({ code, kind, what }) => [code.slice(1), kind, what])
    .sort((one, other) => one[0] - other[0]);
}

function places(scene) {
  const { board } = scene.view;
  const follows = (seat) => (board.phase === 2 && seat === scene.you ? [] : board.memory.recruited[seat]);
  return [
    ["spot-gone", gettext("played"), board.memory.gone], ["spot-own", gettext("in your hand"), board.hand],
    ["spot-ours", playerName(scene, scene.near), follows(scene.near)],
    ["spot-theirs", playerName(scene, scene.far), follows(scene.far)],
    ["spot-open", gettext("at stake"), [board.revealed].filter(Boolean)],
  ];
}

function without(cards, code) {
  const at = cards.indexOf(code);
  return cards.filter((_, place) => place !== at);
}
