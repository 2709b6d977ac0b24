/** The whole page of a match from one scene. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { judged, toldYou } from "../shared/judged.js";
import { challenged } from "./challenged.js";
import { dialog } from "./dialogs.js";
import { end } from "./end.js";
import { hand } from "./hand.js";
import { middle, spoils } from "./middle.js";
import { player } from "./players.js";
import { bar, status } from "./status.js";
import { tally } from "./tally.js";
import { beside } from "./tricks.js";

/**
 * Draws a scene.
 * @param {HTMLElement} root
 * @param {import("./scene.js").Scene|null} scene null before the first view
 * @param {import("./state.js").State} state
 * @param {object} act what the buttons do
 */
export function draw(root, scene, state, act) {
  render(scene ? match(scene, state, act) : opening(state), root);
  const over = root.querySelector("#over");
  if (!over) return;
  if (state.dialog && !over.open) over.showModal();
  if (!state.dialog && over.open) over.close();
}

const opening = (state) => html`${bar(state)}
  <p class="opening" role="status">${gettext("Laying out the table …")}</p>`;

/** The line that is read aloud stays the same element to the end, or the end would not be read. */
function match(scene, state, act) {
  const kind = scene.over ? "over" : `phase-${scene.board?.phase ?? 0}`;
  return html`${bar(state)}${toldYou(state.told)}${judged(scene.view.notice)}${challenged(state, act)}
    <div class="cloth ${kind} ${scene.you === null ? "watched" : ""} ${scene.won ? "seen" : ""} ${
      scene.going ? "goes" : ""}">
      ${player(scene, state, scene.far, act)}
      ${scene.over ? end(scene, state, act) : play(scene, state, act)}
      ${status(scene, state, act)}
      ${scene.over ? nothing : hand(scene, state, act)}
    </div>
    ${dialog(scene, state, act)}`;
}

function play(scene, state, act) {
  return [
    middle(scene, state, act),
    html`<div class="side">${tally(scene, act)}${scene.board ? beside(scene) : nothing}</div>`,
    player(scene, state, scene.near, act), spoils(scene, state, act),
  ];
}
