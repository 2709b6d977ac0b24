/** What calls whoever holds a phone at a table: the other side has come, or asks for a rematch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asking, signalOf } from "../../static/js/pad/signals.js";
import { view } from "./tables.mjs";

const seats = (...holders) => holders.map((devices, seat) => ({ name: ["Ana", "Bram"][seat], devices, user: false }));
const table = (changes) => view(5, { seats: seats([1], [2]), again: [null, null], rematch: null, ...changes });
const alone = table({ seats: seats([1], []) });
const ended = (changes) => table({ status: "finished", ...changes });
const asked = ended({ again: [null, true] });

test("the other side has come", () => {
  assert.equal(signalOf(table(), alone), "sat");
  assert.equal(signalOf(table(), table()), null);
  assert.equal(signalOf(table(), null), null);
  assert.equal(signalOf(alone, table()), null);
});

test("the other side asks for a rematch, until it is answered or has begun", () => {
  assert.equal(signalOf(asked, ended()), "rematch");
  assert.equal(signalOf(asked, asked), null);
  assert.equal(asking(asked), 1);
  for (const again of [[true, true], [false, true], [null, false], [true, null]]) {
    assert.equal(asking(ended({ again })), null);
  }
  assert.equal(asking(ended({ again: [null, true], rematch: "K7MPX2QA" })), null);
  assert.equal(asking(table({ again: [null, true] })), null);
});

test("who only looks, and one phone for both, are not called", () => {
  const watching = { you: { device: null, seats: [], role: "watcher", host: false } };
  assert.equal(signalOf({ ...asked, ...watching }, { ...ended(), ...watching }), null);
  assert.equal(signalOf({ ...table(), ...watching }, { ...alone, ...watching }), null);
  const both = { you: { device: 1, seats: [0, 1], role: "player", host: true }, seats: seats([1], [1]) };
  assert.equal(asking({ ...asked, ...both }), null);
});
