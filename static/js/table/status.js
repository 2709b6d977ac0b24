/** What is asked, what went wrong, and the state of the connection. */
import { html, nothing } from "../../vendor/lit-html.js";
import { asked, gainsText, playerName, TEXTS } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function status(scene, state, act) {
  const mine = scene.you !== null && scene.board?.turn === scene.you && !scene.done && !scene.over;
  return html`<section class="status ${mine ? "mine" : ""}">
    <div aria-live="polite" id="status">
      <p class="asked">${asked(scene, state)}</p>
      ${scene.done ? html`<p class="gains">${gainsText(scene, scene.done)}</p>` : nothing}
      ${state.note && !scene.done ? html`<p class="note ${state.note.kind}">${state.note.text}</p>` : nothing}
    </div>
    ${claim(scene, state, act)}
  </section>`;
}

function claim(scene, state, act) {
  if (!state.beat?.claim || scene.over || scene.you === null) return nothing;
  const name = playerName(scene, 1 - scene.you);
  return html`<button type="button" class="button primary" id="claim" ?disabled=${state.busy}
    @click=${() => act.post("claim")}>${interpolate(gettext("%s is away: claim the win"), [name])}</button>`;
}

/** The bar across the top while the line is down. */
export function bar(state) {
  const text = { lost: TEXTS.lost, ended: () => state.bye ?? TEXTS.ended() }[state.link]?.();
  return html`<div class="wire" role="status" ?data-shown=${Boolean(text)}>${text ? html`${state.link === "lost" ? html`<span class="spin"></span>` : nothing}<span>${text}</span>` : nothing}
    ${state.link === "ended" ? html`<button type="button" class="button" @click=${() => location.reload()}>${TEXTS.reload()}</button>` : nothing}
  </div>`;
}
