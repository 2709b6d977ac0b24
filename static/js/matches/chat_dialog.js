/** Chat, drawn: the button, speech bubbles, and the dialog with phrases and messages. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill } from "../shared/texts.js";
import { gestureIcon, icon, isGesture } from "./icons.js";
import { playerName } from "./scene.js";

/** Draw the button of the chat. */
export function chatButton(act) {
  const label = gettext("Chat");
  return html`<button type="button" class="tool round" id="talk" aria-haspopup="dialog" aria-label=${label}
    title=${label} @click=${act.opens("words")}>${icon("talk")}</button>`;
}

/** Draw a message beside its speaker; screen readers get it from `speechTexts`. */
export function speechBubble({ speaking }, seat) {
  const said = speaking[seat];
  if (!said) return nothing;
  return html`<span class="speech"><span class="bubble ${said.word ? "phrase" : ""}" aria-hidden="true" dir="auto">${
    isGesture(said.word) ? gestureIcon(said.word) : said.text}</span></span>`;
}

/** Return the messages of the moment, for screen readers. @returns {string[]} */
export const speechTexts = (scene, { speaking }) =>
  (speaking ? [0, 1] : []).filter((seat) => speaking[seat]).map((seat) => speechText(scene, speaking[seat]));

const speechText = (scene, { seat, word, text }) =>
  fill(isGesture(word) ? gettext("%(name)s %(does)s.") : gettext("%(name)s: %(text)s"),
    { name: playerName(scene, seat), does: text, text });

const gestureOf = ({ word }) => (isGesture(word) ? gestureIcon(word) : nothing);

/** Draw the dialog of the chat. */
export function chatDialog(scene, state, act) {
  const { words } = state;
  if (!words) return nothing;
  const other = 1 - scene.you;
  return [
    html`<h2 id="over-title" tabindex="-1" autofocus>${gettext("Chat")}</h2>`,
    words.error ? html`<p class="error" role="alert">${words.error}</p>` : nothing,
    words.said.length ? conversation(scene, words.said) : nothing,
    words.free?.mine && words.free.theirs ? freeTextForm(act, state.busy) : nothing,
    words.may ? phraseButtons(act) : html`<p class="soft">${gettext("You can't chat here right now.")}</p>`,
    words.free ? freeTextConsent(scene, words.free, act, other) : nothing,
    relationButtons(scene, state, act, other),
  ];
}

/** Draw the messages, the newest first and from the bottom up, so that it is in sight. */
const conversation = (scene, said) => html`<ul class="said" aria-label=${gettext("Messages")}>${
  [...said].reverse().map((one) => html`<li class=${one.seat === scene.you ? "mine" : ""}><b><bdi>${
    playerName(scene, one.seat)}</bdi></b> ${gestureOf(one)}<bdi>${one.text}</bdi></li>`)}</ul>`;

function phraseButtons({ phrases, speak }) {
  const button = ([word, text]) => html`<button type="button" class="button" data-word=${word}
    @click=${() => speak(word)}>${isGesture(word) ? html`${gestureIcon(word)}<span>${text}</span>` : text}</button>`;
  return html`<div class="phrases">${phrases.phrases.map(button)}</div>
    <div class="gestures">${phrases.gestures.map(button)}</div>`;
}

/** Draw the consent to free text. Both agree first, and each may take it back. */
function freeTextConsent(scene, { mine, theirs }, act, other) {
  const name = playerName(scene, other);
  const asks = fill(gettext("%(name)s would like to chat in free text."), { name });
  const waits = fill(gettext("Waiting for %(name)s to agree …"), { name });
  return html`<div class="free">
    <label class="check"><input type="checkbox" id="agree" .checked=${mine}
      @change=${(event) => act.agree(event.target.checked)}><span>${
      gettext("Allow free text")}</span></label>
    ${mine === theirs ? nothing : html`<p class="soft">${mine ? waits : asks}</p>`}
  </div>`;
}

const freeTextForm = (act, busy) => html`<form class="write" @submit=${(event) => submitText(event, act)}>
  <label class="visually-hidden" for="text">${gettext("Your message")}</label>
  <input type="text" id="text" name="text" maxlength="200" autocomplete="off" enterkeyhint="send" dir="auto" required>
  <button type="submit" class="button primary" ?disabled=${busy}>${gettext("Send")}</button></form>`;

function submitText(event, act) {
  event.preventDefault();
  act.write(event.target.elements.text.value);
  event.target.reset();
}

/** Draw the relation to the other player, who does not learn of it. */
function relationButtons(scene, { words: { other: tie }, busy }, act, other) {
  const toggle = (on, does, undoes, text, back) => html`<button type="button" class="button quiet" data-deed=${does}
    ?disabled=${busy} @click=${() => act.decide(on ? undoes : does)}>${on ? back : text}</button>`;
  return html`<div class="person-deeds" role="group" aria-label=${playerName(scene, other)}>
    <h3><bdi>${playerName(scene, other)}</bdi></h3>
    ${tie.may_follow && !tie.blocked ? toggle(tie.follows, "follow", "unfollow", gettext("Follow"), gettext("Unfollow"))
      : nothing}
    ${toggle(tie.muted, "mute", "unmute", gettext("Mute"), gettext("Unmute"))}
    ${toggle(tie.blocked, "block", "unblock", gettext("Block"), gettext("Unblock"))}
    ${act.urls.report ? html`<a class="button quiet" href=${act.urls.report}>${gettext("Report")}</a>` : nothing}
    <p class="soft">${gettext("They won't know you muted or blocked them. A report saves the chat.")}</p></div>`;
}
