/** What is asked, what went wrong, and the state of the connection. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say, together } from "../shared/texts.js";
import { endingText, votesText } from "./ending.js";
import { playerName } from "./scene.js";
import { captions } from "./captions.js";
import { sign } from "./signs.js";
import { asked, atStake, begins, gainsText, TEXTS } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function status(scene, state, act) {
  const aid = act.aided() && !scene.over ? scene.view.aid : null;
  return html`<section class="status ${asks(scene) ? "mine" : ""} ${aid ? "aided" : ""}">
    ${aid ? wish("take-back", "back", TEXTS.takeBack(), aid.back === null, act.takeBack) : nothing}
    <div role="status" aria-live="polite" aria-atomic="false" aria-label=${gettext("What happens")} id="status">
      ${said(scene, state)}
    </div>
    ${aid ? wish("hint", "hint", TEXTS.hint(), !(aid.hint ?? aid.may_hint), act.hint) : nothing}
    ${claim(scene, state, act)}
  </section>`;
}

const asks = (scene) => scene.you !== null && scene.board?.turn === scene.you && !scene.done && !scene.over;

const said = (scene, state) => html`<p class="asked ${scene.over ? "visually-hidden" : ""}">${asked(scene, state)}</p>
  ${staked(scene)}
  ${scene.over ? ended(scene) : heard(begins(scene))}
  ${captions(scene).map(heard)}
  ${scene.done ? html`<p class="gains">${scene.won ? gainsText(scene, scene.done) : ""}</p>` : note(state.note)}`;

/** A button that says why, where there is nothing to be had. */
const wish = (id, mark, label, idle, wanted) => html`<button type="button" class="tool round" id=${id}
  aria-disabled=${idle ? "true" : "false"} aria-label=${label} title=${label} @click=${wanted}>${sign(mark)}</button>`;

const note = (about) => (about ? html`<p class="note ${about.kind}">${about.text}</p>` : nothing);

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
