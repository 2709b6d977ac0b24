/** What stands in the middle of the table, to be read from three metres: each depth of logging has its own stage. */
import { html, nothing } from "../../vendor/lit-html.js";
import { drawing } from "../shared/cards.js";
import { judged } from "../shared/judged.js";
import { say } from "../shared/texts.js";
import { inviteCard } from "../table/invite.js";
import { icon } from "../table/marks.js";
import { outcome, phaseName } from "../table/texts.js";
import { tug } from "../table/tug.js";
import { lastTold, over, rematchUrl } from "../table/view.js";
import { countedText, pilesCounted } from "./piles.js";
import { sceneOf } from "./scene.js";
import { side } from "./side.js";
import { between } from "./trick.js";
import { undeadEntered } from "./undead.js";

/** What stands between the two sides, by scene. */
const HEARTS = {
  gathering: (view, invite) => inviteCard(invite, "stage"),
  tricks: (view) => [between(view), tug(view)],
  undead: undeadEntered,
  piles: pilesCounted,
  over: (view, invite, act) => [ending(view, act), tug(view)],
};

/** @param {object} view @param {import("../table/state.js").State} state */
export function stage(view, state, act) {
  const invite = view.joinable ? state.invite : null;
  const scene = sceneOf(view, invite);
  return html`<div class="stage ${scene}" data-version=${view.version}>
    <p class="phase">${progress(view, scene)}</p>
    ${side(view, 0, scene)}
    <div class="heart">${HEARTS[scene](view, invite, act)}</div>
    ${side(view, 1, scene)}
    ${bottom(view, state, scene === "gathering" ? null : invite)}
    ${corners(state, act)}
  </div>`;
}

function progress(view, scene) {
  const texts = {
    gathering: () => gettext("Join this table"),
    tricks: () => trickText(view.phase, view.trick),
    undead: () => phaseName(1),
    piles: () => countedText(view.piles),
    over: () => gettext("The end"),
  };
  return texts[scene]();
}

const trickText = (phase, number) =>
  say(phase === 1 ? gettext("Phase one, trick %(number)s of 13") : gettext("Phase two, trick %(number)s of 13"),
    { number });

const ending = (view, act) => html`<section class="ending"><div class="crown">${drawing("crown")}</div>
  <h2>${outcome(view)}</h2>${view.rematch && view.you.role !== "display" ? follow(view, act) : nothing}</section>`;

const follow = (view, act) =>
  html`<a class="button" id="follow" href=${rematchUrl(view, act.urls)}>${gettext("Watch the rematch")}</a>`;

/** What is asked now and what the last trick brought; while a seat is free the way in stands beside it. */
function bottom(view, state, invite) {
  return html`<footer class="stage-bottom"><div class="news" aria-live="polite">${news(view, state, invite)}</div>
    ${invite ? html`<div class="still">${inviteCard(invite, "still")}</div>` : nothing}</footer>`;
}

function news(view, state, invite) {
  const last = lastTold(view);
  const slip = view.slips.filter((one) => !one.stands).at(-1);
  return html`${judged(view.notice)}
    ${["open", "connecting"].includes(state.link) ? nothing : offline(state)}
    ${state.note ? html`<p class="note">${state.note.text}</p>` : nothing}
    ${view.result && view.status === "playing" ? html`<p class="note">${view.result.text}</p>` : nothing}
    ${slip ? html`<p class="alert">${icon("warn")} ${slip.text}</p>` : nothing}
    ${over(view) ? nothing : html`<p class="story">${last ? last.story : welcome(view, invite ?? state.invite)}</p>`}`;
}

const offline = (state) =>
  html`<p class="alert">${icon("offline")} ${state.bye ?? gettext("No connection. Trying again …")}</p>`;

/** Nobody is told to scan a code that does not stand here. */
function welcome(view, invite) {
  if (view.status !== "gathering") return "";
  if (view.joinable && invite) {
    return gettext("Scan the code with the phone’s camera, or open the address and type the code.");
  }
  return view.ask[0]?.text ?? "";
}

function corners(state, act) {
  return html`${act.speaks ? voice(state.speaks, act) : nothing}
    ${corner("open-table", "menu", gettext("The table and its devices"), () => act.open("table"))}`;
}

const voice = (on, act) => html`<button type="button" class="corner voice" id="speak"
  aria-pressed=${on ? "true" : "false"} @click=${act.speaks}>${icon("voice")}
  <span class="visually-hidden">${gettext("Speak")}</span></button>`;

const corner = (id, sign, label, click) => html`<button type="button" class="corner" id=${id} aria-haspopup="dialog"
  aria-label=${label} title=${label} @click=${click}>${icon(sign)}</button>`;
