import assert from "node:assert/strict";
import { test } from "node:test";
import { decides, ratingTeller } from "../../static/js/online/rating.js";

const MADE = { ok: true, data: { made: true, lines: ["Your rating: 1512 (+12)"] } };
const COMING = { ok: true, data: { made: false, lines: [] } };

/** A site that answers these, one after the other, and the last one again and again. */
function asking(...answers) {
  const told = [];
  let asked = 0;
  const ask = async () => answers[Math.min(asked++, answers.length - 1)];
  const waits = [];
  const look = ratingTeller({ ask, tell: (lines) => told.push(lines), later: (then) => waits.push(then) });
  return { look, told, waits, asked: () => asked };
}

test("only the end of a rated game moves ratings", () => {
  assert.equal(decides({ status: "finished", options: { rated: true } }), true);
  assert.equal(decides({ status: "finished", options: { rated: false } }), false);
  assert.equal(decides({ status: "playing", options: { rated: true } }), false);
});

test("what the site knows at once is told at once", async () => {
  const { look, told, waits } = asking(MADE);
  await look();
  assert.deepEqual([told, waits], [[MADE.data.lines], []]);
});

test("what it does not know yet, or cannot say, is asked again", async () => {
  const { look, told, waits } = asking({ ok: false, data: null }, COMING, MADE);
  await look();
  await waits.shift()();
  await waits.shift()();
  assert.deepEqual([told, waits], [[MADE.data.lines], []]);
});

test("not for ever", async () => {
  const { look, told, waits, asked } = asking(COMING);
  await look();
  while (waits.length) await waits.shift()();
  assert.deepEqual([told, asked()], [[], 5]);
});
