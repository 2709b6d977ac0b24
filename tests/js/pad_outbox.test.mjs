/** Tests of the outbox: entries kept until they are answered, sent in order, and sent again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOutbox, createQueue } from "../../static/js/companion/pad/outbox.js";
import { openClock } from "./fake_clock.mjs";

/** A queue in memory, an outbox, and what it sent. */
function phone(...ids) {
  let entries = [];
  let changes = 0;
  const store = { read: () => entries, write: (next) => (entries = next) };
  const queue = createQueue(store, () => (changes += 1));
  ids.forEach((id) => queue.add({ id }));
  const frames = [];
  const line = { up: true };
  const clock = openClock();
  const outbox = createOutbox(queue, (frame) => line.up && Boolean(frames.push(frame)), clock);
  return { queue, outbox, frames, line, clock, changes: () => changes, left: () => entries.map(({ item }) => item.id) };
}

const sentIds = (frame) => (frame.items ?? [frame]).map((item) => item.id);

test("an entry that is added has not left this device, until it is sent", () => {
  const { queue, outbox, changes } = phone("a");
  assert.deepEqual(queue.all(), [{ item: { id: "a" }, sent: false }]);
  assert.equal(changes(), 1);
  outbox.line(true);
  assert.equal(queue.all()[0].sent, true);
  assert.equal(changes(), 2);
});

test("what is stored first is read: two pages share one queue", () => {
  let entries = [];
  const store = { read: () => entries, write: (next) => (entries = next) };
  const [one, other] = [createQueue(store, () => {}), createQueue(store, () => {})];
  one.add({ id: "a" });
  other.add({ id: "b" });
  one.remove("a");
  assert.deepEqual(other.all().map((entry) => entry.item.id), ["b"]);
});

test("nothing leaves before the line is up", () => {
  const { outbox, frames } = phone("a");
  outbox.pump();
  assert.deepEqual(frames, []);
  outbox.line(true);
  assert.deepEqual(frames, [{ id: "a" }]);
});

test("what waits goes in one frame, in order, thirty at a time", () => {
  const ids = Array.from({ length: 31 }, (_, index) => `id${index}`);
  const { outbox, frames } = phone(...ids);
  outbox.line(true);
  assert.equal(frames[0].type, "entries");
  assert.deepEqual(sentIds(frames[0]), ids.slice(0, 30));
  ids.slice(0, 29).forEach(outbox.accepted);
  assert.equal(frames.length, 1);
  outbox.accepted("id29");
  assert.deepEqual(sentIds(frames[1]), ["id30"]);
});

test("an accepted entry leaves the queue", () => {
  const { outbox, left } = phone("a", "b");
  outbox.line(true);
  outbox.accepted("a");
  assert.deepEqual(left(), ["b"]);
});

test("while a batch is on its way nothing else is sent", () => {
  const { queue, outbox, frames } = phone("a");
  outbox.line(true);
  queue.add({ id: "b" });
  outbox.pump();
  assert.equal(frames.length, 1);
  outbox.accepted("a");
  assert.deepEqual(frames[1], { id: "b" });
});

test("a line that comes back brings what was not answered again, with its id", () => {
  const { outbox, frames } = phone("a");
  outbox.line(true);
  outbox.line(false);
  outbox.line(true);
  assert.deepEqual(frames, [{ id: "a" }, { id: "a" }]);
});

test("what is not answered within four seconds is sent again", () => {
  const { outbox, frames, clock } = phone("a");
  outbox.line(true);
  clock.tick(4_000);
  assert.equal(frames.length, 1);
  clock.tick(1_000);
  assert.equal(frames.length, 2);
});

test("a frame that could not leave is tried every second", () => {
  const { queue, outbox, frames, line, clock } = phone("a");
  line.up = false;
  outbox.line(true);
  assert.equal(queue.all()[0].sent, false);
  line.up = true;
  clock.tick(1_000);
  assert.deepEqual(frames, [{ id: "a" }]);
});

test("a game that a moderator stopped holds everything back until it goes on", () => {
  const { outbox, frames, left, clock } = phone("a");
  outbox.hold(true);
  outbox.line(true);
  clock.tick(10_000);
  assert.deepEqual([frames, left()], [[], ["a"]]);
  outbox.hold(false);
  assert.deepEqual(frames, [{ id: "a" }]);
});

test("a passing refusal keeps the entry and sends it again after a pause", () => {
  for (const code of ["busy", "unavailable", "restarting", "slow_down", "too_many", "frozen"]) {
    const { outbox, frames, left, clock } = phone("a");
    outbox.line(true);
    assert.equal(outbox.refused({ id: "a", code }), null);
    assert.deepEqual([frames.length, left()], [1, ["a"]]);
    clock.tick(1_500);
    assert.equal(frames.length, 2, code);
  }
});

test("a final refusal takes the entry off the queue and hands it back", () => {
  const { outbox, left } = phone("a", "b");
  outbox.line(true);
  assert.deepEqual(outbox.refused({ id: "a", code: "already_logged" }).item, { id: "a" });
  assert.deepEqual(left(), ["b"]);
  assert.equal(outbox.refused({ id: "gone", code: "already_logged" }), null);
});

test("of a frame that cannot be read only the bad entry is lost", () => {
  const { outbox, frames, left } = phone("bad", "b");
  outbox.line(true);
  assert.equal(outbox.refused({ id: null, code: "unreadable" }), null);
  assert.deepEqual([frames.length, sentIds(frames[1])], [2, ["bad"]]);
  assert.deepEqual(outbox.refused({ id: null, code: "unreadable" }).item, { id: "bad" });
  assert.deepEqual([sentIds(frames[2]), left()], [["b"], ["b"]]);
});

test("after a good entry whole batches go again", () => {
  const { outbox, frames } = phone("a", "b", "c");
  outbox.line(true);
  outbox.refused({ id: null, code: "unreadable" });
  outbox.accepted("a");
  assert.deepEqual(sentIds(frames.at(-1)), ["b", "c"]);
});

test("a complaint about a frame when nothing is on its way is nobody's", () => {
  const { outbox, left } = phone("a");
  assert.equal(outbox.refused({ id: null, code: "unreadable" }), null);
  assert.deepEqual(left(), ["a"]);
});

test("what has left already is not written anew when it is sent again", () => {
  const { outbox, changes } = phone("a");
  outbox.line(true);
  const before = changes();
  outbox.line(true);
  assert.equal(changes(), before);
});
