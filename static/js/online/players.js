/** The two people of a match: who they are, whether they are here, what they hold. */
import { html, nothing } from "../../vendor/lit-html.js";
import { back, drawing, face } from "../shared/cards.js";
import { say } from "../shared/texts.js";
import { levelText } from "./aided.js";
import { portraitButton } from "./opponent.js";
import { playerName, programText } from "./scene.js";
import { sign } from "./signs.js";
import { bubble } from "./talk.js";
import { awayText } from "./texts.js";

/** @param {import("./scene.js").Scene} scene @param {import("./state.js").State} state @param {0|1} seat */
export function player(scene, state, seat, act) {
  const { board } = scene;
  const turn = !scene.done && !scene.over && board?.turn === seat;
  const place = seat === scene.near ? "near" : "far";
  return html`<section class="player ${place} ${turn ? "turn" : ""}" aria-label=${playerName(scene, seat)}>
    ${whoSits(scene, state, seat, act)}
    <div class="who">
      <b class="name">${playerName(scene, seat)}</b>
      <span class="role">${clock(scene, seat)}${ofTheSite(scene, seat)}${role(scene, state, seat, turn)}</span>
    </div>
    ${board ? [backs(scene, seat), followers(scene, seat, act), scene.over ? nothing : votes(board, seat)] : nothing}
    ${state.speaking ? bubble(state, seat) : nothing}
  </section>`;
}

/** The figures go on by themselves, see `ticking.js`: nothing is drawn into them here. */
function clock(scene, seat) {
  if (!scene.view.clock) return nothing;
  const runs = scene.view.clock.runs === seat && !scene.over;
  return html`<span class="clock ${runs ? "runs" : ""}" role="timer" title=${gettext("Time left")}><span
    class="visually-hidden">${gettext("Time left")}</span><b data-clock=${seat}></b></span>`;
}

/** A page that has nothing to tell of the site's own, as a replay, knows no opponents: there it is no button. */
function whoSits(scene, state, seat, act) {
  const shown = disk(scene, state, seat);
  return scene.view.players[seat]?.opponent && act.opponents ? portraitButton(scene, seat, act, shown) : shown;
}

function disk(scene, state, seat) {
  const here = state.beat ? state.beat.here[seat] : true;
  const portrait = scene.view.players[seat]?.opponent?.face;
  const shown = portrait ? drawing(portrait, "portrait") : [...playerName(scene, seat)][0];
  const word = markOf(scene.view.players[seat]);
  const kind = `${portrait ? "site" : here ? "here" : "gone"}${word ? " marked" : ""}`;
  return html`<span class="disk ${kind}" aria-hidden="true">${shown}${word ? html`<i>${word}</i>` : nothing}</span>`;
}

const markOf = (sitter) => (sitter?.opponent?.face ? gettext("site") : sitter?.program ? gettext("bot") : null);

/** One of the site's own, or a person's program, is marked as such on its portrait, and here for whoever listens. */
function ofTheSite(scene, seat) {
  const { opponent, program } = scene.view.players[seat] ?? {};
  if (program) return html`<span class="visually-hidden">${programText()}</span>`;
  return opponent ? html`<span class="visually-hidden">${gettext("opponent of the site")}</span><span class="level">${
    levelText(opponent)}</span>` : nothing;
}

function role(scene, state, seat, turn) {
  const mine = seat === scene.you;
  if (!mine && isAway(scene, state, seat)) return html`<span class="away">${awayText(state.beat.away[seat])}</span>`;
  const leads = scene.board?.leader === seat && !scene.over;
  const flag = leads ? drawing("lead") : nothing;
  if (turn) return html`<span class="plays">${flag}${mine ? gettext("your turn") : gettext("to play")}</span>`;
  if (leads) return html`<span class="leads">${flag}${gettext("leads")}</span>`;
  return mine ? gettext("you") : nothing;
}

const isAway = (scene, { beat }, seat) => beat && !beat.here[seat] && scene.view.status === "playing";

/** The cards that a hand holds unseen: a little fan of backs with its count. */
function backs(scene, seat) {
  if (seat === scene.you || scene.over) return nothing;
  const count = scene.board.sizes[seat];
  const label = say(ngettext("%(count)s card in hand", "%(count)s cards in hand", count), { count });
  return html`<span class="backs" role="img" aria-label=${label} title=${label}>
    ${Array.from({ length: count }, back)}<b>${count}</b></span>`;
}

/** The band of followers as it grows, with their faces where they may be seen: one's own, in a replay the open ones. */
function followers(scene, seat, act) {
  const { board } = scene;
  if (board.phase !== 1 || scene.over) return nothing;
  const count = board.followers[seat];
  const label = say(ngettext("%(count)s follower", "%(count)s followers", count), { count });
  const open = scene.recruits ? scene.recruits[seat] : seat === scene.you && board.recruits;
  const inside = html`${sign("band")}<b>${count}</b><span class="band">${members(open, count)}</span>`;
  if (!open) {
    return html`<span class="pile" role="img" aria-label=${label} title=${label}>${inside}</span>`;
  }
  const look = say(ngettext("%(count)s follower: look at it", "%(count)s followers: look at them", count), { count });
  const id = seat === scene.near ? "followers" : nothing;
  return html`<button class="pile" type="button" id=${id} aria-haspopup="dialog" aria-label=${look}
    @click=${() => act.open("followers")}>${inside}</button>`;
}

const members = (open, count) => (open
  ? open.map((code) => html`<span class="card">${face(code)}</span>`) : Array.from({ length: count }, back));

/** How the race for the votes stands. */
function votes(board, seat) {
  const values = { count: board.tally.filter((entry) => entry.ahead === seat).length, enough: board.enough };
  const label = say(gettext("Votes as it stands: %(count)s of the %(enough)s that win"), values);
  const short = values.count > values.enough ? values.count : say(gettext("%(count)s of %(enough)s"), values);
  return html`<span class="votes" role="img" aria-label=${label} title=${label}>${sign("vote")}<span><b>${
    short}</b><i>${gettext("votes")}</i></span></span>`;
}
