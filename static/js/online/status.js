/** What is asked, what went wrong, and the state of the connection. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say, together } from "../shared/texts.js";
import { decides } from "./clock.js";
import { endingText, votesText } from "./ending.js";
import { playerName } from "./scene.js";
import { captions } from "./captions.js";
import { sign } from "./signs.js";
import { speeches, talkButton } from "./talk.js";
import { asked, atStake, begins, gainsText, TEXTS } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function status(scene, state, act) {
  // The row stays as high until the last trick has been seen, when there is nothing to ask for any more.
  const aid = scene.you !== null && !scene.over ? scene.view.aid : null;
  const talk = Boolean(state.words && !scene.over);
  const [back, hint] = aid ? wishes(aid, act) : [nothing, nothing];
  return html`<section class="status ${asks(scene) ? "mine" : ""} ${aid ? "aided" : ""} ${talk ? "spoken" : ""}">
    ${back}
    <div role="status" aria-live="polite" aria-atomic="false" aria-label=${gettext("What happens")} id="status">
      ${said(scene, state)}
    </div>
    ${hint}
    ${talk ? talkButton(act) : nothing}
    ${claim(scene, state, act)}${decision(scene, state, act)}
  </section>`;
}

const wishes = (aid, act) => [
  wish("take-back", "back", TEXTS.takeBack(), !act.aided() || aid.back === null, act.takeBack),
  wish("hint", "hint", TEXTS.hint(), !act.aided() || !(aid.hint ?? aid.may_hint), act.hint),
];

const asks = (scene) => scene.you !== null && scene.board?.turn === scene.you && !scene.done && !scene.over;

const said = (scene, state) => html`<p class="asked ${scene.over ? "visually-hidden" : ""}">${asked(scene, state)}</p>
  ${staked(scene)}
  ${scene.over ? ended(scene) : heard(begins(scene))}
  ${captions(scene).map(heard)}
  ${speeches(scene, state).map(heard)}
  ${scene.done ? html`<p class="gains">${scene.won ? gainsText(scene, scene.done) : ""}</p>` : note(state.note)}`;

/** A button that says why, where there is nothing to be had. */
const wish = (id, mark, label, idle, wanted) => html`<button type="button" class="tool round" id=${id}
  aria-disabled=${idle ? "true" : "false"} aria-label=${label} title=${label} @click=${wanted}>${sign(mark)}</button>`;

/** In front of what is said stands what it is, for whoever listens and where there is room. */
const note = (about) => (about ? html`<p class="note ${about.kind}">${
  about.title ? html`<b>${about.title}</b> ` : nothing}${about.text}</p>` : nothing);

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

/** The other one has no time left: whoever waits says how the game goes on. */
function decision(scene, state, act) {
  if (scene.over || !decides(state)) return nothing;
  const choice = (name, text, kind = "") => html`<button type="button" class="button ${kind}" id=${`time-${name}`}
    ?disabled=${state.busy} @click=${() => act.post("time", { choice: name })}>${text}</button>`;
  return html`<div class="decision">${choice("win", gettext("Take the win"), "primary")}
    ${choice("draw", gettext("Call it a draw"))}${choice("more", gettext("Give 15 seconds"))}</div>`;
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
