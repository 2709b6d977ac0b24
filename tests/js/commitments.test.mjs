/** Tests of commitments: what this browser knows of a deal is compared with its record. */
import assert from "node:assert/strict";
import test from "node:test";
import * as Promises from "../../static/js/shared/commitments.js";

const A = "a".repeat(64);
const B = "b".repeat(64);
const HAND = ["G0", "K5"];
let game = 0;
const fresh = () => `GAME${(game += 1)}`;

const view = (code, commitment, changes = {}) => ({
  game: code, you: 0, deal: { commitment, parts: [null, null] }, result: null, board: null, ...changes,
});
const record = (commitment, parts = [null, null], hands = [["K5", "G0"], ["U1"]]) =>
  ({ shuffle: { commitment, parts }, hands });

test("a part is random, 64 digits long, and for the same commitment the same once it was sent", () => {
  const code = fresh();
  const [one, two] = [Promises.getPart(code, A), Promises.getPart(code, A)];
  assert.match(one, /^[0-9a-f]{64}$/);
  assert.notEqual(one, two);
  Promises.savePart(code, A, one);
  assert.equal(Promises.getPart(code, A), one);
  assert.notEqual(Promises.getPart(code, B), one);
});

test("the commitment that was seen first is the one that counts", () => {
  const code = fresh();
  Promises.recordView(view(code, A));
  Promises.recordView(view(code, B));
  assert.equal(Promises.compareRecord(code, record(A)), "same");
  assert.equal(Promises.compareRecord(code, record(B)), "other");
});

test("a part of its own must stand in the record", () => {
  const code = fresh();
  Promises.savePart(code, A, B);
  Promises.recordView(view(code, A));
  assert.equal(Promises.compareRecord(code, record(A, [null, B])), "contributed");
  assert.equal(Promises.compareRecord(code, record(A, [null, A])), "other");
  assert.equal(Promises.compareRecord(code, record(A)), "other");
});

test("so must the hand that it was dealt", () => {
  const code = fresh();
  Promises.recordView(view(code, A, { board: { hand: HAND } }));
  assert.equal(Promises.compareRecord(code, record(A)), "same");
  assert.equal(Promises.compareRecord(code, record(A, [null, null], [["K5"], ["G0"]])), "other");
});

test("what is seen once the game is over, or without a deal, is no promise", () => {
  const code = fresh();
  const commitment = "c".repeat(64);
  Promises.recordView(view(code, commitment, { result: {} }));
  Promises.recordView(view(code, commitment, { deal: null }));
  assert.equal(Promises.compareRecord(code, record(commitment)), "unknown");
});

test("a game that is made, and a rematch, take over what was given before they had a code", () => {
  const [made, next] = [fresh(), fresh()];
  const [first, second] = ["d".repeat(64), "e".repeat(64)];
  Promises.savePart(Promises.NEW_GAME, first, A);
  Promises.recordView(view(made, first));
  assert.equal(Promises.getStoredDeal(made).part, A);
  Promises.savePart(Promises.rematchKey(made), second, B);
  Promises.copyDeal(Promises.rematchKey(made), next);
  Promises.recordView(view(next, A));
  assert.equal(Promises.compareRecord(next, record(second, [B, null])), "contributed");
  assert.equal(Promises.compareRecord(next, record(A, [B, null])), "other");
});

test("a file without the code of its game is known by its commitment", () => {
  const commitment = "f".repeat(64);
  Promises.recordView(view(fresh(), commitment));
  assert.equal(Promises.compareRecord(null, record(commitment)), "same");
});

test("who came too late for the seat and watches gave no part", () => {
  const code = fresh();
  Promises.savePart(code, A, B);
  Promises.recordView(view(code, A, { you: null, deal: null }));
  assert.equal(Promises.compareRecord(code, record(A, [null, A])), "same");
});

test("the oldest are forgotten", () => {
  const code = fresh();
  Promises.recordView(view(code, A));
  for (let count = 0; count < 100; count += 1) Promises.recordView(view(fresh(), B));
  assert.equal(Promises.getStoredDeal(code), null);
});
