/** What a browser keeps of the lessons. Here nothing lasts longer than the page: there is no localStorage. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keep } from "../../static/js/shared/store.js";
import { kept, keepLesson, startAgain } from "../../static/js/learn/kept.js";

test("a lesson that was never opened is empty", () => {
  assert.deepEqual(kept("knights"), { played: [], done: false });
});

test("each lesson keeps its own cards", () => {
  keepLesson("knights", { played: ["G3"], done: false });
  keepLesson("undead", { played: ["U7"], done: true });
  assert.deepEqual([kept("knights").played, kept("undead")], [["G3"], { played: ["U7"], done: true }]);
});

test("who starts again has no cards played, and has done it all the same", () => {
  keepLesson("undead", { played: ["U7"], done: true });
  startAgain("undead");
  assert.deepEqual(kept("undead"), { played: [], done: true });
  keepLesson("undead", { played: ["U2"], done: false });
  assert.equal(kept("undead").done, true);
});

test("what is no record of lessons does no harm", () => {
  keep("learn", { knights: "no", undead: { played: 3, done: "yes" } });
  assert.deepEqual([kept("knights"), kept("undead")], [{ played: [], done: false }, { played: [], done: false }]);
});
