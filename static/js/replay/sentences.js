/** What the review of a game says, plainly. Chances are said in a hundred, no more surely than they are known. */
import { cardName, say } from "../shared/texts.js";
import { hundred } from "./judged.js";

/** @param {{phase: 1|2, number: number}} step @returns {string} "Phase one · trick 3" */
export const heading = ({ phase, number }) =>
  say(phase === 1 ? gettext("Phase one · trick %(number)s") : gettext("Phase two · trick %(number)s"), { number });

/** Where a card was played, as "Phase one · trick 3". @param {number} ply */
export function whereText(ply) {
  const trick = Math.floor(ply / 2);
  return heading({ phase: trick < 13 ? 1 : 2, number: (trick % 13) + 1 });
}

/** @param {string[]} codes @returns {string} */
export function cardsText(codes) {
  if (codes.length < 2) return codes.map(cardName).join("");
  return say(gettext("%(most)s or %(last)s"), {
    most: codes.slice(0, -1).map(cardName).join(gettext(", ")), last: cardName(codes.at(-1)),
  });
}

const KINDS = {
  mistake: () => gettext("a mistake"),
  perhaps: () => gettext("perhaps another was better"),
  gave: (before) => (before === 1 ? gettext("gave the win away") : gettext("gave the draw away")),
};

/** A card that mattered, in a line. @param {object} one of `moments` @param {number|null} before who was ahead */
export const momentText = ({ card, seat, kind }, names, before) => say(gettext("%(card)s of %(name)s: %(what)s"),
  { card: cardName(card), name: names[seat], what: KINDS[kind](before) });

/** What is said of a card of phase one. @returns {string[]} */
export function earlyTexts({ card, verdict, loss, better }, name) {
  const values = { name, card: cardName(card), points: hundred(loss ?? 0), better: cardsText(better) };
  if (!verdict) return [say(gettext("Nothing is to be said against %(card)s."), values)];
  if (verdict === "perhaps") {
    return [say(gettext("Perhaps better: %(better)s. It may be worth %(points)s games in a hundred."), values)];
  }
  return [
    say(gettext("%(card)s was a mistake: %(name)s wins about %(points)s games in a hundred fewer by it."), values),
    say(gettext("Better: %(better)s."), values),
  ];
}

const BEFORE = {
  1: () => gettext("Before this card %(name)s was winning."),
  0: () => gettext("Before this card it was a draw, if both play well."),
  [-1]: () => gettext("Before this card %(other)s was winning."),
};

const GAVE = {
  1: () => gettext("%(card)s gave the win away."),
  0: () => gettext("%(card)s gave the draw away."),
};

/** What is said of a card of phase two, `name` played it, `other` did not. @returns {string[]} */
export function lateTexts(one, name, other) {
  const values = { name, other, card: cardName(one.card), keeps: cardsText(one.keeps) };
  const told = [one.before === null ? gettext("Nobody can say for sure who was winning here.") : BEFORE[one.before]()];
  if (one.gave_away) told.push(GAVE[one.before]());
  if (one.gave_away && one.keeps.length) told.push(gettext("What would have kept it: %(keeps)s."));
  return told.map((format) => say(format, values));
}

/**
 * The luck of the deal, or of the position with which a game began, for the seat at the bottom.
 * @param {{chance: number, error: number}|null} deal
 * @returns {string}
 */
export function dealText(deal, name, near, begun = 0) {
  if (!deal) return gettext("Nobody can say for sure who was winning where this game goes on from another one.");
  const { chance, error } = deal;
  const values = { name, count: hundred(near === 0 ? chance : 1 - chance), error: Math.max(1, hundred(2 * error)) };
  return say(begun ? begunText(chance, error, near) : gettext("The deal: with these cards %(name)s wins about "
    + "%(count)s games in a hundred, give or take %(error)s."), values);
}

function begunText(chance, error, near) {
  if (error) {
    return gettext("This game goes on from another one: as the cards lay there %(name)s wins about %(count)s games in "
      + "a hundred, give or take %(error)s.");
  }
  if (chance === 0.5) return gettext("This game goes on from another one: there it was a draw, if both play well.");
  return (chance === 1) === (near === 0)
    ? gettext("This game goes on from another one: there %(name)s was winning.")
    : gettext("This game goes on from another one: there %(name)s was losing.");
}

/** What a blind card changed for who took it. @returns {string} */
export function swingText({ step, seat, card, swing }, name) {
  const points = hundred(seat === 0 ? swing : -swing);
  const values = { name, card: cardName(card), where: whereText(step - 1), points: Math.abs(points) };
  return say(points >= 0
    ? gettext("%(where)s: the blind card %(card)s was luck for %(name)s, about %(points)s in a hundred.")
    : gettext("%(where)s: the blind card %(card)s was bad luck for %(name)s, about %(points)s in a hundred."), values);
}
