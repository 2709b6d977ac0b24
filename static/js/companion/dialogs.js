/** Sheets that slide up over pad and display. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill } from "../shared/texts.js";
import { inviteCard } from "./components.js";

/**
 * @typedef {{kind: string, body: object}} Sheet
 * @typedef {Record<string, (view: object, state: import("./state.js").State, act: object) => object>} Sheets by kind
 */

/** Draw the title of a sheet. */
export const sheetTitle = (text) => html`<h2 id="sheet-title" tabindex="-1" autofocus>${text}</h2>`;

/** Draw a big button. */
export const bigButton = (id, text, click, kind = "") =>
  html`<button type="button" class="button big ${kind}" id=${id} @click=${click}>${text}</button>`;

/** Draw a no and a yes side by side. */
export const choiceRow = (no, yes) => html`<div class="choice-row">${no}${yes}</div>`;

/** Draw the button that closes a sheet. */
export const closeButton = (act) =>
  html`<button type="button" class="button wide" id="close-sheet" @click=${act.close}>${gettext("Close")}</button>`;

/** Return the sheet that was opened on this device. @param {Sheets} sheets those of this page @returns {Sheet|null} */
export function findSheet(view, state, act, sheets) {
  if (state.link === "ended") return null;
  const body = state.sheet ? sheets[state.sheet]?.(view, state, act) : null;
  return body ? { kind: state.sheet, body } : null;
}

/** Draw the dialog of a sheet. A tap beside it cancels. @param {Sheet|null} found */
export const sheetFrame = (found, act) => html`<dialog id="sheet" aria-labelledby="sheet-title" @cancel=${act.cancelled}
    @click=${(event) => event.target === event.currentTarget && act.cancelled(event)}>
    <div class="sheet-body">${found?.body ?? nothing}</div></dialog>`;

/** Open or close the dialog. Another sheet opens anew, so that its title gets the focus. */
export function showSheet(dialog, kind) {
  if (!dialog) return;
  if (kind && dialog.dataset.kind !== kind && dialog.open) dialog.close();
  dialog.dataset.kind = kind ?? "";
  if (kind && !dialog.open) dialog.showModal();
  if (!kind && dialog.open) dialog.close();
}

/** Sheets of pad and display. @type {Sheets} */
export const SHEETS = {
  "seat-code": (view, state, act) => [...seatCodeSheet(view, state, act), closeButton(act)],
  remove: (view, { removing }, act) => [sheetTitle(removing?.name
    ? fill(gettext("Remove %(name)s from the table?"), { name: removing.name })
    : gettext("Remove this device from the table?")),
  choiceRow(bigButton("remove-no", gettext("Cancel"), act.close),
    bigButton("remove-yes", gettext("Remove"), act.remove, "primary"))],
};

/** Draw a code to scan, or that it is on its way. */
const seatCodeSheet = (view, state, act) => (state.seatInvite
  ? [sheetTitle(codeTitle(view, state.seatInvite)), inviteCard(state.seatInvite, "sheet", state, act),
    html`<p class="soft">${onceText(state.seatInvite.seconds)}</p>`]
  : [sheetTitle(gettext("Creating a code …"))]);

function onceText(seconds) {
  const count = Math.round(seconds / 60);
  const text = ngettext("Works once, for %(count)s minute.", "Works once, for %(count)s minutes.", count);
  return fill(text, { count });
}

function codeTitle(view, invite) {
  if (invite.seat !== 0 && invite.seat !== 1) return gettext("Scan with the new display");
  return fill(gettext("Scan with %(name)s's new device"), { name: view.names[invite.seat] });
}
