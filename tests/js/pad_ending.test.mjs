/** What the end of a game asks of a device: one thing at a time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmed, rival, stepOf, wish } from "../../static/js/pad/ending.js";
import { view } from "./tables.mjs";

const seats = (...holders) => holders.map((devices, seat) => ({ name: ["Ana", "Bram"][seat], devices, user: false }));
const ended = (changes = {}, items = []) => ({
  view: view(90, { status: "finished", again: [null, null], rematch: null, seats: seats([1], [2]), ...changes }), items,
});
const right = { confirmed: [true, null] };
const both = { you: { device: 1, seats: [0, 1], role: "player", host: true }, seats: seats([1], [1]) };
const says = (seat, accept) => ({ type: "confirm", seat, accept });
const again = (accept) => ({ type: "rematch", accept });

const STEPS = [
  ["first, whether the result is right", {}, [], "confirm"],
  ["whatever the other side says", { confirmed: [null, true], again: [null, true] }, [], "confirm"],
  ["who says it is not looks at the log", { confirmed: [false, true] }, [], "dispute"],
  ["then a rematch", right, [], "rematch"],
  ["at once, while the word still waits", {}, [says(0, true)], "rematch"],
  ["the newest word counts", right, [says(0, false)], "dispute"],
  ["who asked waits", { ...right, again: [true, null] }, [], "asked"],
  ["and also while the question still waits", right, [again(true)], "asked"],
  ["until it is taken back", { ...right, again: [true, null] }, [again(false)], "rematch"],
  ["who is asked agrees", { ...right, again: [null, true] }, [], "agree"],
  ["a no of the other side leaves it open", { ...right, again: [null, false] }, [], "rematch"],
  ["what has begun is gone to", { ...right, rematch: "K7MPX2QA" }, [], "go"],
  ["a ruling is not confirmed", { result: { ruled: true } }, [], "rematch"],
  ["a game that was called off has no next", { status: "called_off" }, [], "look"],
  ["who only looks is asked nothing", { you: { device: null, seats: [], role: "watcher", host: false } }, [], "look"],
  ["one phone says it for both", { ...both, confirmed: [true, null] }, [], "confirm"],
  ["and has nobody to ask", { ...both, confirmed: [true, true] }, [], "rematch"],
];

for (const [name, changes, items, step] of STEPS) {
  test(name, () => assert.equal(stepOf(ended(changes, items)), step));
}

test("a word is that of its seat", () => {
  const shown = ended({ confirmed: [null, false] }, [says(0, true), again(true)]);
  assert.deepEqual([confirmed(shown, 0), confirmed(shown, 1)], [true, false]);
  assert.deepEqual([wish(shown, 0), wish(shown, 1)], [true, null]);
});

test("a seat that nobody holds is not asked", () => {
  assert.equal(rival(ended().view), 1);
  assert.equal(rival(ended({ seats: seats([1], []) }).view), null);
  assert.equal(rival(ended(both).view), null);
});
