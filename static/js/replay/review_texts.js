/** Sentences of the review. Chances are given in a hundred, no more surely than they are known. */
import { cardName, fill } from "../shared/texts.js";
import { toPercent } from "./review.js";

/** Explain the curve of win chances, which jumps between the phases. */
export const curveText = () => gettext("In phase one, the line is an estimate from what the player to lead could know. "
  + "In phase two, all cards are known, and it shows who wins with best play.");

/**
 * Return the phase and number of a trick.
 * @param {{phase: 1|2, number: number}} step @returns {string} "Phase one · trick 3"
 */
export const trickHeading = ({ phase, number }) =>
  fill(phase === 1 ? gettext("Phase one · trick %(number)s") : gettext("Phase two · trick %(number)s"), { number });

/** Return where a card was played, as "Phase one · trick 3". @param {number} ply */
export function whereText(ply) {
  const trick = Math.floor(ply / 2);
  return trickHeading({ phase: trick < 13 ? 1 : 2, number: (trick % 13) + 1 });
}

/** Return a list of cards. @param {string[]} codes @returns {string} */
export function cardsText(codes) {
  if (codes.length < 2) return codes.map(cardName).join("");
  return fill(gettext("%(most)s or %(last)s"), {
    most: codes.slice(0, -1).map(cardName).join(gettext(", ")), last: cardName(codes.at(-1)),
  });
}

const KINDS = {
  mistake: () => gettext("mistake"),
  perhaps: () => gettext("inaccuracy"),
  gave: (before) => (before === 1 ? gettext("threw away the win") : gettext("threw away the draw")),
};

/**
 * Return a line about a card that mattered.
 * @param {object} one of `moments` @param {number|null} before who was ahead
 */
export const momentText = ({ card, seat, kind }, names, before) => fill(gettext("%(name)s's %(card)s: %(what)s"),
  { card: cardName(card), name: names[seat], what: KINDS[kind](before) });

/** Return the sentences about a card of phase one. @returns {string[]} */
export function earlyTexts({ card, verdict, loss, better }, name) {
  const values = { name, card: cardName(card), points: toPercent(loss ?? 0), better: cardsText(better) };
  if (!verdict) return [fill(gettext("Nothing wrong with %(card)s."), values)];
  if (verdict === "perhaps") {
    return [fill(gettext("Inaccuracy. Maybe better: %(better)s, by about %(points)s games in 100."), values)];
  }
  return [
    fill(gettext("%(card)s was a mistake: it cost %(name)s about %(points)s games in 100."), values),
    fill(gettext("Better: %(better)s."), values),
  ];
}

const BEFORE = {
  1: () => gettext("Before this card, %(name)s was winning."),
  0: () => gettext("Before this card, it was a draw with best play."),
  [-1]: () => gettext("Before this card, %(other)s was winning."),
};

const GAVE = {
  1: () => gettext("Blunder: %(card)s threw away the win."),
  0: () => gettext("Blunder: %(card)s threw away the draw."),
};

/** Return the sentences about a card of phase two; `name` played it, `other` did not. @returns {string[]} */
export function lateTexts(one, name, other) {
  const values = { name, other, card: cardName(one.card), keeps: cardsText(one.keeps) };
  const formats = [];
  formats.push(one.before === null ? gettext("The review can't tell who was winning here.") : BEFORE[one.before]());
  if (one.gave_away) formats.push(GAVE[one.before]());
  if (one.gave_away && one.keeps.length) formats.push(gettext("Better: %(keeps)s."));
  return formats.map((format) => fill(format, values));
}

/**
 * Return the luck of the deal, or of the first position, for the seat at the bottom.
 * @param {{chance: number, error: number}|null} deal
 * @returns {string}
 */
export function dealText(deal, name, near, begun = 0) {
  if (!deal) return gettext("This game continues another one. The review can't tell who was winning there.");
  const { chance, error } = deal;
  const values = { name, count: toPercent(near === 0 ? chance : 1 - chance), error: Math.max(1, toPercent(2 * error)) };
  return fill(begun ? getPositionText(chance, error, near) : gettext("The deal: judged with both hands open, "
    + "%(name)s wins about %(count)s games in 100 (±%(error)s)."), values);
}

function getPositionText(chance, error, near) {
  if (error) {
    return gettext("This game continues another one. From there, %(name)s wins about %(count)s games in 100 "
      + "(±%(error)s).");
  }
  if (chance === 0.5) return gettext("This game continues another one. There, it was a draw with best play.");
  return (chance === 1) === (near === 0)
    ? gettext("This game continues another one. There, %(name)s was winning.")
    : gettext("This game continues another one. There, %(name)s was losing.");
}

/** Return what a blind card changed for the seat that took it. @returns {string} */
export function swingText({ step, seat, card, swing }, name) {
  const points = toPercent(seat === 0 ? swing : -swing);
  const values = { name, card: cardName(card), where: whereText(step - 1), points: Math.abs(points) };
  return fill(points >= 0
    ? gettext("%(where)s: blind card %(card)s was good luck for %(name)s, about %(points)s games in 100.")
    : gettext("%(where)s: blind card %(card)s was bad luck for %(name)s, about %(points)s games in 100."), values);
}
