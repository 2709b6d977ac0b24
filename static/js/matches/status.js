/** Status line of a match, bar of the connection, and banners of offers and challenges. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, joinSentences } from "../shared/texts.js";
import { chatButton, speechTexts } from "./chat_dialog.js";
import { canDecideTimeout } from "./clock.js";
import { icon } from "./icons.js";
import { powerTexts } from "./power_texts.js";
import { playerName } from "./scene.js";
import { canClaim, hasCancelOffer } from "./state.js";
import {
  cancelText, endingText, gainsText, nextLeadText, phaseText, stakeText, statusText, TEXTS, votesText,
} from "./texts.js";

/** Draw the status row. @param {import("./scene.js").Scene} scene */
export function statusBar(scene, state, act) {
  // The row stays as high until the last trick has been seen, when there is nothing to ask for any more.
  const aid = scene.you !== null && !scene.over ? scene.view.aid : null;
  const talk = Boolean(state.words && !scene.over);
  const [back, hint] = aid ? aidButtons(aid, act) : [nothing, nothing];
  return html`<section class="status ${isAsked(scene) ? "mine" : ""} ${aid ? "aided" : ""} ${talk ? "spoken" : ""}">
    ${back}
    <div role="status" aria-live="polite" aria-atomic="false" aria-label=${gettext("Game status")} id="status">
      ${statusLines(scene, state)}
    </div>
    ${hint}
    ${talk ? chatButton(act) : nothing}
    ${claimButton(scene, state, act)}${timeoutChoice(scene, state, act)}
  </section>`;
}

const aidButtons = (aid, act) => [
  aidButton("take-back", "back", TEXTS.takeBack(), !act.aided() || aid.back === null, act.takeBack),
  aidButton("hint", "hint", TEXTS.hint(), !act.aided() || !(aid.hint ?? aid.may_hint), act.hint),
];

const isAsked = (scene) => scene.you !== null && scene.board?.turn === scene.you && !scene.done && !scene.over;

const statusLines = (scene, state) =>
  html`<p class="asked ${scene.over ? "visually-hidden" : ""}">${statusText(scene, state)}</p>
  ${stakeLine(scene)}
  ${scene.over ? endLines(scene) : spokenLine(phaseText(scene))}
  ${powerTexts(scene).map(spokenLine)}
  ${spokenLine(nextLeadText(scene))}
  ${speechTexts(scene, state).map(spokenLine)}
  ${scene.done ? html`<p class="gains">${scene.won ? gainsText(scene, scene.done) : ""}</p>` : noteLine(state.note)}`;

/** Draw a button of aid. A disabled one says why. */
const aidButton = (id, mark, label, idle, wanted) => html`<button type="button" class="tool round" id=${id}
  aria-disabled=${idle ? "true" : "false"} aria-label=${label} title=${label} @click=${wanted}>${icon(mark)}</button>`;

/** Draw a note, its kind in front of the text. */
const noteLine = (about) => (about ? html`<p class="note ${about.kind}">${
  about.title ? html`<b>${about.title}</b> ` : nothing}${about.text}</p>` : nothing);

/** Draw the card at stake for screen readers. */
function stakeLine(scene) {
  const text = stakeText(scene);
  return text ? html`<p class="visually-hidden">${text}</p>` : nothing;
}

/** Draw the end for screen readers. */
const endLines = (scene) =>
  html`<p class="visually-hidden">${joinSentences([endingText(scene), votesText(scene)])}</p>`;

/** Draw a sentence for screen readers. */
const spokenLine = (text) => (text ? html`<p class="visually-hidden">${text}</p>` : nothing);

/** Draw the button that claims the win, by two presses as resigning. */
function claimButton(scene, state, act) {
  if (scene.over || !canClaim(state)) return nothing;
  const name = playerName(scene, 1 - scene.you);
  return html`<button type="button" class="button primary" id="claim" aria-haspopup="dialog"
    @click=${act.opens("claim")}>${fill(gettext("%(name)s left the game: claim victory"), { name })}</button>`;
}

/** Draw the choice of the player who waits while the other has no time left. */
function timeoutChoice(scene, state, act) {
  if (scene.over || !canDecideTimeout(state)) return nothing;
  const choice = (name, text, kind = "") => html`<button type="button" class="button ${kind}" id=${`time-${name}`}
    ?disabled=${state.busy} @click=${() => act.post("time", { choice: name })}>${text}</button>`;
  return html`<div class="decision">${choice("win", gettext("Claim victory"), "primary")}
    ${choice("draw", gettext("Call it a draw"))}${choice("more", gettext("Give 15 seconds"))}</div>`;
}

/** Draw the bar of a lost connection. */
export function connectionBar(state) {
  const text = { lost: TEXTS.lost, ended: () => state.bye ?? TEXTS.ended() }[state.link]?.();
  const spin = state.link === "lost" ? html`<span class="spin"></span>` : nothing;
  return html`<div class="wire" role="status" ?data-shown=${Boolean(text)}>${
    text ? html`${spin}<span>${text}</span>` : nothing}
    ${state.link === "ended" ? reloadButton() : nothing}
  </div>`;
}

const reloadButton = () =>
  html`<button type="button" class="button" @click=${() => location.reload()}>${TEXTS.reload()}</button>`;

/**
 * Draw the banner of an offer to cancel.
 * @param {import("./scene.js").Scene} scene @param {import("./state.js").State} state @param {object} act `post`
 */
export function cancelBanner(scene, { busy }, act) {
  const text = scene.over ? "" : cancelText(scene);
  if (!text) return nothing;
  return hasCancelOffer(scene.view) ? cancelQuestion(text, busy, act)
    : html`<div class="judged offer-note" role="status"><p>${text}</p></div>`;
}

/** Draw the question of the offer, laid out as a challenge. */
const cancelQuestion = (text, busy, act) => html`<div class="judged challenged" role="status">
  <p>${text}</p>
  <button type="button" class="button primary" id="cancel-yes" ?disabled=${busy}
    @click=${() => act.post("calloff")}>${gettext("Cancel game")}</button>
  <button type="button" class="button" id="cancel-no" ?disabled=${busy}
    @click=${() => act.post("calloff", { accept: "0" })}>${gettext("Keep playing")}</button>
</div>`;

/**
 * Draw the banner of a challenge.
 * @param {import("./state.js").State} state @param {object} act `answer(yes)`, `later()`
 */
export function challengeBanner({ challenge, busy }, act) {
  if (!challenge) return nothing;
  return html`<div class="judged challenged" role="status">
    <p>${challenge.message}</p>
    <button type="button" class="button primary" id="challenge-yes" ?disabled=${busy}
      @click=${() => act.answer(true)}>${gettext("Play")}</button>
    <button type="button" class="button" id="challenge-no" ?disabled=${busy} @click=${() => act.answer(false)}>${
      gettext("Decline")}</button>
    <button type="button" class="button" id="challenge-later" @click=${act.later}>${gettext("Later")}</button>
  </div>`;
}
