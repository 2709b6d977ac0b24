/** What slides up over the pad alone: conflicts, followers, and questions with two big buttons. */
import { html, nothing } from "../../vendor/lit-html.js";
import { FACTIONS, say } from "../shared/texts.js";
import { chip } from "../table/marks.js";
import { big, choice, close, SHEETS, sheetOf, title } from "../table/sheets.js";
import { unbroken } from "./texts.js";

/**
 * The sheet that is due: a conflict comes before everything else.
 * @param {import("./project.js").Shown} shown @param {import("./state.js").State} state
 * @returns {import("../table/sheets.js").Sheet|null}
 */
export function padSheet({ view }, state, act) {
  const [first] = state.conflicts;
  if (first && state.link !== "ended") return { kind: "conflict", body: conflict(first, view, act) };
  return sheetOf(view, state, act, PAD_SHEETS);
}

function conflict({ item, message, there }, { names }, act) {
  const [yes, no] = wording(item, there, names);
  return [title(message),
    choice(big("conflict-keep", no, act.keepIt), big("conflict-change", yes, act.changeIt, "primary"))];
}

function wording(item, there, names) {
  if (item.type === "pile") return [gettext("Change them"), gettext("Keep them")];
  const [to, from] = item.type === "log" ? [unbroken(item.card), unbroken(there)] : [names[item.seat], names[there]];
  return [say(gettext("Change to %(what)s"), { what: to }), say(gettext("Keep %(what)s"), { what: from })];
}

/** @type {import("../table/sheets.js").Sheets} */
const PAD_SHEETS = {
  ...SHEETS,
  followers: (view, state, act) =>
    [title(followersTitle(view)), ...view.you.seats.map((seat) => followersOf(seat, view, state, act)), close(act)],
  close: (view, state, act) => [title(gettext("End the game here?")),
    html`<p>${gettext("What was logged so far is counted. If it does not decide the game, it says so.")}</p>`,
    choice(big("close-no", gettext("Go on playing"), act.close),
      big("close-yes", gettext("End it"), act.endGame, "primary"))],
  "depth-scoring": (view, state, act) => depthSheet("scoring", act, gettext("Log the scoring only?"), gettext(
    "Only Undead won in phase one and the cards of phase two are asked from now on. What is logged is kept.")),
  "depth-piles": (view, state, act) => depthSheet("piles", act, gettext("Count the final piles only?"),
    gettext("No more cards are asked: at the end you count each pile. What is logged is kept.")),
  copy: (view, { shareText }, act) => [title(gettext("Share the result")),
    html`<textarea class="share-text" readonly rows="8" aria-label=${gettext("The result as text")}
      .value=${shareText} @focus=${(event) => event.target.select()}></textarea>`, close(act)],
};

const depthSheet = (name, act, question, text) => [title(question), html`<p>${text}</p>`,
  choice(big("depth-no", gettext("No"), act.close),
    big("depth-yes", gettext("Yes, log less"), () => act.depth(name), "primary"))];

function followersTitle(view) {
  if (view.phase === 2 && view.trick === 1) return gettext("Phase two begins");
  return view.you.seats.length === 2 ? gettext("Followers") : gettext("My followers");
}

/** On a device of both players the followers of each are shown on demand alone. */
function followersOf(seat, view, state, act) {
  const cards = view.followers[seat] ?? [];
  const name = view.you.seats.length === 2 ? view.names[seat] : null;
  if (name !== null && !state.peek) return peekButton(name, act);
  return html`<section class="followers"><p>${knownText(cards.length, view.sizes[seat], name)}</p>
    ${FACTIONS.map((letter) => group(cards.filter((code) => code[0] === letter)))}</section>`;
}

const peekButton = (name, act) => html`<p><button type="button" class="button wide" @click=${act.peek}>${
  say(gettext("Show those of %(name)s"), { name })}</button></p>`;

const group = (cards) => (cards.length ? html`<p class="row">${cards.map((code) => chip(code))}</p>` : nothing);

function knownText(known, size, name) {
  const format = known >= size ? ngettext("%(size)s follower, all known.", "%(size)s followers, all known.", size)
    : gettext("%(known)s of %(size)s followers follow from the log; the rest are blind cards that were not logged.");
  const text = say(format, { known, size });
  return name ? html`<b>${name}</b> ${text}` : text;
}
