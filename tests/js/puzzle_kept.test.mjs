/** What a browser keeps of a puzzle. Here nothing lasts longer than the page: there is no localStorage. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keep } from "../../static/js/shared/store.js";
import { kept, keepPuzzle, wantAnswer } from "../../static/js/puzzle/kept.js";

const NOTHING = { played: [], show: false };

test("a puzzle that was never opened is empty", () => {
  assert.deepEqual(kept("512"), NOTHING);
});

test("the last one keeps its cards, and others begin", () => {
  keepPuzzle("512", { played: ["G3"], done: false });
  assert.deepEqual([kept("512"), kept("513")], [{ played: ["G3"], show: false }, NOTHING]);
});

test("what is decided begins anew", () => {
  keepPuzzle("512", { played: ["G3", "K2"], done: true });
  assert.deepEqual(kept("512"), NOTHING);
});

test("the answer is shown to whoever wanted it, of that puzzle alone", () => {
  wantAnswer("512");
  assert.deepEqual([kept("512"), kept("513")], [{ played: [], show: true }, NOTHING]);
  keepPuzzle("512", { played: [], done: true });
  assert.deepEqual(kept("512"), NOTHING);
});

test("what is no record of a puzzle does no harm", () => {
  keep("puzzle", { number: "512", played: "no", show: "yes" });
  assert.deepEqual(kept("512"), NOTHING);
});
