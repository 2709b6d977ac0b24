/** What slides up over a page at the table, on a pad as on a display. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say } from "../shared/texts.js";
import { inviteCard } from "./invite.js";

/**
 * @typedef {{kind: string, body: object}} Sheet
 * @typedef {Record<string, (view: object, state: import("./state.js").State, act: object) => object>} Sheets by kind
 */

export const title = (text) => html`<h2 id="sheet-title" tabindex="-1" autofocus>${text}</h2>`;

export const big = (id, text, click, kind = "") =>
  html`<button type="button" class="button big ${kind}" id=${id} @click=${click}>${text}</button>`;

/** A no and a yes side by side. */
export const choice = (no, yes) => html`<div class="choice-row">${no}${yes}</div>`;

export const close = (act) =>
  html`<button type="button" class="button wide" id="close-sheet" @click=${act.close}>${gettext("Close")}</button>`;

/**
 * The sheet that was opened here. Nobody else's tap opens one: who asks to come in stands in the table's list.
 * @param {Sheets} sheets those of this page @returns {Sheet|null}
 */
export function sheetOf(view, state, act, sheets) {
  if (state.link === "ended") return null;
  const body = state.sheet ? sheets[state.sheet]?.(view, state, act) : null;
  return body ? { kind: state.sheet, body } : null;
}

/** The dialog that holds the sheet; a tap beside it is meant as its way out. @param {Sheet|null} found */
export const sheetFrame = (found, act) => html`<dialog id="sheet" aria-labelledby="sheet-title" @cancel=${act.cancelled}
    @click=${(event) => event.target === event.currentTarget && act.cancelled(event)}>
    <div class="sheet-body">${found?.body ?? nothing}</div></dialog>`;

/** Opens and closes what was drawn; another sheet opens anew, so that its title gets the focus. */
export function showSheet(dialog, kind) {
  if (!dialog) return;
  if (kind && dialog.dataset.kind !== kind && dialog.open) dialog.close();
  dialog.dataset.kind = kind ?? "";
  if (kind && !dialog.open) dialog.showModal();
  if (!kind && dialog.open) dialog.close();
}

/** @type {Sheets} */
export const SHEETS = {
  "seat-code": (view, { seatInvite }, act) => [...seatCode(view, seatInvite), close(act)],
  remove: (view, { removing }, act) => [title(removing?.name
    ? say(gettext("Remove %(name)s from the table?"), { name: removing.name })
    : gettext("Remove this device from the table?")),
  choice(big("remove-no", gettext("No"), act.close), big("remove-yes", gettext("Remove"), act.remove, "primary"))],
};

/** A code is announced once it is there to be scanned. */
const seatCode = (view, invite) => (invite
  ? [title(codeTitle(view, invite)), inviteCard(invite, "sheet"), html`<p class="soft">${onceText(invite.seconds)}</p>`]
  : [title(gettext("Making a code …"))]);

function onceText(seconds) {
  const count = Math.round(seconds / 60);
  const text = ngettext("It works once, for %(count)s minute.", "It works once, for %(count)s minutes.", count);
  return say(text, { count });
}

function codeTitle(view, invite) {
  if (invite.seat !== 0 && invite.seat !== 1) return gettext("Scan it with the screen");
  return say(gettext("Scan it with the new phone of %(name)s"), { name: view.names[invite.seat] });
}
