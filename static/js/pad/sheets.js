/** What slides up over the pad: questions with two big buttons, codes and followers. */
import { html, nothing } from "../../vendor/lit-html.js";
import { FACTIONS } from "../cards.js";
import { say } from "../say.js";
import { chip } from "./head.js";
import { inviteCard } from "./invite.js";
import { unbroken } from "./texts.js";

/**
 * The sheet that is due: a conflict first, then somebody who asks to come in, then what was opened.
 * @returns {{kind: string, body: object}|null}
 */
export function sheetOf(shown, state, act) {
  if (state.link === "ended") return null;
  if (state.conflicts.length) return { kind: "conflict", body: conflict(state.conflicts[0], shown, act) };
  const request = shown.view.requests.find((one) => !state.away.includes(one.device));
  if (request && (shown.view.you.seats.length || shown.view.you.host)) return { kind: "request", body: letIn(request, shown.view, act) };
  const body = state.sheet ? SHEETS[state.sheet]?.(shown, state, act) : null;
  return body ? { kind: state.sheet, body } : null;
}

const title = (text) => html`<h2 id="sheet-title" tabindex="-1" autofocus>${text}</h2>`;
const big = (id, text, click, kind = "") => html`<button type="button" class="button big ${kind}" id=${id} @click=${click}>${text}</button>`;
const close = (act) => html`<button type="button" class="button wide" id="close-sheet" @click=${act.close}>${gettext("Close")}</button>`;

function conflict({ item, message, there }, shown, act) {
  const [yes, no] = wording(item, there, shown.view.names);
  return [title(message), html`<div class="choice-row">${big("conflict-keep", no, act.keepIt)}${big("conflict-change", yes, act.changeIt, "primary")}</div>`];
}

function wording(item, there, names) {
  if (item.type === "pile") return [gettext("Change them"), gettext("Keep them")];
  const [to, from] = item.type === "log" ? [unbroken(item.card), unbroken(there)] : [names[item.seat], names[there]];
  return [say(gettext("Change to %(what)s"), { what: to }), say(gettext("Keep %(what)s"), { what: from })];
}

function onceText(seconds) {
  const count = Math.round(seconds / 60);
  return say(ngettext("It works once, for %(count)s minute.", "It works once, for %(count)s minutes.", count), { count });
}

function letIn(request, view, act) {
  const text = say(gettext("A phone asks for the seat of %(name)s."), { name: view.names[request.seat] });
  return [title(text), html`<p>${say(gettext("It says its name is %(name)s. If you let it in, the phone that has the seat now loses it."), { name: request.name || "–" })}</p>
    <div class="choice-row">${big("turn-away", gettext("No"), () => act.letIn(request, false))}${big("let-in", gettext("Let it in"), () => act.letIn(request, true), "primary")}</div>`];
}

const SHEETS = {
  followers: (shown, state, act) => [title(followersTitle(shown.view)), ...shown.view.you.seats.map((seat) => followersOf(seat, shown.view, state, act)), close(act)],
  "seat-code": (shown, state, act) => [title(codeTitle(shown, state)),
    state.seatInvite ? [inviteCard(state.seatInvite, "sheet"), html`<p class="soft">${onceText(state.seatInvite.seconds)}</p>`] : html`<p>…</p>`, close(act)],
  close: (shown, state, act) => [title(gettext("End the game here?")),
    html`<p>${gettext("What was logged so far is counted. If it does not decide the game, it says so.")}</p>`,
    html`<div class="choice-row">${big("close-no", gettext("Go on playing"), act.close)}${big("close-yes", gettext("End it"), act.endGame, "primary")}</div>`],
  "depth-scoring": (shown, state, act) => depthSheet("scoring", gettext("Log the scoring only?"),
    gettext("Only Undead won in phase one and the cards of phase two are asked from now on. There is no way back."), act),
  "depth-piles": (shown, state, act) => depthSheet("piles", gettext("Count the final piles only?"),
    gettext("No more cards are asked: at the end you count each pile. There is no way back."), act),
  remove: (shown, state, act) => [title(state.removing?.name ? say(gettext("Remove %(name)s from the table?"), { name: state.removing.name }) : gettext("Remove this device from the table?")),
    html`<div class="choice-row">${big("remove-no", gettext("No"), act.close)}${big("remove-yes", gettext("Remove"), act.remove, "primary")}</div>`],
  asleep: (shown, state, act) => [title(gettext("Keep the screen on")), html`<p>${act.texts.asleep()}</p>`, close(act)],
  copy: (shown, state, act) => [title(gettext("Share the result")), html`<textarea class="share-text" readonly rows="8" aria-label=${gettext("The result as text")} .value=${state.shareText}
    @focus=${(event) => event.target.select()}></textarea>`, close(act)],
};

const codeTitle = (shown, state) => (state.seatInvite?.seat === 0 || state.seatInvite?.seat === 1
  ? say(gettext("Scan it with the new phone of %(name)s"), { name: shown.view.names[state.seatInvite.seat] }) : gettext("Scan it with the screen"));

const depthSheet = (name, question, text, act) => [title(question), html`<p>${text}</p>`,
  html`<div class="choice-row">${big("depth-no", gettext("No"), act.close)}${big("depth-yes", gettext("Yes, log less"), () => act.depth(name), "primary")}</div>`];

function followersTitle(view) {
  if (view.phase === 2 && view.trick === 1) return gettext("Phase two begins");
  return view.you.seats.length === 2 ? gettext("Followers") : gettext("My followers");
}

/** On a device of both players the followers of each are shown on demand alone. */
function followersOf(seat, view, state, act) {
  const cards = view.followers[seat] ?? [];
  const shared = view.you.seats.length === 2 && !state.peek;
  if (shared) return html`<p><button type="button" class="button wide" @click=${act.peek}>${say(gettext("Show those of %(name)s"), { name: view.names[seat] })}</button></p>`;
  return html`<section class="followers"><p>${knownText(cards.length, view.sizes[seat], view.you.seats.length === 2 ? view.names[seat] : null)}</p>
    ${FACTIONS.map((letter) => group(cards.filter((code) => code[0] === letter)))}</section>`;
}

const group = (cards) => (cards.length ? html`<p class="row">${cards.map((code) => chip(code))}</p>` : nothing);

function knownText(known, size, name) {
  const text = say(known >= size ? ngettext("%(size)s follower, all known.", "%(size)s followers, all known.", size)
    : gettext("%(known)s of %(size)s followers follow from the log; the rest are blind cards that were not logged."), { known, size });
  return name ? html`<b>${name}</b> ${text}` : text;
}
