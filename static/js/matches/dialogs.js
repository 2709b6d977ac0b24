/** Dialogs of a match: piles, followers, tricks, help, and questions before leaving. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardPicture, drawing } from "../shared/cards.js";
import { factionName, FACTIONS, fill } from "../shared/texts.js";
import { chatDialog } from "./chat_dialog.js";
import { introduction, lessonsLink, threeLines } from "./introduction.js";
import { botDetails, findBotSeat } from "./player.js";
import { playerName } from "./scene.js";
import { canOfferCancel } from "./state.js";
import { seenCards, trickLog } from "./trick_log.js";

const DIALOGS = {
  piles: pilesDialog, followers: followersDialog, last: lastTrickDialog, seen: seenDialog, help: helpDialog,
  opponent: botDialog, words: chatDialog, introduction: introductionDialog,
  resign: resignDialog, calloff: cancelDialog, claim: claimDialog,
};

/** Draw the open dialog. @param {import("./scene.js").Scene} scene */
export function dialog(scene, state, act) {
  const inside = state.dialog && (scene.board || state.dialog === "help") && DIALOGS[state.dialog]?.(scene, state, act);
  return html`<dialog id="over" aria-labelledby="over-title" @click=${closeOnBackdrop}
    @close=${(event) => event.target.open || act.close()}>
    <div class="sheet">${inside || nothing}
      ${closeForm(state.dialog)}</div>
  </dialog>`;
}

const closeForm = (name) => html`<form method="dialog">${name === "introduction"
  ? html`<button class="button primary">${gettext("Start playing")}</button>`
  : html`<button class="button">${gettext("Close")}</button>`}</form>`;

/** Close the dialog on a tap beside it. */
const closeOnBackdrop = (event) => event.target === event.currentTarget && event.currentTarget.close();

const title = (text) => html`<h2 id="over-title" tabindex="-1" autofocus>${text}</h2>`;

function pilesDialog(scene) {
  return [title(gettext("Score piles")), ...[scene.near, scene.far].map((seat) => html`
    <h3>${playerName(scene, seat)} · ${scene.board.score[seat].length}</h3>${cardGroups(scene.board.score[seat])}`)];
}

/** Draw cards in groups, each with its count. @param {string[]} cards */
export function cardGroups(cards) {
  if (!cards.length) return html`<p class="soft">${gettext("Nothing yet.")}</p>`;
  const groups = FACTIONS.map((letter) => cardGroup(letter, cards.filter((code) => code[0] === letter)));
  return html`<div class="groups">${groups}</div>`;
}

function cardGroup(letter, cards) {
  if (!cards.length) return nothing;
  return html`<div class="group" data-faction=${letter}>
    <h4><span class="shield">${drawing(letter)}</span>${factionName(letter)} · ${cards.length}</h4>
    <div class="row">${cards.map((code) => cardPicture(code))}</div></div>`;
}

function followersDialog(scene) {
  const cards = scene.board.recruits ?? [];
  return [title(gettext("Your followers")),
    html`<p>${gettext("They'll be your hand in phase two. Only you can see them.")}</p>`, cardGroups(cards)];
}

function lastTrickDialog(scene) {
  return [title(gettext("Last trick")), trickLog(scene)];
}

function seenDialog(scene, state, act) {
  return [title(gettext("Cards you've seen")), seenCards(scene, (act.urls.deck ?? "").split(" "))];
}

function botDialog(scene, state, act) {
  return [title(playerName(scene, findBotSeat(scene))), botDetails(scene, act)];
}

function introductionDialog(scene, state, act) {
  return [title(gettext("How to win")), introduction(state, act)];
}

