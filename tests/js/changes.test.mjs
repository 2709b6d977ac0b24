/** A view with what changed of it, as docs/protocol.md says; tests/live/test_changes.py folds whole games with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, folded } from "../../static/js/shared/changes.js";

test("what no sign names stays, and what has a plain one is that", () => {
  assert.deepEqual(folded({ turn: 0, lead: "P5", ply: 4 }, { turn: 1, lead: null }), { turn: 1, lead: null, ply: 4 });
});

test("an object changes what is inside, and so it does to the places of a list", () => {
  const there = { board: { turn: 0 }, tally: [{ counts: [0, 0] }, { counts: [1, 0] }] };
  const change = { board: { ply: 3 }, tally: { 1: { counts: [1, 1, 2] } } };
  const tally = [{ counts: [0, 0] }, { counts: [1, 2] }];
  assert.deepEqual(folded(there, change), { board: { turn: 0, ply: 3 }, tally });
});

test("a list loses and gets items at a place", () => {
  assert.deepEqual(folded(["G0", "G1", "K4"], [1, 1]), ["G0", "K4"]);
  assert.deepEqual(folded(["G0", "K4"], [1, 0, "G1", "G2"]), ["G0", "G1", "G2", "K4"]);
  assert.deepEqual(folded(["G0"], [1, 0, "G1"]), ["G0", "G1"]);
  assert.deepEqual(folded([], [0, 0, "G1"]), ["G1"]);
});

test("a value in a list of its own stands for itself, whatever it is", () => {
  assert.deepEqual(folded({ sizes: [1, 2] }, { sizes: [[3, 4]] }), { sizes: [3, 4] });
  assert.deepEqual(folded({ why: { G0: "A" } }, { why: [{}] }), { why: {} });
  assert.deepEqual(folded({ last: null }, { last: [{ lead: "P5" }] }), { last: { lead: "P5" } });
  assert.deepEqual(folded({ hand: ["G0"] }, { hand: [[]] }), { hand: [] });
});

test("an empty list takes members away, and those with the same sign stand together", () => {
  assert.deepEqual(folded({ G0: "A", G1: "A" }, { "G0 G1": [], "K4 K5": "B" }), { K4: "B", K5: "B" });
  assert.deepEqual(folded([1, 2, 3], { "0 2": 9 }), [9, 2, 9]);
});

test("the view that it is folded onto stays as it was", () => {
  const view = Object.freeze({ version: 3, hand: Object.freeze(["G0", "G1"]), board: Object.freeze({ turn: 0 }) });
  assert.deepEqual(changed(view, { after: 3, version: 4, view: { hand: [0, 1], board: { turn: 1 } } }),
    { version: 4, hand: ["G1"], board: { turn: 1 } });
});

test("a change to another view is none", () => {
  const change = { after: 3, version: 4, view: {} };
  for (const view of [null, { version: 2 }, { version: 4 }]) assert.equal(changed(view, change), null);
});
