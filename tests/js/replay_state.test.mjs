/** Where a reader is in a replay: steps, running by itself, and another line than the game's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as States from "../../static/js/replay/state.js";

const steps = (count) => Array.from({ length: count }, (_, at) =>
  ({ at, done: at && at % 2 === 0 ? { number: at / 2 } : null }));
const data = { first: 0, steps: steps(7) };
const at = (step, changes = {}) => ({ ...States.loaded(States.EMPTY, data), ...changes, step });
const line = { first: 3, steps: steps(4) };

test("every way leads where it says, and not beyond the game", () => {
  const ways = { first: [0, 0, 0], back: [0, 2, 5], on: [1, 4, 6], last: [6, 6, 6] };
  for (const [way, expected] of Object.entries(ways)) {
    assert.deepEqual([0, 3, 6].map((step) => States.went(at(step), way).step), expected, way);
  }
});

test("an address beyond the game is its end once the game is loaded", () => {
  assert.equal(States.loaded({ ...States.EMPTY, step: 40 }, data).step, 6);
});

test("it runs to the end and stops there, a trick that is complete lying for longer", () => {
  let state = States.ran(at(4, { speed: "quick" }));
  assert.equal(States.due(state), 2 * States.PACE.quick);
  state = States.went(state, "on");
  assert.equal(States.due(state), States.PACE.quick);
  state = States.went(state, "on");
  assert.deepEqual([state.running, States.due(state)], [false, null]);
});

test("who lets it run at the end sees it from the beginning, and a second press stops it", () => {
  const running = States.ran(at(6));
  assert.deepEqual([running.step, running.running], [0, true]);
  assert.equal(States.ran(running).running, false);
});

test("the speeds differ, and a game that is not loaded does not run", () => {
  assert.equal(new Set(Object.values(States.PACE)).size, 3);
  assert.equal(States.due({ ...States.EMPTY, running: true }), null);
});

test("what could have been is walked by the same ways, and left where it began", () => {
  const inside = States.entered(at(5), line);
  assert.equal(States.now(inside), line.steps[1]);
  assert.equal(States.now(States.went(inside, "last")), line.steps[3]);
  assert.equal(States.now(States.went(States.went(inside, "last"), "on")), line.steps[3]);
  assert.equal(States.now(States.went(inside, "first")), line.steps[0]);
  assert.equal(inside.step, 5, "the game stands where it stood");
  const back = States.left(inside);
  assert.deepEqual([back.line, back.step], [null, 3]);
  assert.equal(States.goTo(inside, 2).line, null, "a step of the game leaves the line");
});

test("the ends of what is shown are known", () => {
  assert.deepEqual([0, 3, 6].map((step) => States.ends(at(step))), [
    { start: true, end: false }, { start: false, end: false }, { start: false, end: true }]);
  assert.deepEqual(States.ends(States.went(States.entered(at(6), line), "first")), { start: true, end: false });
});

test("the result is known to who asked for it, or has gone to the end", () => {
  assert.equal(States.knows(at(3)), false);
  assert.equal(States.knows({ ...at(3), told: true }), true);
  assert.equal(States.knows(States.goTo(States.goTo(at(3), 6), 1)), true);
});

test("the story is told as far as one has been, the trick that is being played included", () => {
  const told = (state) => [1, 3, 5].map((first) => States.tells(state, { first, last: first + 1 }));
  assert.deepEqual(told(States.goTo(at(0), 3)), [true, true, false]);
  assert.deepEqual(told(States.goTo(States.goTo(at(0), 4), 1)), [true, true, false]);
  assert.deepEqual(told({ ...at(0), told: true }), [true, true, true]);
});

test("the address of a step keeps what else is asked for", () => {
  assert.equal(States.addressOf(at(4), "?as=1&step=2&result=1"), "?as=1&step=4&result=1");
  assert.equal(States.addressOf(at(4), ""), "?step=4");
});
