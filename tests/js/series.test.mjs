/** Tests of the score of a series: when it is asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { bestOfText, createSeriesLoader, findBestOf, isLengthShown } from "../../static/js/shared/series.js";

const SCORE = { score: "Ana 2 – 1 Bram", winner: "", lines: [], url: null };

/** A loader with these answers, one after the other, and what was told. */
function loading(...answers) {
  const told = [];
  let asked = 0;
  const load = createSeriesLoader("/m/K/series/", (series) => told.push(series), async () => answers[asked++]);
  return { load, told, asked: () => asked };
}

test("the score is asked for once for each result", async () => {
  const { load, told, asked } = loading({ ok: true, data: SCORE }, { ok: true, data: SCORE });
  await load("votes 0");
  await load("votes 0");
  assert.equal(asked(), 1);
  await load("judged 1");
  assert.deepEqual(told, [SCORE, SCORE]);
});

test("a failure is asked again with the next view", async () => {
  const { load, told } = loading({ ok: false, data: null }, { ok: true, data: SCORE });
  await load("votes 0");
  assert.deepEqual(told, []);
  await load("votes 0");
  assert.deepEqual(told, [SCORE]);
});

test("a late answer to an older result is dropped", async () => {
  const waits = [];
  const told = [];
  const ask = () => new Promise((resolve) => waits.push(resolve));
  const load = createSeriesLoader("", (series) => told.push(series), ask);
  const [first, second] = [load("a"), load("b")];
  waits[1]({ ok: true, data: "new" });
  waits[0]({ ok: true, data: "old" });
  await Promise.all([first, second]);
  assert.deepEqual(told, ["new"]);
});

test("only another length than before is proposed", () => {
  const place = (value) => ({ querySelector: () => (value === null ? null : { value }) });
  assert.equal(findBestOf(place("3"), 0), 3);
  assert.equal(findBestOf(place("3"), 3), null);
  assert.equal(findBestOf(place("0"), 3), 0);
  assert.equal(findBestOf(place(null), 5), null);
  assert.deepEqual([0, 3].map(bestOfText), ["No limit", "Best of 3"]);
});

test("a proposal to drop the limit is shown, but not a series that has none anyway", () => {
  assert.ok(isLengthShown(0, 3));
  assert.ok(isLengthShown(3, 3));
  assert.ok(isLengthShown(5, 0));
  assert.ok(!isLengthShown(0, 0));
});
