/** Tests of the mini board, with the values of the server. */
import assert from "node:assert/strict";
import test from "node:test";
import { createMiniboard } from "../../static/js/watch/miniboard_state.js";

const TALLY = [{ faction: "G", counts: [2, 0], ahead: 0 }, { faction: "K", counts: [1, 1], ahead: null },
  { faction: "U", counts: [0, 3], ahead: 1 }];
const board = { phase: 1, trick: 4, leader: 1, turn: 0, lead: "K5", revealed: "U6", tally: TALLY,
  last: { phase: 1, number: 3, leader: 0, lead: "G3", follow: "G4", winner: 1, revealed: "D2" } };
const players = [{ name: "Ana" }, { name: "Bram" }];
const view = (more) => ({ status: "playing", players, board: { ...board, ...more } });
const cards = (small) => small.sides.map(({ card }) => card);

test("a card that was led lies before its leader, alone", () => {
  const small = createMiniboard(view());
  assert.deepEqual(cards(small), [null, "K5"]);
  assert.deepEqual(small.sides.map(({ name, turn, won }) => [name, turn, won]),
    [["Ana", true, false], ["Bram", false, false]]);
  assert.deepEqual([small.at, small.revealed, small.over], [{ phase: 1, number: 4 }, "U6", false]);
});

test("between two tricks the last one lies there whole, with its winner, and nobody is to play", () => {
  const small = createMiniboard(view({ lead: null, turn: 1 }));
  assert.deepEqual([small.at, small.revealed], [{ phase: 1, number: 3 }, "D2"]);
  assert.deepEqual(small.sides.map(({ turn }) => turn), [false, false]);
  assert.deepEqual(cards(small), ["G3", "G4"]);
  assert.deepEqual(small.sides.map(({ won }) => won), [false, true]);
});

test("before the first card nothing lies there", () => {
  assert.deepEqual(cards(createMiniboard(view({ lead: null, last: null }))), [null, null]);
});

test("each faction says who is ahead", () => {
  assert.deepEqual(createMiniboard(view()).race.map(({ counts, lead }) => [...counts, lead]),
    [[2, 0, "first"], [1, 1, "level"], [0, 3, "second"]]);
});

test("a game that is over says so", () => assert.equal(createMiniboard({ ...view(), status: "finished" }).over, true));
