/** Aid in games against bots: hints and cards taken back, in sentences. */
import { cardName, fill, joinSentences } from "../shared/texts.js";

/**
 * Return whether cards were taken back since an earlier view.
 * @param {object|null} before @param {object} view @returns {boolean}
 */
export const hasTakenBack = (before, view) => (before?.aid?.line ?? 0) < (view.aid?.line ?? 0);

/**
 * Create the note of a hint.
 * @param {{card: string, text: string}} hint @returns {{kind: "advice", title: string, text: string}}
 */
export const createHintNote = (hint) =>
  ({ kind: "advice", title: fill(gettext("Hint: %(card)s."), { card: cardName(hint.card) }), text: hint.text });

/**
 * Return the note of a newer view about aid.
 * @param {object|null} before @param {object} view
 * @returns {{kind: "advice"|"info", title?: string, text: string}|null}
 */
export function getAidNote(before, view) {
  if (view.you === null || !view.aid) return null;
  if (before && hasTakenBack(before, view)) return { kind: "info", text: takenBackText() };
  return view.aid.hint && !isKnownHint(before, view) ? createHintNote(view.aid.hint) : null;
}

const isKnownHint = (before, view) => Boolean(before?.aid?.hint) && before.board.ply === view.board.ply;

const takenBackText = () =>
  gettext("Undone. You may have seen more; your opponent forgets it.");

/** Return how much aid there was, for the end. @param {{view: object}} scene @returns {string} "" without any */
export function helpText({ view: { aid, you, players } }) {
  if (!aid) return "";
  const [hints, undone] = you === null ? THEIR_AID : YOUR_AID;
  const name = players.find((player) => player && !player.opponent)?.name;
  const say = (format, count) => (count ? fill(format(count), { count, name }) : "");
  return joinSentences([say(hints, aid.hints), say(undone, aid.line)]);
}

const YOUR_AID = [
  (count) => ngettext("You used %(count)s hint.", "You used %(count)s hints.", count),
  (count) => ngettext("You undid %(count)s card.", "You undid %(count)s cards.", count),
];
const THEIR_AID = [
  (count) => ngettext("%(name)s used %(count)s hint.", "%(name)s used %(count)s hints.", count),
  (count) => ngettext("%(name)s undid %(count)s card.", "%(name)s undid %(count)s cards.", count),
];

/**
 * Return the level of a bot.
 * @param {object|null} opponent as in a view @returns {string} "level 2", "" where that is not known
 */
export const levelText = (opponent) =>
  (opponent?.strength ? fill(gettext("level %(strength)s"), opponent) : "");
