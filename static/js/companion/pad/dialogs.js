/** Sheets of the pad: conflicts, followers, and questions with two big buttons. */
import { html, nothing } from "../../../vendor/lit-html.js";
import { FACTIONS, fill } from "../../shared/texts.js";
import { cardChip } from "../components.js";
import { bigButton, choiceRow, closeButton, findSheet, SHEETS, sheetTitle } from "../dialogs.js";
import { ownFollowersFormat, unbrokenName } from "./texts.js";

/**
 * Find the sheet that is due. A conflict comes first.
 * @param {import("./projection.js").Shown} shown @param {import("./state.js").State} state
 * @returns {import("../dialogs.js").Sheet|null}
 */
export function findPadSheet({ view }, state, act) {
  const [first] = state.conflicts;
  if (first && state.link !== "ended") return { kind: "conflict", body: conflictSheet(first, view, act) };
  return findSheet(view, state, act, PAD_SHEETS);
}

function conflictSheet({ item, message, there }, { names }, act) {
  const [yes, no] = getConflictTexts(item, there, names);
  return [sheetTitle(message),
    choiceRow(bigButton("conflict-keep", no, act.keepIt), bigButton("conflict-change", yes, act.changeIt, "primary"))];
}

function getConflictTexts(item, there, names) {
  if (item.type === "pile") return [gettext("Change them"), gettext("Keep them")];
  const [to, from] = item.type === "log" ? [unbrokenName(item.card), unbrokenName(there)]
    : [names[item.seat], names[there]];
  return [fill(gettext("Change to %(what)s"), { what: to }), fill(gettext("Keep %(what)s"), { what: from })];
}

/** @type {import("../dialogs.js").Sheets} */
const PAD_SHEETS = {
  ...SHEETS,
  followers: (view, state, act) =>
    [sheetTitle(followersTitle(view)), ...view.you.seats.map((seat) => followersSection(seat, view, state, act)),
      closeButton(act)],
  close: (view, state, act) => [sheetTitle(gettext("End the game now?")),
    html`<p>${gettext("The game is scored from the log so far, even if that isn't enough to decide it.")}</p>`,
    choiceRow(bigButton("close-no", gettext("Keep playing"), act.close),
      bigButton("close-yes", gettext("End game"), act.endGame, "primary"))],
  "depth-scoring": (view, state, act) => depthSheet("scoring", act, gettext("Log only what scores?"), gettext(
    "From now on you log only Undead won in phase one and the cards of phase two. The log so far is kept."),
  gettext("Log less")),
  "depth-piles": (view, state, act) => depthSheet("piles", act, gettext("Count only the final piles?"),
    gettext("You log no more cards and count each pile at the end. The log so far is kept."), gettext("Count piles")),
  copy: (view, { shareText }, act) => [sheetTitle(gettext("Share result")),
    html`<textarea class="share-text" readonly rows="8" aria-label=${gettext("Result as text")}
      .value=${shareText} @focus=${(event) => event.target.select()}></textarea>`, closeButton(act)],
};

const depthSheet = (name, act, question, text, yes) => [sheetTitle(question), html`<p>${text}</p>`,
  choiceRow(bigButton("depth-no", gettext("Cancel"), act.close),
    bigButton("depth-yes", yes, () => act.depth(name), "primary"))];

const followersTitle = (view) =>
  (view.you.seats.length === 2 ? gettext("Followers") : gettext("Your followers"));

/** Draw the followers of a seat. On a device of both players they are shown on demand. */
function followersSection(seat, view, state, act) {
  const cards = view.followers[seat] ?? [];
  const name = view.you.seats.length === 2 ? view.names[seat] : null;
  if (name !== null && !state.peek) return peekButton(name, act);
  return html`<section class="followers"><p>${knownNote(cards.length, view.sizes[seat], name)}</p>
    ${FACTIONS.map((letter) => cardRow(cards.filter((code) => code[0] === letter)))}</section>`;
}

const peekButton = (name, act) => html`<p><button type="button" class="button wide" @click=${act.peek}>${
  fill(gettext("Show %(name)s's followers"), { name })}</button></p>`;

const cardRow = (cards) => (cards.length ? html`<p class="row">${cards.map((code) => cardChip(code))}</p>` : nothing);

function knownNote(known, size, name) {
  const text = fill(getKnownFormat(known, size, name), { known, size, blind: size - known });
  return name ? html`<b>${name}</b> ${text}` : text;
}

function getKnownFormat(known, size, name) {
  if (known >= size) return ngettext("%(size)s follower, all known.", "%(size)s followers, all known.", size);
  return name ? gettext("%(size)s followers: %(known)s known, %(blind)s drawn face down.")
    : ownFollowersFormat();
}
