/** Tests of the steps of the end on a device. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findRematchSeat, findViewCue, getConfirmation, getEndStep, getOtherSeat, getRematchWish,
} from "../../static/js/companion/pad/end_steps.js";
import { view } from "./table_views.mjs";

const seats = (...holders) => holders.map((devices, seat) => ({ name: ["Ana", "Bram"][seat], devices, user: false }));
const ended = (changes = {}, items = []) => ({
  view: view(90, { status: "finished", again: [null, null], rematch: null, seats: seats([1], [2]), ...changes }), items,
});
const right = { confirmed: [true, null] };
const bothSeats = { you: { device: 1, seats: [0, 1], role: "player", host: true }, seats: seats([1], [1]) };
const says = (seat, accept) => ({ type: "confirm", seat, accept });
const rematchEntry = (accept) => ({ type: "rematch", accept });

const STEPS = [
  ["first, whether the result is right", {}, [], "confirm"],
  ["whatever the other side says", { confirmed: [null, true], again: [null, true] }, [], "confirm"],
  ["who says it is not looks at the log", { confirmed: [false, true] }, [], "dispute"],
  ["then a rematch", right, [], "rematch"],
  ["at once, while the word still waits", {}, [says(0, true)], "rematch"],
  ["the newest word counts", right, [says(0, false)], "dispute"],
  ["who asked waits", { ...right, again: [true, null] }, [], "asked"],
  ["and also while the question still waits", right, [rematchEntry(true)], "asked"],
  ["until it is taken back", { ...right, again: [true, null] }, [rematchEntry(false)], "rematch"],
  ["who is asked agrees", { ...right, again: [null, true] }, [], "agree"],
  ["a no of the other side leaves it open", { ...right, again: [null, false] }, [], "rematch"],
  ["what has begun is gone to", { ...right, rematch: "K7MPX2QA" }, [], "go"],
  ["a ruling is not confirmed", { result: { ruled: true } }, [], "rematch"],
  ["a game that was called off has no next", { status: "called_off" }, [], "look"],
  ["who only looks is asked nothing", { you: { device: null, seats: [], role: "watcher", host: false } }, [], "look"],
  ["one phone says it for both", { ...bothSeats, confirmed: [true, null] }, [], "confirm"],
  ["and has nobody to ask", { ...bothSeats, confirmed: [true, true] }, [], "rematch"],
];

for (const [name, changes, items, step] of STEPS) {
  test(name, () => assert.equal(getEndStep(ended(changes, items)), step));
}

test("a word is that of its seat", () => {
  const shown = ended({ confirmed: [null, false] }, [says(0, true), rematchEntry(true)]);
  assert.deepEqual([getConfirmation(shown, 0), getConfirmation(shown, 1)], [true, false]);
  assert.deepEqual([getRematchWish(shown, 0), getRematchWish(shown, 1)], [true, null]);
});

test("a seat that nobody holds is not asked", () => {
  assert.equal(getOtherSeat(ended().view), 1);
  assert.equal(getOtherSeat(ended({ seats: seats([1], []) }).view), null);
  assert.equal(getOtherSeat(ended(bothSeats).view), null);
});

const takenSeats = (...holders) =>
  holders.map((devices, seat) => ({ name: ["Ana", "Bram"][seat], devices, user: false }));
const table = (changes) => view(5, { seats: takenSeats([1], [2]), again: [null, null], rematch: null, ...changes });
const alone = table({ seats: takenSeats([1], []) });
const endedView = (changes) => table({ status: "finished", ...changes });
const asked = endedView({ again: [null, true] });

test("the other side has come", () => {
  assert.equal(findViewCue(table(), alone), "start");
  assert.equal(findViewCue(table(), table()), null);
  assert.equal(findViewCue(table(), null), null);
  assert.equal(findViewCue(alone, table()), null);
});

test("the other side asks for a rematch, until it is answered or has begun", () => {
  assert.equal(findViewCue(asked, endedView()), "rematch");
  assert.equal(findViewCue(asked, asked), null);
  assert.equal(findRematchSeat(asked), 1);
  for (const again of [[true, true], [false, true], [null, false], [true, null]]) {
    assert.equal(findRematchSeat(endedView({ again })), null);
  }
  assert.equal(findRematchSeat(endedView({ again: [null, true], rematch: "K7MPX2QA" })), null);
  assert.equal(findRematchSeat(table({ again: [null, true] })), null);
});

test("who only looks, and one phone for both, are not called", () => {
  const watching = { you: { device: null, seats: [], role: "watcher", host: false } };
  assert.equal(findViewCue({ ...asked, ...watching }, { ...endedView(), ...watching }), null);
  assert.equal(findViewCue({ ...table(), ...watching }, { ...alone, ...watching }), null);
  const both = { you: { device: 1, seats: [0, 1], role: "player", host: true }, seats: takenSeats([1], [1]) };
  assert.equal(findRematchSeat({ ...asked, ...both }), null);
});
