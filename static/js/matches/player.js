/** One player of a match: name, presence, clock and followers; bots with level and pace. */
import { html, nothing } from "../../vendor/lit-html.js";
import { cardBack, cardFace, drawing } from "../shared/cards.js";
import { fill } from "../shared/texts.js";
import { levelText } from "./aid.js";
import { speechBubble } from "./chat_dialog.js";
import { icon } from "./icons.js";
import { playerName, programText } from "./scene.js";
import { awayText } from "./texts.js";

/**
 * Draw one player.
 * @param {import("./scene.js").Scene} scene @param {import("./state.js").State} state @param {0|1} seat
 */
export function player(scene, state, seat, act) {
  const { board } = scene;
  const turn = !scene.done && !scene.over && !scene.view.frozen && board?.turn === seat;
  const place = seat === scene.near ? "near" : "far";
  return html`<section class="player ${place} ${turn ? "turn" : ""}" aria-label=${playerName(scene, seat)}>
    ${playerDisk(scene, state, seat, act)}
    <div class="who">
      <b class="name">${playerName(scene, seat)}</b>
      <span class="role">${clock(scene, seat)}${state.speaking ? speechBubble(state, seat) : nothing}${
        botLabel(scene, seat)}${role(scene, state, seat, turn)}</span>
    </div>
    ${board ? [backs(scene, seat), followers(scene, seat, act), scene.over ? nothing : votes(scene, seat)] : nothing}
  </section>`;
}

/** Draw a clock. Its figures are written by the ticker of `clock.js`. */
function clock(scene, seat) {
  if (!scene.view.clock) return nothing;
  const runs = scene.view.clock.runs === seat && !scene.over;
  return html`<span class="clock ${runs ? "runs" : ""}" role="timer" title=${gettext("Time left")}><span
    class="visually-hidden">${gettext("Time left")}</span><b data-clock=${seat}></b></span>`;
}

/** Draw the disk of a player, as a button where the page has details of the bot. */
function playerDisk(scene, state, seat, act) {
  const shown = disk(scene, state, seat);
  return scene.view.players[seat]?.opponent && act.opponents ? portraitButton(scene, seat, act, shown) : shown;
}

function disk(scene, state, seat) {
  const here = isHere(scene, state, seat);
  const word = getBadge(scene.view.players[seat]);
  const kind = `${getPortrait(scene, seat) ? "site" : here ? "here" : "gone"} ${word ? "marked" : ""}`;
  return html`<span class="disk ${kind}" aria-hidden="true">${playerFace(scene, seat)}${
    word ? html`<i>${word}</i>` : nothing}</span>`;
}

/** Return whether a player is here. A reader whose connection is lost is not. */
const isHere = (scene, { beat, link }, seat) =>
  !(link === "lost" && seat === scene.you) && (beat ? beat.here[seat] : true);

const getPortrait = (scene, seat) => scene.view.players[seat]?.opponent?.face;

/** Draw the face of a player: a bot's portrait, a person's initial. @param {import("./scene.js").Scene} scene */
export function playerFace(scene, seat) {
  const portrait = getPortrait(scene, seat);
  return portrait ? drawing(portrait, "portrait") : [...playerName(scene, seat)][0];
}

const getBadge = (sitter) => (sitter?.opponent?.face ? gettext("AI") : sitter?.program ? gettext("bot") : null);

/** Draw the mark of a bot or a person's program for screen readers; the portrait has it, too. */
function botLabel(scene, seat) {
  const { opponent, program } = scene.view.players[seat] ?? {};
  if (program) return html`<span class="visually-hidden">${programText()}</span>`;
  return opponent ? html`<span class="visually-hidden">${gettext("computer opponent")}</span><span class="level">${
    levelText(opponent)}</span>` : nothing;
}

function role(scene, state, seat, turn) {
  const mine = seat === scene.you;
  if (!mine && isAway(scene, state, seat)) return html`<span class="away">${awayText(state.beat.away[seat])}</span>`;
  const leads = scene.board?.leader === seat && !scene.over;
  const flag = leads ? drawing("lead") : nothing;
  if (turn) return html`<span class="plays">${flag}${mine ? gettext("your turn") : gettext("to play")}</span>`;
  return leads ? flagTag(flag) : ownTag(scene, seat);
}

/** Draw which seat is the reader's, unless its name says so, as in lessons. */
const ownTag = (scene, seat) =>
  (seat === scene.you && playerName(scene, seat) !== gettext("You") ? gettext("you") : nothing);

/** Draw the flag of who leads the trick, without the word: "leads" in sight is said of the votes. */
const flagTag = (flag) => html`<span class="leads" role="img" aria-label=${gettext("leads")}
  title=${gettext("leads")}>${flag}</span>`;

const isAway = (scene, { beat }, seat) => beat && !beat.here[seat] && scene.view.status === "playing";

