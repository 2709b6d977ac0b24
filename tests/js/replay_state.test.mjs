/** Tests of the state of a replay: steps, running, lines, scenes and input. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getKeyWay, getSwipeWay } from "../../static/js/replay/input.js";
import * as States from "../../static/js/replay/state.js";
import { createScene, nameMoves } from "../../static/js/replay/state.js";

const steps = (count) => Array.from({ length: count }, (_, at) =>
  ({ at, done: at && at % 2 === 0 ? { number: at / 2 } : null }));
const data = { first: 0, steps: steps(7) };
const at = (step, changes = {}) => ({ ...States.loadData(States.INITIAL_STATE, data), ...changes, step });
const line = { first: 3, steps: steps(4) };

test("every way leads where it says, and not beyond the game", () => {
  const ways = { first: [0, 0, 0], back: [0, 2, 5], on: [1, 4, 6], last: [6, 6, 6] };
  for (const [way, expected] of Object.entries(ways)) {
    assert.deepEqual([0, 3, 6].map((step) => States.goWay(at(step), way).step), expected, way);
  }
});

test("an address beyond the game is its end once the game is loaded", () => {
  assert.equal(States.loadData({ ...States.INITIAL_STATE, step: 40 }, data).step, 6);
});

test("it runs to the end and stops there, a trick that is complete lying for longer", () => {
  let state = States.toggleRunning(at(4, { speed: "quick" }));
  assert.equal(States.getDelay(state), 2 * States.STEP_TIMES.quick);
  state = States.goWay(state, "on");
  assert.equal(States.getDelay(state), States.STEP_TIMES.quick);
  state = States.goWay(state, "on");
  assert.deepEqual([state.running, States.getDelay(state)], [false, null]);
});

test("who lets it run at the end sees it from the beginning, and a second press stops it", () => {
  const running = States.toggleRunning(at(6));
  assert.deepEqual([running.step, running.running], [0, true]);
  assert.equal(States.toggleRunning(running).running, false);
});

test("the speeds differ, and a game that is not loaded does not run", () => {
  assert.equal(new Set(Object.values(States.STEP_TIMES)).size, 3);
  assert.equal(States.getDelay({ ...States.INITIAL_STATE, running: true }), null);
});

test("what could have been is walked by the same ways, and left where it began", () => {
  const inside = States.enterLine(at(5), line);
  assert.equal(States.getStep(inside), line.steps[1]);
  assert.equal(States.getStep(States.goWay(inside, "last")), line.steps[3]);
  assert.equal(States.getStep(States.goWay(States.goWay(inside, "last"), "on")), line.steps[3]);
  assert.equal(States.getStep(States.goWay(inside, "first")), line.steps[0]);
  assert.equal(inside.step, 5, "the game stands where it stood");
  const back = States.leaveLine(inside);
  assert.deepEqual([back.line, back.step], [null, 3]);
  assert.equal(States.goToStep(inside, 2).line, null, "a step of the game leaves the line");
});

test("the ends of what is shown are known", () => {
  assert.deepEqual([0, 3, 6].map((step) => States.getEnds(at(step))), [
    { start: true, end: false }, { start: false, end: false }, { start: false, end: true }]);
  assert.deepEqual(States.getEnds(States.goWay(States.enterLine(at(6), line), "first")), { start: true, end: false });
});

test("the result is known to who asked for it, or has gone to the end", () => {
  assert.equal(States.isResultKnown(at(3)), false);
  assert.equal(States.isResultKnown({ ...at(3), isResultShown: true }), true);
  assert.equal(States.isResultKnown(States.goToStep(States.goToStep(at(3), 6), 1)), true);
});

test("the story is told as far as one has been, the trick that is being played included", () => {
  const shown = (state) => [1, 3, 5].map((first) => States.isTrickShown(state, { first, last: first + 1 }));
  assert.deepEqual(shown(States.goToStep(at(0), 3)), [true, true, false]);
  assert.deepEqual(shown(States.goToStep(States.goToStep(at(0), 4), 1)), [true, true, false]);
  assert.deepEqual(shown({ ...at(0), isResultShown: true }), [true, true, true]);
});

test("the address of a step keeps what else is asked for", () => {
  assert.equal(States.getAddress(at(4), "?as=1&step=2&result=1"), "?as=1&step=4&result=1");
  assert.equal(States.getAddress(at(4), ""), "?step=4");
});

const players = [{ name: "Ana" }, { name: "Bram" }];
const step = (changes = {}) => ({
  phase: 1, number: 2, leader: 1, turn: 0, trick: [null, "K4"], done: null, hands: [["G0", "G0"], ["U3"]],
  sizes: [2, 1], recruits: [[], []], followers: [1, 1], deck: 20, revealed: "U5", tally: [], ...changes,
});

test("nobody is 'you', and sides never swap", () => {
  for (const near of [0, 1]) {
    const scene = createScene({ players }, step(), near);
    assert.deepEqual([scene.you, scene.near, scene.far], [null, near, 1 - near]);
  }
});

test("a complete trick lies there with its winner", () => {
  const done = { leader: 1, lead: "K4", follow: "G0", winner: 1 };
  const { trick, won } = createScene({ players }, step({ trick: ["G0", "K4"], done }), 0);
  assert.ok(won);
  assert.deepEqual(trick.map(({ code, leads, wins }) => [code, leads, wins]),
    [["G0", false, false], ["K4", true, true]]);
});

test("the votes are cast once the last card of phase two is played, and not before", () => {
  const isDecided = (changes) => createScene({ players }, step(changes), 0).decided;
  const done = { leader: 1, lead: "K4", follow: "G0", winner: 1 };
  assert.equal(isDecided({ phase: 2, sizes: [0, 0], done }), true);
  assert.equal(isDecided({ phase: 1, sizes: [0, 0], done }), false);
  assert.equal(isDecided({ phase: 2, sizes: [1, 1], done }), false);
});

test("a goblin zero keeps its name from the hand to the felt", () => {
  const before = nameMoves(["G0", "G0", "G0"], 0).map(({ move }) => move);
  const { trick } = createScene({ players }, step({ trick: ["G0", "K4"] }), 0);
  const after = [...nameMoves(["G0", "G0"], 0).map(({ move }) => move), trick[0].move];
  assert.deepEqual(after, before);
  assert.equal(new Set([...before, ...nameMoves(["G0"], 1).map(({ move }) => move)]).size, 4);
});

test("a hand that is closed names no card", () => {
  const scene = createScene({ players }, step({ hands: [["K2"], null], trick: [null, "G0"] }), 0);
  assert.equal(scene.hands[1], null);
  assert.equal(scene.trick[1].code, "G0");
});

test("keys lead along the game, held with others they belong to the browser", () => {
  const key = (name, held = {}) => getKeyWay({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End", " ", "a"].map((name) => key(name)),
    ["back", "on", "first", "last", "run", null]);
  assert.equal(key("ArrowLeft", { altKey: true }), null);
});

test("a swipe along the table turns on or back, one across it scrolls", () => {
  assert.deepEqual([getSwipeWay(-80, 10), getSwipeWay(80, -10), getSwipeWay(-20, 0), getSwipeWay(-80, 60)],
    ["on", "back", null, null]);
});
