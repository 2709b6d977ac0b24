/** How long what is told takes, and what comes after it by itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY } from "../../static/js/online/state.js";
import { due, lasts, TIMES } from "../../static/js/online/telling.js";
import { view } from "./matches.mjs";

const next = (changes, wishes = {}) => due({ ...EMPTY, ...changes }, { speed: "normal", hold: 5, ...wishes });
const over = view(9, { result: { factions: ["G", "K"] } });

test("a trick is told in less than 1.2 s, and each turn of the game in at most 3 s", () => {
  assert.ok(TIMES.lies + TIMES.shows + TIMES.goes < 1200);
  assert.ok(TIMES.move < TIMES.lies);
  assert.ok(5 * TIMES.vote + TIMES.crown <= 3000);
  assert.ok(TIMES.dealt <= 3000);
  assert.ok(TIMES.marched <= 3000);
});

test("who wants it slow waits longer, who wants it quick less", () => {
  assert.ok(lasts("goes", "slow") > lasts("goes", "normal"));
  assert.ok(lasts("goes", "quick") < lasts("goes", "normal"));
  assert.equal(next({ stage: "goes" }, { speed: "quick" }).after, lasts("goes", "quick"));
});

test("each stage leads to the next", () => {
  assert.equal(next({ stage: "lies", held: {} }).act, "told");
  assert.equal(next({ stage: "goes", held: {} }).act, "arrived");
  assert.equal(next({ stage: "voting", view: over, cast: 1 }).act, "voted");
  assert.equal(next({}), null);
});

test("a finished trick goes after as long as one chose, or stays", () => {
  assert.deepEqual(next({ held: {} }, { hold: 2 }), { key: "dismissed", act: "dismissed", after: 2000 });
  assert.equal(next({ held: {} }, { hold: 0 }), null);
});

test("the crown takes longer than a vote, and each vote is a waiting of its own", () => {
  const [first, second, crown] = [0, 1, 2].map((cast) => next({ stage: "voting", view: over, cast }));
  assert.notEqual(first.key, second.key);
  assert.ok(crown.after > second.after);
});
