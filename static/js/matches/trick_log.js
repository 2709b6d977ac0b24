/** Log of tricks that may be looked at again, and the cards that the reader has seen. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { cardName, factionName, FACTIONS } from "../shared/texts.js";
import { namedCard } from "./center.js";
import { playerName } from "./scene.js";
import { gainsText, progressText, trickText } from "./texts.js";

const trickHeading = (trick) => progressText({ phase: trick.phase, trick: trick.number });
const getPlayer = (trick, played) => (played === "lead" ? trick.leader : 1 - trick.leader);

/** Draw the tricks that may be looked at, the newest first. @param {import("./scene.js").Scene} scene */
export function trickLog(scene) {
  const { last, earlier } = scene.view.board;
  const tricks = [...(earlier ?? []), ...(last ? [last] : [])].reverse();
  if (!tricks.length) return html`<p>${gettext("Nothing yet.")}</p>`;
  return [newestTrick(scene, tricks[0]), olderTricks(scene, tricks.slice(1)), earlier ? nothing : closedNote()];
}

const closedNote = () => html`<p class="soft">${
  gettext("In this game, you can't look back at older tricks.")}</p>`;

function newestTrick(scene, trick) {
  return html`<h3>${trickHeading(trick)}</h3><div class="row wide">
    ${["lead", "follow"].map((played) => namedCard(trick[played], playerName(scene, getPlayer(trick, played))))}
    ${trick.revealed ? namedCard(trick.revealed, gettext("at stake")) : nothing}</div>
    <p><b>${trickText(scene, trick)}</b></p><p>${gainsText(scene, trick)}</p>`;
}

/** Draw a line for each older trick: cards, players and winner. */
const olderTricks = (scene, tricks) => (tricks.length ? html`<ol class="log">${tricks.map((trick) => html`<li>
  <span>${trickHeading(trick)}</span>${["lead", "follow"].map((played) => playedCard(scene, trick, played))}
  ${trick.revealed ? html`<span class="soft">${gettext("at stake")} ${cardChip(trick.revealed)}</span>` : nothing}
  <span>${trickText(scene, trick)}</span></li>`)}</ol>` : nothing);

function playedCard(scene, trick, played) {
  const seat = getPlayer(trick, played);
  return html`<span class=${seat === trick.winner ? "winner" : ""}>${playerName(scene, seat)} ${
    cardChip(trick[played])}</span>`;
}

/** Draw a small card. @param {string} code */
export const cardChip = (code) =>
  html`<i class="chip" role="img" data-faction=${code[0]} aria-label=${cardName(code)}>${
  drawing(code[0])}${code.slice(1)}</i>`;

/** Draw the last trick beside a wide table. @param {import("./scene.js").Scene} scene */
export function lastTrickPanel(scene) {
  const trick = scene.board?.last;
  return html`<section class="beside" aria-label=${gettext("Last trick")}>
    <h2>${gettext("Last trick")}</h2>
    ${trick ? html`<p>${["lead", "follow"].map((played) => playedCard(scene, trick, played))}</p>
      <p class="soft">${trickText(scene, trick)}</p>` : html`<p class="soft">${gettext("No trick to show.")}</p>`}
  </section>`;
}

/**
 * Draw all cards of the game by faction, with what the reader knows of each.
 * @param {import("./scene.js").Scene} scene @param {string[]} deck the cards that there are
 */
export function seenCards(scene, deck) {
  const { memory } = scene.view.board;
  if (!memory) {
    return html`<p>${gettext("Strict memory: you have to remember the cards yourself.")}</p>`;
  }
  return [legend(scene), FACTIONS.map((letter) => factionSpots(scene, letter, deck))];
}

const legend = (scene) => html`<ul class="legend">
  ${[["spot-gone", gettext("played")], ["spot-own", gettext("in your hand")],
    ...[scene.near, scene.far].map((seat, far) => [far ? "spot-theirs" : "spot-ours", playerName(scene, seat)]),
    ["spot-open", gettext("at stake")], ["spot-unknown", gettext("not seen yet")]]
    .filter(([kind]) => kind !== "spot-own" || scene.you !== null)
    .map(([kind, what]) => html`<li><i class=${kind}></i>${what}</li>`)}</ul>`;

function factionSpots(scene, letter, deck) {
  return html`<h3 data-faction=${letter}><span class="shield">${drawing(letter)}</span>${factionName(letter)}</h3>
    <ul class="spots" data-faction=${letter}>${listKnown(scene, letter, deck).map(([value, kind, what]) => html`
      <li class=${kind}><b>${value}</b><span class="visually-hidden">${what}</span></li>`)}</ul>`;
}

/** List what is known of each card of a faction, sorted by value. */
function listKnown(scene, letter, deck) {
  const of = (cards) => (cards ?? []).filter((code) => code[0] === letter);
  const found = listPlaces(scene).flatMap(([kind, what, cards]) => of(cards).map((code) => ({ code, kind, what })));
  const left = found.reduce((cards, { code }) => removeCard(cards, code), of(deck));
  const unknown = left.map((code) => ({ code, kind: "spot-unknown", what: gettext("not seen yet") }));
  return [...found, ...unknown].map(({ code, kind, what }) => [code.slice(1), kind, what])
    .sort((one, other) => one[0] - other[0]);
}

function listPlaces(scene) {
  const { board } = scene.view;
  const follows = (seat) => (board.phase === 2 && seat === scene.you ? [] : board.memory.recruited[seat]);
  return [
    ["spot-gone", gettext("played"), board.memory.gone], ["spot-own", gettext("in your hand"), board.hand],
    ["spot-ours", playerName(scene, scene.near), follows(scene.near)],
    ["spot-theirs", playerName(scene, scene.far), follows(scene.far)],
    ["spot-open", gettext("at stake"), [board.revealed].filter(Boolean)],
  ];
}

function removeCard(cards, code) {
  const at = cards.indexOf(code);
  return cards.filter((_, place) => place !== at);
}
