/** What is said at a match, drawn: the button, what stands beside a speaker, and the sheet with all there is to say. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say } from "../shared/texts.js";
import { gesture, isGesture } from "./gestures.js";
import { playerName } from "./scene.js";
import { sign } from "./signs.js";

export function talkButton(act) {
  const label = gettext("Say something");
  return html`<button type="button" class="tool round" id="talk" aria-haspopup="dialog" aria-label=${label}
    title=${label} @click=${act.opens("words")}>${sign("talk")}</button>`;
}

/** What a seat says just now, beside its name; it is heard by `speeches`. */
export function bubble({ speaking }, seat) {
  const said = speaking[seat];
  if (!said) return nothing;
  return html`<span class="bubble" aria-hidden="true" dir="auto">${
    isGesture(said.word) ? gesture(said.word) : said.text}</span>`;
}

/** What is said just now, for those who listen. @returns {string[]} */
export const speeches = (scene, { speaking }) =>
  (speaking ? [0, 1] : []).filter((seat) => speaking[seat]).map((seat) => spoken(scene, speaking[seat]));

const spoken = (scene, { seat, word, text }) =>
  say(isGesture(word) ? gettext("%(name)s %(does)s.") : gettext("%(name)s: %(text)s"),
    { name: playerName(scene, seat), does: text, text });

const picture = ({ word }) => (isGesture(word) ? gesture(word) : nothing);

/** The sheet. */
export function talk(scene, state, act) {
  const { words } = state;
  if (!words) return nothing;
  const other = 1 - scene.you;
  return [
    html`<h2 id="over-title" tabindex="-1" autofocus>${gettext("Say something")}</h2>`,
    words.error ? html`<p class="error" role="alert">${words.error}</p>` : nothing,
    words.said.length ? conversation(scene, words.said) : nothing,
    words.free?.mine && words.free.theirs ? field(act, state.busy) : nothing,
    words.may ? choices(act) : html`<p class="soft">${gettext("You cannot say anything here now.")}</p>`,
    words.free ? free(scene, words.free, act, other) : nothing,
    person(scene, state, act, other),
  ];
}

/** The newest first, and drawn from the bottom up, so that it is in sight. */
const conversation = (scene, said) => html`<ul class="said" aria-label=${gettext("What was said")}>${
  [...said].reverse().map((one) => html`<li class=${one.seat === scene.you ? "mine" : ""}><b><bdi>${
    playerName(scene, one.seat)}</bdi></b> ${picture(one)}<bdi>${one.text}</bdi></li>`)}</ul>`;

function choices({ phrases, speak }) {
  const button = ([word, text]) => html`<button type="button" class="button" data-word=${word}
    @click=${() => speak(word)}>${isGesture(word) ? html`${gesture(word)}<span>${text}</span>` : text}</button>`;
  return html`<div class="phrases">${phrases.phrases.map(button)}</div>
    <div class="gestures">${phrases.gestures.map(button)}</div>`;
}

/** Both agree before either writes; each may take it back. */
function free(scene, { mine, theirs }, act, other) {
  const name = playerName(scene, other);
  const asks = say(gettext("%(name)s would like to write in their own words."), { name });
  const waits = say(gettext("Waiting for %(name)s to agree, too."), { name });
  return html`<div class="free">
    <label class="check"><input type="checkbox" id="agree" .checked=${mine}
      @change=${(event) => act.agree(event.target.checked)}><span>${
      gettext("Write in our own words: I agree")}</span></label>
    ${mine === theirs ? nothing : html`<p class="soft">${mine ? waits : asks}</p>`}
  </div>`;
}

const field = (act, busy) => html`<form class="write" @submit=${(event) => sent(event, act)}>
  <label class="visually-hidden" for="text">${gettext("Your own words")}</label>
  <input type="text" id="text" name="text" maxlength="200" autocomplete="off" enterkeyhint="send" dir="auto" required>
  <button type="submit" class="button primary" ?disabled=${busy}>${gettext("Send")}</button></form>`;

function sent(event, act) {
  event.preventDefault();
  act.write(event.target.elements.text.value);
  event.target.reset();
}

/** What one may decide about the other player, who is not told. */
function person(scene, { words: { other: tie }, busy }, act, other) {
  const deed = (on, does, undoes, text, back) => html`<button type="button" class="button quiet" data-deed=${does}
    ?disabled=${busy} @click=${() => act.decide(on ? undoes : does)}>${on ? back : text}</button>`;
  return html`<div class="person-deeds" role="group" aria-label=${playerName(scene, other)}>
    <h3><bdi>${playerName(scene, other)}</bdi></h3>
    ${tie.may_follow && !tie.blocked ? deed(tie.follows, "follow", "unfollow", gettext("Follow"), gettext("Unfollow"))
      : nothing}
    ${deed(tie.muted, "mute", "unmute", gettext("Mute"), gettext("Unmute"))}
    ${deed(tie.blocked, "block", "unblock", gettext("Block"), gettext("Unblock"))}
    ${act.urls.report ? html`<a class="button quiet" href=${act.urls.report}>${gettext("Report")}</a>` : nothing}
    <p class="soft">${gettext("Whom you mute or block is not told. A report keeps what was said.")}</p></div>`;
}
