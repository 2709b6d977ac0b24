/** Panel of the review: chart, verdict on the last card, moments, and luck. */
import { html, nothing, render, svg } from "../../vendor/lit-html.js";
import { cardChip } from "../matches/trick_log.js";
import { getJson } from "../shared/http.js";
import { fill } from "../shared/texts.js";
import {
  CLOSED_REVIEW, findVerdicts, getBandPath, getChance, getLinePath, getX, getY, HEIGHT, listChances, listMoments,
  listSwings, readAnswer, toPercent, WIDTH,
} from "./review.js";
import { curveText, dealText, earlyTexts, lateTexts, momentText, swingText, whereText } from "./review_texts.js";
import { getLastStep } from "./state.js";

/**
 * Draw the review.
 * @param {HTMLElement} place
 * @param {import("./review.js").Asked} asked
 * @param {{step: number, last: number, near: 0|1, names: string[]}} reader
 * @param {{ask: () => void, go: (step: number) => void, line: (one: object) => void}} act
 */
export const drawReview = (place, asked, reader, act) => render(STATES[asked.state](asked, reader, act), place);

const STATES = {
  closed: (asked, reader, act) => html`<p>${
    gettext("See who was winning when, which cards decided the game, and what was luck. "
      + "This shows the result.")}</p>
    ${reviewButton(gettext("Review this game"), act.ask)}`,
  asking: () => thinkingNote(),
  starting: () => waitingNote(gettext("The engine is starting. This takes up to half a minute, once after an update.")),
  thinking: () => thinkingNote(),
  failed: ({ message }, reader, act) =>
    html`<p role="status">${message}</p>${reviewButton(gettext("Try again"), act.ask)}`,
  ready: ({ data }, reader, act) => reviewBody(data, reader, act),
};

const thinkingNote = () => waitingNote(gettext("Reviewing the game. This takes a few seconds."));

const waitingNote = (text) => html`<p class="review-thinks" role="status">${text}</p>`;

const reviewButton = (text, does) =>
  html`<button type="button" class="button" id="review-ask" @click=${does}>${text}</button>`;

function reviewBody(data, reader, act) {
  const points = listChances(data, reader.near);
  return [
    chanceCurve(data, points, reader, act), cardVerdict(data, reader, act), momentList(data, reader, act),
      luckTexts(data, reader),
    data.known ? nothing
      : html`<p class="soft">${gettext("For some cards of phase two, the review can't tell who was winning.")}</p>`,
  ];
}

const KINDS = { mistake: "review-bad", gave: "review-bad", perhaps: "review-perhaps" };

function chanceCurve(data, points, reader, act) {
  const { last, step, near, names } = reader;
  const name = names[near];
  return html`<figure class="review-curve">
    <figcaption>${fill(gettext("%(name)s's win chance, %"), { name })}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false"
      @click=${(event) => act.go(getClickedStep(event, last))}>
      ${svg`<path class="review-half" d="M0 ${getY(0.5)}H${WIDTH}"/>
        ${last >= 26 ? svg`<path class="review-half" d="M${getX(26, last)} 0V${HEIGHT}"/>` : nothing}
        <path class="review-band" d=${getBandPath(points, last)}/><path class="review-line" d=${
          getLinePath(points, last)}/>
        <path class="review-now" d="M${getX(step, last)} 0V${HEIGHT}"/>
        ${listMoments(data).map(({ ply, kind }) => svg`<circle class=${KINDS[kind]} r="4"
          cx=${getX(ply + 1, last)} cy=${getY(getChance(points, ply + 1) ?? 0.5)}/>`)}`}
    </svg>
    ${curveNote(points)}
    ${chanceTable(points, name)}
  </figure>`;
}

/** Explain the line if it has estimates. */
const curveNote = (points) => (points.some(({ error }) => error) ? html`<p class="soft">${curveText()}</p>` : nothing);

/** Return the step nearest to a click on the chart. */
function getClickedStep({ currentTarget, clientX }, last) {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.round(((clientX - left) / width) * last);
}

