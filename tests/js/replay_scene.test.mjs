/** A step of a replay as a scene: the same side at the bottom, and a name of its own for every card that moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyed, swiped } from "../../static/js/replay/input.js";
import { named, sceneOf } from "../../static/js/replay/scene.js";

const players = [{ name: "Ana" }, { name: "Bram" }];
const step = (changes = {}) => ({
  phase: 1, number: 2, leader: 1, turn: 0, trick: [null, "K4"], done: null, hands: [["G0", "G0"], ["U3"]],
  sizes: [2, 1], recruits: [[], []], followers: [1, 1], deck: 20, revealed: "U5", tally: [], ...changes,
});

test("nobody is 'you', and sides never swap", () => {
  for (const near of [0, 1]) {
    const scene = sceneOf({ players }, step(), near);
    assert.deepEqual([scene.you, scene.near, scene.far], [null, near, 1 - near]);
  }
});

test("a complete trick lies there with its winner", () => {
  const done = { leader: 1, lead: "K4", follow: "G0", winner: 1 };
  const { trick, won } = sceneOf({ players }, step({ trick: ["G0", "K4"], done }), 0);
  assert.ok(won);
  assert.deepEqual(trick.map(({ code, leads, wins }) => [code, leads, wins]),
    [["G0", false, false], ["K4", true, true]]);
});

test("a goblin zero keeps its name from the hand to the felt", () => {
  const before = named(["G0", "G0", "G0"], 0).map(({ move }) => move);
  const { trick } = sceneOf({ players }, step({ trick: ["G0", "K4"] }), 0);
  const after = [...named(["G0", "G0"], 0).map(({ move }) => move), trick[0].move];
  assert.deepEqual(after, before);
  assert.equal(new Set([...before, ...named(["G0"], 1).map(({ move }) => move)]).size, 4);
});

test("a hand that is closed names no card", () => {
  const scene = sceneOf({ players }, step({ hands: [["K2"], null], trick: [null, "G0"] }), 0);
  assert.equal(scene.hands[1], null);
  assert.equal(scene.trick[1].code, "G0");
});

test("keys lead along the game, held with others they belong to the browser", () => {
  const key = (name, held = {}) => keyed({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End", " ", "a"].map((name) => key(name)),
    ["back", "on", "first", "last", "run", null]);
  assert.equal(key("ArrowLeft", { altKey: true }), null);
});

test("a swipe along the table turns on or back, one across it scrolls", () => {
  assert.deepEqual([swiped(-80, 10), swiped(80, -10), swiped(-20, 0), swiped(-80, 60)], ["on", "back", null, null]);
});
