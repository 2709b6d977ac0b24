/** The whole page of a match, drawn from its scene. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { moderatorMessage, moderatorNotice } from "../shared/moderation.js";
import { transferBanner } from "../shared/transfer_banner.js";
import { center, gainsPanel } from "./center.js";
import { dialog } from "./dialogs.js";
import { endPanel } from "./end.js";
import { hand } from "./hand.js";
import { player } from "./player.js";
import { playerName } from "./scene.js";
import { cancelBanner, challengeBanner, connectionBar, statusBar } from "./status.js";
import { tally } from "./tally.js";
import { lastTrickPanel } from "./trick_log.js";

/**
 * Draw the page of a match.
 * @param {HTMLElement} root
 * @param {import("./scene.js").Scene|null} scene null before the first view
 * @param {import("./state.js").State} state
 * @param {object} act what the buttons do
 */
export function drawPage(root, scene, state, act) {
  render(scene ? match(scene, state, act) : loading(state), root);
  const over = root.querySelector("#over");
  if (!over) return;
  if (state.dialog && !over.open) over.showModal();
  if (!state.dialog && over.open) over.close();
}

const loading = (state) => html`${connectionBar(state)}
  <p class="opening" role="status">${gettext("Setting up the table …")}</p>`;

/** Draw the match. The status line stays the same element to the end, or the end would not be read aloud. */
function match(scene, state, act) {
  const kind = scene.over ? "over" : `phase-${scene.board?.phase ?? 0}`;
  return html`${connectionBar(state)}${moderatorMessage(state.moderation)}${moderatorNotice(scene.view.notice)}${
    challengeBanner(state, act)}${
    cancelBanner(scene, state, act)}${
    transferBanner(scene.view.transfer, { you: scene.you, names: [playerName(scene, 0), playerName(scene, 1)],
      online: true, urls: act.urls })}
    <div class="cloth ${kind} ${scene.you === null ? "watched" : ""} ${scene.won ? "seen" : ""} ${
      scene.going ? "goes" : ""}">
      ${player(scene, state, scene.far, act)}
      ${scene.over ? endPanel(scene, state, act) : playArea(scene, state, act)}
      ${statusBar(scene, state, act)}
      ${scene.over ? nothing : hand(scene, state, act)}
    </div>
    ${dialog(scene, state, act)}`;
}

function playArea(scene, state, act) {
  return [
    center(scene, state, act),
    html`<div class="side">${tally(scene, act)}${scene.board ? lastTrickPanel(scene) : nothing}</div>`,
    player(scene, state, scene.near, act), gainsPanel(scene, state, act),
  ];
}
