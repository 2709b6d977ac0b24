/** The whole display, drawn from its state. Each depth of logging has its own stage. */
import { html, nothing, render } from "../../../vendor/lit-html.js";
import { moderatorNotice } from "../../shared/moderation.js";
import { seriesScore } from "../../shared/series_panel.js";
import { fill } from "../../shared/texts.js";
import { icon, inviteCard, voteBars, winnerCrown } from "../components.js";
import { devicesPanel } from "../devices.js";
import { closeButton, findSheet, sheetFrame, SHEETS, sheetTitle, showSheet } from "../dialogs.js";
import { getLastTrick, getRematchUrl, isOver } from "../state.js";
import { outcomeText, phaseName } from "../texts.js";
import { countedText, pileCounts, undeadCounts } from "./counts.js";
import { centerCards, playerSide } from "./player.js";
import { getScene } from "./scene.js";

/** Draw the display. @param {HTMLElement} root @param {import("../state.js").State} state */
export function drawPage(root, state, act) {
  const { view } = state;
  const sheet = view && findDisplaySheet(view, state, act);
  render(view ? html`${stage(view, state, act)}${sheetFrame(sheet, act)}` : loading(state), root);
  showSheet(root.querySelector("#sheet"), sheet?.kind ?? null);
}

/** Find the sheet of the display. A device may open the panel, a passing watcher sees its links alone. */
function findDisplaySheet(view, state, act) {
  if (state.sheet !== "table") return findSheet(view, state, act, SHEETS);
  return { kind: "table", body: [sheetTitle(gettext("The table")), devicesPanel(view, state, act), closeButton(act)] };
}

const loading = (state) =>
  html`<p class="opening" role="status">${state.bye ?? gettext("Setting up the table …")}</p>`;

/** Content between the two sides, by scene. */
const CENTERS = {
  gathering: (view, state, act) => inviteCard(state.invite, "stage", state, act),
  tricks: (view) => [centerCards(view), voteBars(view)],
  undead: undeadCounts,
  piles: pileCounts,
  over: (view, state, act) => [endNote(view, act), voteBars(view), seriesScore(state.series)],
};

/** Draw the stage of a scene. @param {object} view @param {import("../state.js").State} state */
export function stage(view, state, act) {
  const invite = view.joinable ? state.invite : null;
  const scene = getScene(view, invite);
  return html`<div class="stage ${scene}" data-version=${view.version}>
    <p class="phase">${stageTitle(view, scene)}${scene === "over" ? nothing : seriesNote(state.series)}</p>
    ${playerSide(view, 0, scene)}
    <div class="heart">${CENTERS[scene](view, state, act)}</div>
    ${playerSide(view, 1, scene)}
    ${footer(view, state, scene === "gathering" ? null : invite)}
    ${cornerButtons(state, act)}
  </div>`;
}

/** Draw the score of the series beside the title. */
const seriesNote = (series) => (series?.score ? html` <span class="series-note">${series.score}</span>` : nothing);

function stageTitle(view, scene) {
  const texts = {
    gathering: () => gettext("Join this table"),
    tricks: () => trickText(view.phase, view.trick),
    undead: () => phaseName(1),
    piles: () => countedText(view.piles),
    over: () => gettext("Game over"),
  };
  return texts[scene]();
}

const trickText = (phase, number) =>
  fill(phase === 1 ? gettext("Phase one, trick %(number)s of 13") : gettext("Phase two, trick %(number)s of 13"),
    { number });

const endNote = (view, act) => html`<section class="ending">${winnerCrown(view)}
  <h2>${outcomeText(view)}</h2>${view.rematch ? rematchLink(view, act) : nothing}</section>`;

const rematchLink = (view, act) =>
  html`<a class="button" id="follow" href=${getRematchUrl(view, act.urls)}>${gettext("Watch the rematch")}</a>`;

/** Draw the question and the last trick; while a seat is free, with the way in beside them. */
function footer(view, state, invite) {
  return html`<footer class="stage-bottom"><div class="news" aria-live="polite">${newsLines(view, state, invite)}</div>
    ${invite ? html`<div class="still">${inviteCard(invite, "still", state)}</div>` : nothing}</footer>`;
}

function newsLines(view, state, invite) {
  const last = getLastTrick(view);
  const slip = view.slips.filter((one) => !one.stands).at(-1);
  return html`${moderatorNotice(view.notice)}
    ${["open", "connecting"].includes(state.link) ? nothing : offlineLine(state)}
    ${state.note ? html`<p class="note">${state.note.text}</p>` : nothing}
    ${view.result && view.status === "playing" ? html`<p class="note">${view.result.text}</p>` : nothing}
    ${slip ? html`<p class="alert">${icon("warn")} ${slip.text}</p>` : nothing}
    ${isOver(view) ? nothing
      : html`<p class="story">${last ? last.story : welcomeText(view, invite ?? state.invite)}</p>`}`;
}

const offlineLine = (state) =>
  html`<p class="alert">${icon("offline")} ${state.bye ?? gettext("No connection. Reconnecting …")}</p>`;

/** Return the welcome. It mentions the code only where there is one. */
function welcomeText(view, invite) {
  if (view.status !== "gathering") return "";
  if (view.joinable && invite) {
    return gettext("Scan the code with your phone, or open the address and enter the short code.");
  }
  return view.ask[0]?.text ?? "";
}

function cornerButtons(state, act) {
  return html`${act.speaks ? speechButton(state.speaks, act) : nothing}
    ${cornerButton("open-table", "menu", gettext("Table and devices"), () => act.open("table"))}`;
}

const speechButton = (on, act) => html`<button type="button" class="corner voice" id="speak"
  aria-pressed=${on ? "true" : "false"} @click=${act.speaks}>${icon("voice")}
  <span class="visually-hidden">${gettext("Read aloud")}</span></button>`;

const cornerButton = (id, sign, label, click) =>
  html`<button type="button" class="corner" id=${id} aria-haspopup="dialog"
  aria-label=${label} title=${label} @click=${click}>${icon(sign)}</button>`;