/** Draw the help: how the game is played, the keys, and pages. */
function helpDialog(scene, state, act) {
  return [title(gettext("How to play")), threeLines(),
    html`<p>${gettext("Click or tap a card to play it, or drag it to the middle. "
      + "You can't play dimmed cards now: tap one to see why.")}</p>
      <p class="links">${lessonsLink(act.urls)}
        <a href=${act.urls.rules} target="_blank">${gettext("The rules")}</a></p>`,
    act.rulings ?? nothing,
    keyHelp(state, act),
    act.deal ?? nothing,
    transferLink(scene, act),
    html`<p><a href=${act.urls.preferencesPage} target="_blank">${gettext("Preferences")}</a></p>`,
    act.urls.report ? html`<p><a href=${act.urls.report}>${gettext("Report to the moderators")}</a></p>`
      : nothing];
}

/** Draw the link to finish the game with real cards. */
const transferLink = ({ view }, { urls }) => (urls.transfer && view.status === "playing" ? html`<p><a id="to-table"
  href=${urls.transfer}>${gettext("Continue with real cards")}</a></p>` : nothing);

/** Draw the keys. The style sheet hides them on a phone. */
function keyHelp(state, act) {
  const keys = [
    [["←", "→"], gettext("move through your hand")], [["Enter"], gettext("play the card")],
    [["0", "…", "9"], gettext("jump to the next card of that value")], [["Space"], gettext("continue after a trick")],
    [["L"], gettext("last trick")], [["C"], gettext("cards you've seen")],
    [["P"], gettext("score piles")], ...(act.aided() ? aidKeys() : []), [["?"], gettext("this help")],
  ];
  return html`<section class="key-help"><h3>${gettext("Keys")}</h3>
    <dl class="keys">${keys.map(([names, what]) => html`
      <dt>${names.map((name) => html`<kbd>${name}</kbd>`)}</dt><dd>${what}</dd>`)}</dl>
    ${shortcutsChoice(state, act)}</section>`;
}

const aidKeys = () => [[["H"], gettext("a hint")], [["Z"], gettext("undo your last card")]];

/** Speech input and stray keys need a way to turn single-key shortcuts off. */
const shortcutsChoice = (state, act) => html`<p><label class="check"><input type="checkbox" id="shortcuts"
  .checked=${state.shortcuts} @change=${(event) => act.useShortcuts(event.target.checked)}><span>${
  gettext("Keyboard shortcuts with letters and digits")}</span></label></p>`;

function resignDialog(scene, state, act) {
  return [title(gettext("Resign this game?")),
    html`<p>${gettext("Your opponent wins at once. You can't undo this.")}</p>`,
    html`<button type="button" class="button danger" id="resign-yes" ?disabled=${state.busy}
      @click=${() => act.post("resign")}>${gettext("Resign")}</button>`,
    canOfferCancel(scene.view) ? cancelOfferButton(scene, state, act) : nothing];
}

const cancelOfferButton = (scene, state, act) => html`<p class="or">${
  fill(gettext("Or offer to cancel the game: if %(name)s agrees, nobody wins or loses."),
    { name: playerName(scene, 1 - scene.you) })}</p>
  <button type="button" class="button" id="cancel-offer" ?disabled=${state.busy}
    @click=${() => act.post("calloff")}>${gettext("Offer to cancel")}</button>`;

function claimDialog(scene, state, act) {
  const name = playerName(scene, 1 - scene.you);
  return [title(gettext("Claim victory?")),
    html`<p>${fill(gettext("%(name)s left the game. You can claim victory or wait."), { name })}</p>`,
    html`<button type="button" class="button primary" id="claim-yes" ?disabled=${state.busy}
      @click=${() => act.post("claim")}>${gettext("Claim victory")}</button>`];
}

function cancelDialog(scene, state, act) {
  return [title(gettext("Cancel this game?")),
    html`<p>${gettext("No card has been played yet: nobody wins or loses.")}</p>`,
    html`<button type="button" class="button danger" id="calloff-yes" ?disabled=${state.busy}
      @click=${() => act.post("calloff")}>${gettext("Cancel game")}</button>`];
}
