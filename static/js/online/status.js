/** What is asked, what went wrong, and the state of the connection. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say, together } from "../shared/texts.js";
import { endingText, votesText } from "./ending.js";
import { playerName } from "./scene.js";
import { captions } from "./captions.js";
import { asked, atStake, begins, gainsText, TEXTS } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function status(scene, state, act) {
  const mine = scene.you !== null && scene.board?.turn === scene.you && !scene.done && !scene.over;
  return html`<section class="status ${mine ? "mine" : ""}">
    <div role="status" aria-live="polite" aria-atomic="false" aria-label=${gettext("What happens")} id="status">
      <p class="asked ${scene.over ? "visually-hidden" : ""}">${asked(scene, state)}</p>
      ${staked(scene)}
      ${scene.over ? ended(scene) : heard(begins(scene))}
      ${captions(scene).map(heard)}
      ${scene.done ? html`<p class="gains">${scene.won ? gainsText(scene, scene.done) : ""}</p>` : note(state.note)}
    </div>
    ${claim(scene, state, act)}
  </section>`;
}

const note = (said) => (said ? html`<p class="note ${said.kind}">${said.text}</p>` : nothing);

/** Seen in the middle of the table; here it is said aloud. */
function staked(scene) {
  const text = atStake(scene);
  return text ? html`<p class="visually-hidden">${text}</p>` : nothing;
}

/** The end panel shows this; here it is said aloud. */
const ended = (scene) => html`<p class="visually-hidden">${together([endingText(scene), votesText(scene)])}</p>`;

/** Seen on the felt; here it is said aloud. */
const heard = (text) => (text ? html`<p class="visually-hidden">${text}</p>` : nothing);

function claim(scene, state, act) {
  if (!state.beat?.claim || scene.over || scene.you === null) return nothing;
  const name = playerName(scene, 1 - scene.you);
  return html`<button type="button" class="button primary" id="claim" ?disabled=${state.busy}
    @click=${() => act.post("claim")}>${say(gettext("%(name)s is away: claim the win"), { name })}</button>`;
}

/** The bar across the top while the line is down. */
export function bar(state) {
  const text = { lost: TEXTS.lost, ended: () => state.bye ?? TEXTS.ended() }[state.link]?.();
  const spin = state.link === "lost" ? html`<span class="spin"></span>` : nothing;
  return html`<div class="wire" role="status" ?data-shown=${Boolean(text)}>${
    text ? html`${spin}<span>${text}</span>` : nothing}
    ${state.link === "ended" ? reload() : nothing}
  </div>`;
}

const reload = () =>
  html`<button type="button" class="button" @click=${() => location.reload()}>${TEXTS.reload()}</button>`;
