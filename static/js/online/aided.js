/** Hints and cards taken back, in games against the site: what a newer view brings of them, in words. */
import { cardName, say, together } from "../shared/texts.js";

/** @param {object|null} before @param {object} view @returns {boolean} whether cards were taken back since */
export const wentBack = (before, view) => (before?.aid?.line ?? 0) < (view.aid?.line ?? 0);

/** @param {{card: string, text: string}} hint @returns {string} */
export const hintText = (hint) => together([say(gettext("Hint: %(card)s."), { card: cardName(hint.card) }), hint.text]);

/**
 * What is to be said of a newer view.
 * @param {object|null} before @param {object} view
 * @returns {{kind: "advice"|"info", text: string}|null} a note of the page
 */
export function noteOf(before, view) {
  if (view.you === null || !view.aid) return null;
  if (before && wentBack(before, view)) return { kind: "info", text: takenBackText() };
  return view.aid.hint && !knownHint(before, view) ? { kind: "advice", text: hintText(view.aid.hint) } : null;
}

const knownHint = (before, view) => Boolean(before?.aid?.hint) && before.board.ply === view.board.ply;

const takenBackText = () =>
  gettext("Taken back. What you saw meanwhile you still know; your opponent plays as if it had not been.");

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
