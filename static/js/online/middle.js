/** The middle of the felt: the deck, the revealed card and the trick. */
import { html, nothing } from "../../vendor/lit-html.js";
import { back, drawing, picture } from "../shared/cards.js";
import { cardName, say } from "../shared/texts.js";
import { captions, hintText, PARTS, unknownPower } from "./captions.js";
import { mine, playerName } from "./scene.js";
import { sign } from "./signs.js";
import { begins, gainText, progress } from "./texts.js";

/** @param {import("./scene.js").Scene} scene */
export function middle(scene, state, act) {
  const { board, done } = scene;
  if (!board) return html`<section class="court empty">${drawing("laurel")}</section>`;
  return html`<section class="court ${done && scene.won ? "done" : ""}" aria-label=${gettext("The table")}
      @click=${() => act.held() && act.dismiss()}>
    ${head(scene, act)}
    ${told(scene, state, act)}
    ${lay(scene, state)}
  </section>`;
}

/** What lies there: the deck, the card at stake, and the trick. @param {import("./scene.js").Scene} scene */
export const lay = (scene, state) => html`<div class="room"><div class="lay">
  ${scene.board.phase === 1 ? stock(scene) : nothing}
  <div class="trick">${[scene.near, scene.far].map((seat) => slot(scene, state, seat))}</div>
</div></div>`;

/** A band across the felt: the powers that acted, or what has just begun. Whoever listens hears it below. */
function told(scene, state, act) {
  const said = [...captions(scene), scene.trick.some(Boolean) ? "" : begins(scene)].filter(Boolean);
  if (!said.length) return nothing;
  return html`<div class="told ${scene.done ? "" : "begins"}" aria-hidden="true">${
    said.map((text) => html`<p>${text}</p>`)}</div>
    ${hint(scene, state, act)}`;
}

/** A power that acts for the first time is explained, until its cards go. */
function hint(scene, state, act) {
  const power = scene.won && !scene.going ? unknownPower(scene.done, state.hinted) : null;
  if (!power) return nothing;
  return html`<p class="hint">${hintText(power)} <a href="${act.urls.rules}#${PARTS[power]}" target="_blank"
    @click=${(event) => event.stopPropagation()}>${gettext("The rules")}</a></p>`;
}

function head(scene, act) {
  return html`<div class="head">
    <h2>${progress(scene.board)}</h2>
    <button class="tool" type="button" id="last" aria-haspopup="dialog" ?disabled=${!scene.view.board.last}
      @click=${act.opens("last")}>${sign("tricks")}<span>${gettext("Last trick")}</span></button>
    ${scene.view.board.memory ? memory(act) : nothing}
    <button class="tool round" type="button" id="help" aria-haspopup="dialog" aria-label=${gettext("Help and keys")}
      @click=${act.opens("help")}>?</button>
    ${scene.you === null ? nothing : leave(scene, act)}
  </div>`;
}

const memory = (act) => html`<button class="tool" type="button" id="seen" aria-haspopup="dialog"
  @click=${act.opens("seen")}>${sign("seen")}<span>${gettext("Cards")}</span></button>`;

/** Before the first card a game is called off; afterwards it is resigned. */
function leave(scene, act) {
  const early = scene.view.board.ply === 0;
  const label = early ? gettext("Call the game off") : gettext("Resign");
  return html`<button class="tool round" type="button" id="leave" aria-haspopup="dialog"
    aria-label=${label} title=${label}
    @click=${act.opens(early ? "calloff" : "resign")}>${sign("leave")}</button>`;
}

/** Deck and revealed card; when a trick is over its second card, drawn unseen, lies ready on the deck. */
function stock(scene) {
  const { board, done } = scene;
  const format = ngettext("%(count)s card in the deck", "%(count)s cards in the deck", board.deck);
  const label = say(format, { count: board.deck });
  return html`<div class="stock">
    <span class="deck" role="img" aria-label=${label} title=${label}>
      ${board.deck ? [back(), back(), back()] : nothing}<b>${board.deck}</b></span>
    ${done && scene.going ? html`<span class="drawn">${done.blind ? picture(done.blind) : back()}</span>` : nothing}
    <div class="revealed">
      ${board.revealed ? picture(board.revealed, `r-${board.revealed}`) : bare()}
      <span class="under"><span>${gettext("at stake")}</span></span>
    </div>
  </div>`;
}

const bare = () => html`<span class="bare">${drawing("frame")}</span>`;

function slot(scene, state, seat) {
  const played = scene.trick[seat];
  const place = seat === scene.near ? "near" : "far";
  const { leads, wins, sending } = played ?? {};
  const awaited = !scene.done && !played && scene.board.turn === seat;
  return html`<div class="slot ${place} ${classes({ wins, sending, awaited })}">
    ${played ? picture(played.code, played.move) : bare()}
    <span class="under">${leads ? drawing("lead") : nothing}<span>${
      sending ? gettext("sending …") : who(scene, seat)}</span></span>
    ${wins && !scene.going ? html`<span class="took">${sign("trick")}</span>` : nothing}
  </div>`;
}

const classes = (marks) => Object.keys(marks).filter((mark) => marks[mark]).join(" ");
const who = (scene, seat) => (mine(scene, seat) ? gettext("You") : playerName(scene, seat));

/** What the finished trick gives to whom, and the way on. @param {import("./scene.js").Scene} scene */
export function spoils(scene, state, act) {
  if (!scene.won || scene.going) return nothing;
  return html`<div class="spoils">
    ${[scene.near, scene.far].map((seat) => share(scene, seat))}
    <button class="on" type="button" id="go-on" .style=${`--hold:${act.hold()}s`} ?data-stays=${!act.hold()}
      @click=${act.dismiss}>${goOn(scene)}</button>
  </div>`;
}

const goOn = (scene) =>
  scene.done.phase === 1 && scene.view.board.phase === 2 ? gettext("To phase two") : gettext("Go on");

function share(scene, seat) {
  const gains = scene.done.gains.filter((gain) => gain.seat === seat && gain.pile !== "discard");
  if (!gains.length) return nothing;
  return html`<span class="share"><b aria-hidden="true">${who(scene, seat)}</b>${
    gains.map((gain) => spoil(scene, gain))}</span>`;
}

/** A card gained: recruited ones wear the sign of the band of followers, scored ones that of the score pile. */
function spoil(scene, gain) {
  const text = gainText(scene, gain);
  return html`<span class="spoil ${gain.pile}" role="img" aria-label=${text} title=${text}>
    ${gain.card ? html`<i class="chip" data-faction=${gain.card[0]}>${drawing(gain.card[0])}${gain.card.slice(1)}</i>`
      : html`<i class="chip unseen">?</i>`}${gain.pile === "score" ? sign("score") : sign("band")}</span>`;
}

/** One card large with its name, for the dialogs. @param {string} code @param {string} [mark] what it was */
export const named = (code, mark = "") => html`<figure class="named">${picture(code)}
  <figcaption>${cardName(code)}${mark ? html`<br><small>${mark}</small>` : nothing}</figcaption></figure>`;
