/** Offer to continue a game in the other mode, on the pages of both. */
import { fill } from "./texts.js";

/**
 * @typedef {object} Reader
 * @property {0|1|null} you the seat of the reader, null for others
 * @property {string[]} names of both seats
 * @property {boolean} online whether the game is played online now
 * @property {Record<string, string>} urls `transfer`, and `hand` at a table
 */

/**
 * Find what there is to say of the transfer, and where it leads.
 * @param {object|null} transfer of the view @param {Reader} reader
 * @returns {{text: string, url?: string, label?: string, asks?: boolean}|null}
 */
export function findTransferNote(transfer, { you, names, online, urls }) {
  if (!transfer) return null;
  if (transfer.game) return { text: gettext("This game has moved."), url: "", label: gettext("Follow it") };
  if (you === null) return null;
  const name = names[1 - you];
  if (transfer.agreed.every(Boolean)) return findHandNote(transfer.entered[you], name, urls);
  if (transfer.agreed[1 - you]) return { ...createQuestion(online, name), url: urls.transfer, asks: true };
  if (transfer.agreed[you]) {
    return { text: fill(gettext("You offered to move the game. Waiting for %(name)s …"), { name }),
      url: urls.transfer, label: gettext("Take back") };
  }
  return transfer.declined === 1 - you ? { text: fill(gettext("%(name)s wants to continue here."), { name }) } : null;
}

const createQuestion = (online, name) => ({
  text: fill(online ? gettext("%(name)s wants to continue with real cards.")
    : gettext("%(name)s wants to continue online."), { name }),
  label: gettext("Answer"),
});

function findHandNote(entered, name, urls) {
  if (entered) return { text: fill(gettext("Waiting for %(name)s's hand …"), { name }) };
  return { text: gettext("You both agreed to continue online."), url: urls.hand, label: gettext("Enter your hand"),
    asks: true };
}