/** Draw a hidden hand as a fan of backs with its count. */
function backs(scene, seat) {
  if (seat === scene.you || scene.over) return nothing;
  const count = scene.board.sizes[seat];
  const label = fill(ngettext("%(count)s card in hand", "%(count)s cards in hand", count), { count });
  const next = scene.next?.seat === seat ? scene.next : null;
  return html`<span class="backs" role="img" aria-label=${label} title=${label}>
    ${Array.from({ length: next ? count - 1 : count }, cardBack)}${
      next ? nextLead(next) : nothing}<b>${count}</b></span>`;
}

/** Draw the lead that the other player holds out while the trick before it is looked at. */
const nextLead = ({ code, move }) => html`<span class="card next" data-move=${move}>${cardFace(code)}</span>`;

/** Draw the followers, face up where they may be seen: the reader's own, and open ones of a replay. */
function followers(scene, seat, act) {
  const { board } = scene;
  if (board.phase !== 1 || scene.over) return nothing;
  const count = board.followers[seat];
  const label = fill(ngettext("%(count)s follower", "%(count)s followers", count), { count });
  const open = scene.recruits ? scene.recruits[seat] : seat === scene.you && board.recruits;
  const inside = html`${icon("band")}<b>${count}</b><span class="band" .style=${`--n:${count}`}>${
    followerCards(open, count)}</span>`;
  if (!open) {
    return html`<span class="pile" role="img" aria-label=${label} title=${label}>${inside}</span>`;
  }
  const look = fill(ngettext("View %(count)s follower", "View %(count)s followers", count), { count });
  const id = seat === scene.near ? "followers" : nothing;
  return html`<button class="pile" type="button" id=${id} aria-haspopup="dialog" aria-label=${look}
    @click=${() => act.open("followers")}>${inside}</button>`;
}

const followerCards = (open, count) => (open
  ? open.map((code) => html`<span class="card">${cardFace(code)}</span>`) : Array.from({ length: count }, cardBack));

/** Draw in how many factions a seat is ahead, without words where in none, and its votes at the end of a replay. */
function votes({ board, decided }, seat) {
  const count = board.tally.filter((entry) => entry.ahead === seat).length;
  const [label, words] = decided ? castTexts(count) : aheadTexts(count, board.enough);
  return html`<span class="votes ${count ? "" : "none"}" role="img" aria-label=${label} title=${label}>${
    icon("vote")}<b>${words}</b></span>`;
}

function aheadTexts(count, enough) {
  const format = ngettext("Ahead in %(count)s faction. %(enough)s votes win the game.",
    "Ahead in %(count)s factions. %(enough)s votes win the game.", count);
  return [fill(format, { count, enough }), fill(gettext("leads %(count)s"), { count })];
}

function castTexts(count) {
  const text = fill(ngettext("%(count)s vote", "%(count)s votes", count), { count });
  return [text, text];
}

const PACES = { human: () => gettext("like a person"), quick: () => gettext("fast") };

/** Return the seat of a bot. @param {import("./scene.js").Scene} scene @returns {0|1|null} */
export const findBotSeat = (scene) =>
  [scene.far, scene.near].find((seat) => scene.view.players[seat]?.opponent) ?? null;

/** Draw the details of the bot. @param {import("./scene.js").Scene} scene */
export function botDetails(scene, act) {
  const seat = findBotSeat(scene);
  const { opponent } = scene.view.players[seat] ?? {};
  if (!opponent) return nothing;
  const { manner } = act.opponents[opponent.level] ?? {};
  return [
    html`<p><b>${levelText(opponent)}</b>${manner ? ` · ${manner}` : ""}</p>`,
    scene.you === null || scene.over ? nothing : paceChoice(act),
  ];
}

const paceChoice = (act) =>
  html`<fieldset class="pace"><legend>${gettext("Opponent's speed")}</legend>
  ${Object.keys(PACES).map((name) => html`<label class="check"><input type="radio" name="pace" value=${name}
    .checked=${act.pace() === name} @change=${() => act.setPace(name)}><span>${PACES[name]()}</span></label>`)}
</fieldset>`;

/** Draw the choice of a bot for the rematch. @param {import("./scene.js").Scene} scene */
export function botChoice(scene, act) {
  const { opponent } = scene.view.players[findBotSeat(scene)] ?? {};
  if (!opponent || !Object.keys(act.opponents).length) return nothing;
  return html`<label class="against"><span>${gettext("Rematch against")}</span><select id="level">
    ${Object.entries(act.opponents).map(([level, { label }]) => html`<option value=${level}
      ?selected=${level === opponent.level}>${label}</option>`)}</select></label>`;
}

/** Draw a bot's portrait as a button. @param {import("./scene.js").Scene} scene @param {0|1} seat */
export function portraitButton(scene, seat, act, inside) {
  const label = fill(gettext("About %(name)s"), { name: playerName(scene, seat) });
  return html`<button class="look" type="button" id="opponent" aria-haspopup="dialog" aria-label=${label} title=${label}
    @click=${act.opens("opponent")}>${inside}</button>`;
}
