/** Tests of the review: verdicts of a step, and paths of the chart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import {
  findVerdicts, getBandPath, getChance, getLinePath, getY, HEIGHT, listChances, listMoments, listSwings, readAnswer,
  WIDTH,
} from "../../static/js/replay/review.js";
import * as Said from "../../static/js/replay/review_texts.js";

const late = (ply, changes = {}) => ({
  ply, seat: 0, card: "D4", before: 1, after: 1, gave_away: false, keeps: [], line: null, ...changes,
});
const review = {
  curve: [{ step: 0, chance: 0.5, error: 0.02 }, { step: 2, chance: 0.6, error: 0.01 }],
  cards: [
    { ply: 0, seat: 0, card: "K4", verdict: null, loss: null, error: null, better: [] },
    { ply: 1, seat: 1, card: "G3", verdict: "mistake", loss: 0.08, error: 0.01, better: ["K9", "G5", "U1"] },
  ],
  endings: [
    late(26), late(27, { seat: 1, before: -1, after: -1 }),
    late(28, { after: -1, gave_away: true, keeps: ["G0"] })],
  luck: { deal: { chance: 0.55, error: 0.02 }, blind: [
    { step: 2, seat: 0, card: "P9", swing: 0.02, error: 0 },
    { step: 4, seat: 0, card: "U9", swing: 0.04, error: 0.004 },
    { step: 6, seat: 1, card: "D1", swing: 0.06, error: 0.01 },
    { step: 8, seat: 1, card: "K7", swing: -0.05, error: 0.02 },
  ] },
  known: true,
};

test("an answer is a review, a wait or a failure with its sentence", () => {
  const states = [
    readAnswer({ ok: true, status: 202, data: { state: "thinking" } }),
      readAnswer({ ok: true, status: 200, data: review }),
    readAnswer({ ok: false, status: 409, data: {}, message: "Nothing to review." })];
  assert.deepEqual(states.map(({ state }) => state), ["thinking", "ready", "failed"]);
  assert.equal(readAnswer({ ok: true, status: 202, data: { state: "starting" } }).state, "starting");
  assert.deepEqual([states[1].data, states[2].message], [review, "Nothing to review."]);
});

test("the curve goes on with what is exact in phase two, for either side", () => {
  assert.deepEqual(listChances(review, 0).map(({ step, chance }) => [step, chance]),
    [[0, 0.5], [2, 0.6], [27, 1], [28, 1], [29, 0]]);
  assert.deepEqual(listChances(review, 1).map(({ chance }) => chance), [0.5, 0.4, 0, 0, 1]);
  const unknown = { ...review, endings: [late(26, { after: null })] };
  assert.equal(listChances(unknown, 0).length, 2);
});

test("a chance after a card of phase two has its card, and an estimate before a trick has none", () => {
  assert.deepEqual(listChances({ ...review, endings: [late(26), late(27, { seat: 1, card: "G0" })] }, 0)
    .map(({ card }) => card), [undefined, undefined, "D4", "G0"]);
});

test("the cards that mattered come in the order of the game", () => {
  assert.deepEqual(listMoments(review).map(({ ply, kind }) => [ply, kind]), [[1, "mistake"], [28, "gave"]]);
});

test("a step is about the card that was played to it", () => {
  assert.equal(findVerdicts(review, 2).early.card, "G3");
  assert.equal(findVerdicts(review, 29).late.gave_away, true);
  assert.deepEqual(findVerdicts(review, 0), { early: null, late: null });
});

test("luck is named where it is larger than its error, the greatest first", () => {
  assert.deepEqual(listSwings(review).map(({ card }) => card), ["D1", "U9"]);
});

test("the line stays on its paper, and the band is where something is uncertain", () => {
  const points = listChances(review, 0);
  const numbers = getLinePath(points, 52).match(/[\d.]+/g).map(Number);
  assert.ok(numbers.every((number, at) => number >= 0 && number <= (at % 2 ? HEIGHT : WIDTH)));
  assert.equal(getLinePath(points, 52).match(/[ML]/g).length, points.length);
  assert.equal(getBandPath(points, 52).match(/[ML]/g).length, 4);
  assert.equal(getBandPath([{ step: 0, chance: 1, error: 0 }], 52), "");
  assert.ok(getY(0.9) < getY(0.1));
});

test("the chance at a step is that of the last point before it", () => {
  const points = listChances(review, 0);
  assert.deepEqual([0, 1, 3, 27].map((step) => getChance(points, step)), [0.5, 0.5, 0.6, 1]);
});

test("a mistake is named with what it cost and what was better", () => {
  const told = Said.earlyTexts(review.cards[1], "Bram").join(" ");
  assert.match(told, /Goblin 3 was a mistake: it cost Bram about 8 games in 100/);
  assert.match(told, /Better: Knight 9, Goblin 5 or Undead 1\./);
  assert.doesNotMatch(Said.earlyTexts(review.cards[0], "Ana").join(" "), /mistake|best/);
});

test("of phase two it is said who was winning, and what gave it away", () => {
  const [before, gave, keeps] = Said.lateTexts(review.endings[2], "Ana", "Bram");
  assert.equal(before, "Before this card, Ana was winning.");
  assert.equal(gave, "Blunder: Dwarf 4 threw away the win.");
  assert.equal(keeps, "Better: Goblin 0.");
  assert.deepEqual(Said.lateTexts(review.endings[1], "Bram", "Ana"), ["Before this card, Ana was winning."]);
  assert.match(Said.lateTexts(late(26, { before: null }), "Ana", "Bram")[0], /^The review can't tell/);
});

test("a card that mattered is told in a line", () => {
  const told = listMoments(review).map((one) => Said.momentText(one, ["Ana", "Bram"], 1));
  assert.deepEqual(told, ["Bram's Goblin 3: mistake", "Ana's Dwarf 4: threw away the win"]);
});

test("luck is told from the side of who had it", () => {
  assert.equal(Said.dealText(review.luck.deal, "Bram", 1),
    "The deal: judged with both hands open, Bram wins about 45 games in 100 (±4).");
  assert.match(Said.swingText(review.luck.blind[2], "Bram"), /trick 3: .*bad luck for Bram, about 6 games in 100/);
  assert.match(Said.swingText(review.luck.blind[1], "Ana"), /was good luck for Ana/);
});

test("a card is found by its trick in either phase", () => {
  assert.deepEqual([0, 25, 26, 51].map(Said.whereText),
    ["Phase one · trick 1", "Phase one · trick 13", "Phase two · trick 1", "Phase two · trick 13"]);
});

test("a game that goes on from another one is told what it began with, for either side", () => {
  const told = (deal, near) => Said.dealText(deal, "Ana", near, 30);
  assert.match(told({ chance: 1, error: 0 }, 0), /continues another one\. There, Ana was winning\./);
  assert.match(told({ chance: 1, error: 0 }, 1), /There, Ana was losing\./);
  assert.match(told({ chance: 0.5, error: 0 }, 1), /There, it was a draw/);
  assert.match(told({ chance: 0.3, error: 0.01 }, 1), /Ana wins about 70 games in 100 \(±2\)\./);
  assert.match(told(null, 0), /The review can't tell/);
});
