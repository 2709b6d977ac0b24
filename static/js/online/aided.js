/** Hints and cards taken back, in games against the site: what a newer view brings of them, in words. */
import { cardName, say } from "../shared/texts.js";

/** @param {object|null} before @param {object} view @returns {boolean} whether cards were taken back since */
export const wentBack = (before, view) => (before?.aid?.line ?? 0) < (view.aid?.line ?? 0);

/** @param {{card: string, text: string}} hint @returns {{kind: "advice", title: string, text: string}} */
export const hintNote = (hint) =>
  ({ kind: "advice", title: say(gettext("Hint: %(card)s."), { card: cardName(hint.card) }), text: hint.text });

/**
 * What is to be said of a newer view.
 * @param {object|null} before @param {object} view
 * @returns {{kind: "advice"|"info", title?: string, text: string}|null} a note of the page
 */
export function noteOf(before, view) {
  if (view.you === null || !view.aid) return null;
  if (before && wentBack(before, view)) return { kind: "info", text: takenBackText() };
  return view.aid.hint && !knownHint(before, view) ? hintNote(view.aid.hint) : null;
}

const knownHint = (before, view) => Boolean(before?.aid?.hint) && before.board.ply === view.board.ply;

const takenBackText = () =>
  gettext("Taken back. You keep what you saw; your opponent plays as if it had not been.");

/** How much help there was, for the end. @param {{view: object}} scene @returns {string} "" without any */
export function helpText({ view: { aid } }) {
  const said = [];
  if (aid?.hints) said.push(say(ngettext("%(count)s hint", "%(count)s hints", aid.hints), { count: aid.hints }));
  if (aid?.line) {
    said.push(say(ngettext("taken back %(count)s time", "taken back %(count)s times", aid.line), { count: aid.line }));
  }
  return said.join(" · ");
}

/** @param {object|null} opponent as in a view @returns {string} "level 2", "" where that is not known */
export const levelText = (opponent) =>
  (opponent?.strength ? say(gettext("level %(strength)s"), opponent) : "");