/** Draw the chart as a table. */
const chanceTable = (points, name) => html`<details><summary>${gettext("Show as table")}</summary>
  <table><thead><tr><th scope="col">${gettext("After")}</th><th scope="col">${name}</th></tr></thead>
    <tbody>${points.map(({ step, chance, error, card }) => html`<tr>
      <th scope="row">${step ? whereText(step - 1) : gettext("the deal")} ${card ? cardChip(card) : nothing}</th>
      <td>${toPercent(chance)}${error ? ` ± ${Math.max(1, toPercent(2 * error))}` : ""}</td></tr>`)}</tbody>
  </table></details>`;

/** Return the sentences about the last card; none where there is no verdict. @returns {string[]} */
function verdictTexts(data, { step, names }) {
  const { early, late } = findVerdicts(data, step);
  if (early) return earlyTexts(early, names[early.seat]);
  return late ? lateTexts(late, names[late.seat], names[1 - late.seat]) : [];
}

/** Draw the verdict on the last card. It is read aloud with the words under the table. */
function cardVerdict(data, reader, act) {
  const { early, late } = findVerdicts(data, reader.step);
  const one = early ?? late;
  if (!one) return html`<p class="soft" role="status">${gettext("Step to a card to see its review.")}</p>`;
  const bad = early ? early.verdict === "mistake" : late.gave_away;
  return html`<div class="review-card ${bad ? "bad" : ""}">
    <h3>${reader.names[one.seat]} ${cardChip(one.card)}</h3>
    ${verdictTexts(data, reader).map((text) => html`<p>${text}</p>`)}
    ${late?.line?.length ? html`<button type="button" class="button" id="review-line" @click=${() => act.line(late)}>${
      gettext("Show best line")}</button>` : nothing}
  </div>`;
}

function momentList(data, { step, names }, act) {
  const found = listMoments(data);
  if (!found.length) return html`<p>${gettext("No mistakes found.")}</p>`;
  return html`<h3>${gettext("Key cards")}</h3><ol class="review-moments">${found.map((one) => html`<li>
    <button type="button" aria-current=${one.ply + 1 === step ? "step" : nothing} @click=${() => act.go(one.ply + 1)}>
      <span class="soft">${whereText(one.ply)}</span>
      <span>${momentText(one, names, getBefore(data, one))}</span></button></li>`)}</ol>`;
}

const getBefore = ({ endings }, { ply }) => endings.find((one) => one.ply === ply)?.before ?? 1;

const luckTexts = (data, { near, names }) => html`<h3>${gettext("Luck")}</h3>
  <p>${dealText(data.luck.deal, names[near], near, data.begun)}</p>
  ${listSwings(data).map((one) => html`<p>${swingText(one, names[one.seat])}</p>`)}`;

const RETRY_AFTER = 1_500;

/**
 * Create the review beside a replay.
 * @param {HTMLElement} place
 * @param {{url: string, near: 0|1, go: (step: number) => void,
 *   line: (step: number, cards: string[]) => Promise<import("../shared/http.js").Answer>,
 *   onReady: () => void, showVerdict: (texts: string[]) => void}} page `showVerdict`: called with each drawing
 * @returns {{draw: (state: import("./state.js").Replay) => void}} shows what there is of a step
 */
export function createReview(place, page) {
  let asked = CLOSED_REVIEW;
  let replay = null;
  const act = {
    ask: () => ask({ ...CLOSED_REVIEW, state: "asking" }),
    go: page.go,
    line: async ({ ply, line }) => {
      const { ok, message } = await page.line(ply, line);
      if (!ok) shows({ ...asked, state: "failed", message });
    },
  };

  function shows(next) {
    asked = next;
    draw(replay);
  }

  async function ask(meanwhile) {
    shows(meanwhile);
    const next = readAnswer(await getJson(page.url));
    shows(next);
    if (next.state === "ready") page.onReady();
    if (["starting", "thinking"].includes(next.state)) setTimeout(() => ask(next), RETRY_AFTER);
  }

  function draw(state) {
    replay = state;
    if (!state?.data) return;
    const names = state.data.players.map(({ name }) => name);
    const reader = { step: state.step, last: getLastStep(state), near: page.near, names };
    drawReview(place, asked, reader, act);
    page.showVerdict(asked.data && !state.line ? verdictTexts(asked.data, reader) : []);
    place.hidden = false;
  }

  return { draw };
}
