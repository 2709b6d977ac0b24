/** The review of a game as its page shows it: the curve, the card that was just played, the moments, and the luck. */
import { html, nothing, render, svg } from "../../vendor/lit-html.js";
import { say } from "../shared/texts.js";
import { chip } from "../online/tricks.js";
import { across, bandPath, chanceAt, down, HIGH, linePath, WIDE } from "./curve.js";
import { chances, hundred, judgedAt, moments, swings } from "./judged.js";
import { dealText, earlyTexts, lateTexts, momentText, swingText, whereText } from "./sentences.js";

/**
 * @param {HTMLElement} place
 * @param {import("./judged.js").Asked} asked
 * @param {{step: number, last: number, near: 0|1, names: string[]}} reader
 * @param {{ask: () => void, go: (step: number) => void, line: (one: object) => void}} act
 */
export const drawReview = (place, asked, reader, act) => render(STATES[asked.state](asked, reader, act), place);

const STATES = {
  closed: (asked, reader, act) => html`<p>${
    gettext("The site goes through the game: who was winning when, which cards decided it, and what was luck. "
      + "It tells how the game ended.")}</p>
    ${button(gettext("Review this game"), act.ask)}`,
  asking: () => thinks(),
  thinking: () => thinks(),
  failed: ({ message }, reader, act) => html`<p role="status">${message}</p>${button(gettext("Try again"), act.ask)}`,
  ready: ({ data }, reader, act) => ready(data, reader, act),
};

const thinks = () => html`<p class="review-thinks" role="status">${
  gettext("The site is going through the game. This takes a few seconds.")}</p>`;

const button = (text, does) =>
  html`<button type="button" class="button" id="review-ask" @click=${does}>${text}</button>`;

function ready(data, reader, act) {
  const points = chances(data, reader.near);
  return [
    curve(data, points, reader, act), card(data, reader, act), list(data, reader, act), luck(data, reader),
    data.known ? nothing
      : html`<p class="soft">${gettext("Of some cards of phase two nobody can say who was winning.")}</p>`,
  ];
}

const KINDS = { mistake: "review-bad", gave: "review-bad", perhaps: "review-perhaps" };

function curve(data, points, reader, act) {
  const { last, step, near, names } = reader;
  const name = names[near];
  return html`<figure class="review-curve">
    <figcaption>${say(gettext("How likely %(name)s was to win, in a hundred"), { name })}</figcaption>
    <svg viewBox="0 0 ${WIDE} ${HIGH}" aria-hidden="true" focusable="false"
      @click=${(event) => act.go(stepOf(event, last))}>
      ${svg`<path class="review-half" d="M0 ${down(0.5)}H${WIDE}"/>
        ${last >= 26 ? svg`<path class="review-half" d="M${across(26, last)} 0V${HIGH}"/>` : nothing}
        <path class="review-band" d=${bandPath(points, last)}/><path class="review-line" d=${linePath(points, last)}/>
        <path class="review-now" d="M${across(step, last)} 0V${HIGH}"/>
        ${moments(data).map(({ ply, kind }) => svg`<circle class=${KINDS[kind]} r="4"
          cx=${across(ply + 1, last)} cy=${down(chanceAt(points, ply + 1) ?? 0.5)}/>`)}`}
    </svg>
    ${table(points, name)}
  </figure>`;
}

/** Where a finger hits the curve it means the step that is nearest. */
function stepOf({ currentTarget, clientX }, last) {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.round(((clientX - left) / width) * last);
}

/** The same in figures. */
const table = (points, name) => html`<details><summary>${gettext("The curve as a table")}</summary>
  <table><thead><tr><th scope="col">${gettext("After")}</th><th scope="col">${name}</th></tr></thead>
    <tbody>${points.map(({ step, chance, error }) => html`<tr>
      <th scope="row">${step ? whereText(step - 1) : gettext("the deal")}</th>
      <td>${hundred(chance)}${error ? ` ± ${Math.max(1, hundred(2 * error))}` : ""}</td></tr>`)}</tbody>
  </table></details>`;

/** What is said of the card that was just played; it is read aloud when the step is another one. */
function card(data, { step, names }, act) {
  const { early, late } = judgedAt(data, step);
  const one = early ?? late;
  if (!one) return html`<p class="soft" role="status">${gettext("Go to a card to read what it did.")}</p>`;
  const [name, other] = [names[one.seat], names[1 - one.seat]];
  const told = early ? earlyTexts(early, name) : lateTexts(late, name, other);
  const bad = early ? early.verdict === "mistake" : late.gave_away;
  return html`<div class="review-card ${bad ? "bad" : ""}">
    <h3>${name} ${chip(one.card)}</h3>
    <div role="status">${told.map((text) => html`<p>${text}</p>`)}</div>
    ${late?.line?.length ? html`<button type="button" class="button" id="review-line" @click=${() => act.line(late)}>${
      gettext("Play out what would have kept it")}</button>` : nothing}
  </div>`;
}

function list(data, { step, names }, act) {
  const found = moments(data);
  if (!found.length) return html`<p>${gettext("No card of this game can be called a mistake.")}</p>`;
  return html`<h3>${gettext("Cards that mattered")}</h3><ol class="review-moments">${found.map((one) => html`<li>
    <button type="button" aria-current=${one.ply + 1 === step ? "step" : nothing} @click=${() => act.go(one.ply + 1)}>
      <span class="soft">${whereText(one.ply)}</span>
      <span>${momentText(one, names, beforeOf(data, one))}</span></button></li>`)}</ol>`;
}

const beforeOf = ({ endings }, { ply }) => endings.find((one) => one.ply === ply)?.before ?? 1;

const luck = (data, { near, names }) => html`<h3>${gettext("What was luck")}</h3>
  <p>${dealText(data.luck.deal, names[near], near, data.begun)}</p>
  ${swings(data).map((one) => html`<p>${swingText(one, names[one.seat])}</p>`)}`;
