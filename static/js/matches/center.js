/** Center of the table: the deck, the revealed card and the trick. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardBack, cardPicture, drawing } from "../shared/cards.js";
import { cardName, fill } from "../shared/texts.js";
import { icon } from "./icons.js";
import { powerTexts } from "./power_texts.js";
import { isMine, playerName } from "./scene.js";
import { canCancelAlone } from "./state.js";
import { gainText, progressText } from "./texts.js";

/** Draw the center of the table. @param {import("./scene.js").Scene} scene */
export function center(scene, state, act) {
  const { board, done } = scene;
  if (!board) return html`<section class="court empty">${drawing("laurel")}</section>`;
  return html`<section class="court ${done ? (scene.won ? "done" : "lies") : ""}" aria-label=${gettext("The table")}
      @click=${() => act.held() && act.dismiss()}>
    ${header(scene, state, act)}
    ${cardLayout(scene, state, powerLine(scene))}
  </section>`;
}

/**
 * Draw the deck, the card at stake, and the trick.
 * @param {import("./scene.js").Scene} scene @param {object} [line] what stands under the cards in place of their names
 */
export const cardLayout = (scene, state, line = nothing) => html`<div class="room"><div class="lay">
  ${scene.board.phase === 1 ? deck(scene) : nothing}
  <div class="trick">${[scene.near, scene.far].map((seat) => cardSlot(scene, state, seat))}</div>
  ${line}
</div></div>`;

/** Draw the powers that acted in one line. Screen readers get it from the status line. */
function powerLine(scene) {
  const said = scene.going ? [] : powerTexts(scene);
  if (!said.length) return nothing;
  return html`<div class="power" aria-hidden="true"><p>${said.map((text) => html`<span>${text}</span> `)}</p></div>`;
}

function header(scene, state, act) {
  return html`<div class="head">
    <h2>${progressText(scene.board)}</h2>
    <button class="tool" type="button" id="last" aria-haspopup="dialog" ?disabled=${!scene.view.board.last}
      @click=${act.opens("last")}>${icon("tricks")}<span>${gettext("Last trick")}</span></button>
    ${scene.view.board.memory ? seenButton(act) : nothing}
    ${soundButton(state, act)}
    <button class="tool round" type="button" id="help" aria-haspopup="dialog" aria-label=${gettext("Help")}
      @click=${act.opens("help")}>?</button>
    ${scene.you === null ? nothing : leaveButton(scene, act)}
  </div>`;
}

/** Draw the switch of the sound. */
const soundButton = ({ sound }, act) => html`<button class="tool round" type="button" id="sound"
  aria-pressed=${sound ? "true" : "false"} aria-label=${gettext("Sound")} title=${gettext("Sound")}
  @click=${(event) => (event.stopPropagation(), act.setSound(!sound))}>${icon(sound ? "sound" : "silence")}</button>`;

const seenButton = (act) => html`<button class="tool" type="button" id="seen" aria-haspopup="dialog"
  @click=${act.opens("seen")}>${icon("seen")}<span>${gettext("Cards")}</span></button>`;

/** Draw the button that cancels an unrated game before its first card, and resigns any other. */
function leaveButton(scene, act) {
  const early = canCancelAlone(scene.view);
  const label = early ? gettext("Cancel game") : gettext("Resign");
  return html`<button class="tool round" type="button" id="leave" aria-haspopup="dialog"
    aria-label=${label} title=${label}
    @click=${act.opens(early ? "calloff" : "resign")}>${icon("leave")}</button>`;
}

/** Draw the deck and the revealed card. After a trick its blind card lies ready on the deck. */
function deck(scene) {
  const { board, done } = scene;
  const format = ngettext("%(count)s card in the deck", "%(count)s cards in the deck", board.deck);
  const label = fill(format, { count: board.deck });
  return html`<div class="stock">
    <span class="deck" role="img" aria-label=${label} title=${label}>
      ${board.deck ? [cardBack(), cardBack(), cardBack()] : nothing}<b>${board.deck}</b></span>
    ${done && scene.going ? html`<span class="drawn">${done.blind ? cardPicture(done.blind) : cardBack()}</span>`
      : nothing}
    <div class="revealed">
      ${board.revealed ? cardPicture(board.revealed, `r-${board.revealed}`) : emptyPlace()}
      <span class="under"><span>${gettext("at stake")}</span></span>
    </div>
  </div>`;
}

const emptyPlace = () => html`<span class="bare">${drawing("frame")}</span>`;

function cardSlot(scene, state, seat) {
  const played = scene.trick[seat];
  const place = seat === scene.near ? "near" : "far";
  const { leads, wins, sending } = played ?? {};
  const awaited = !scene.done && !played && scene.board.turn === seat;
  return html`<div class="slot ${place} ${joinClasses({ wins, sending, awaited })}">
    ${played ? cardPicture(played.code, played.move) : emptyPlace()}
    <span class="under">${leads ? drawing("lead") : nothing}<span>${
      sending ? gettext("sending …") : getName(scene, seat)}</span></span>
    ${wins && !scene.going ? html`<span class="took">${icon("trick")}</span>` : nothing}
  </div>`;
}

const joinClasses = (marks) => Object.keys(marks).filter((mark) => marks[mark]).join(" ");
const getName = (scene, seat) => (isMine(scene, seat) ? gettext("You") : playerName(scene, seat));

/**
 * Draw what the finished trick gives to each seat, and the button that goes on.
 * @param {import("./scene.js").Scene} scene
 */
export function gainsPanel(scene, state, act) {
  if (!scene.won || scene.going) return nothing;
  return html`<div class="spoils">
    ${[scene.near, scene.far].map((seat) => gainShare(scene, seat))}
    <button class="on" type="button" id="go-on" .style=${`--hold:${act.hold()}s`} ?data-stays=${!act.hold()}
      @click=${act.dismiss}>${continueText(scene)}</button>
  </div>`;
}

const continueText = (scene) =>
  scene.done.phase === 1 && scene.view.board.phase === 2 ? gettext("To phase two") : gettext("Continue");

function gainShare(scene, seat) {
  const gains = scene.done.gains.filter((gain) => gain.seat === seat && gain.pile !== "discard");
  if (!gains.length) return nothing;
  return html`<span class="share"><b aria-hidden="true">${getName(scene, seat)}</b>${
    gains.map((gain) => gainChip(scene, gain))}</span>`;
}

/** Draw a card gained, with the icon of followers or of the score pile. */
function gainChip(scene, gain) {
  const text = gainText(scene, gain);
  return html`<span class="spoil ${gain.pile}" role="img" aria-label=${text} title=${text}>
    ${gain.card ? html`<i class="chip" data-faction=${gain.card[0]}>${drawing(gain.card[0])}${gain.card.slice(1)}</i>`
      : html`<i class="chip unseen">?</i>`}${gain.pile === "score" ? icon("score") : icon("band")}</span>`;
}

/** Draw a large card with its name, for dialogs. @param {string} code @param {string} [mark] what it was */
export const namedCard = (code, mark = "") => html`<figure class="named">${cardPicture(code)}
  <figcaption>${cardName(code)}${mark ? html`<br><small>${mark}</small>` : nothing}</figcaption></figure>`;
