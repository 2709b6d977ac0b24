/** Tests of the counts of the final piles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { findNextCell, getMaximum, listCounts } from "../../static/js/companion/pad/counts.js";
import { TAP_HOLD } from "../../static/js/companion/pad/slots.js";
import * as States from "../../static/js/companion/pad/state.js";
import { phone } from "./fake_pad.mjs";

const pile = { faction: "K", name: "Knights", size: 8, counts: null, highest: [null, null], asks: "counts" };
const piles = (now, more = {}, items = []) => listCounts({ view: { piles: [{ ...pile, ...more }] }, items }, now);

test("a count is sent when both sides are known, and not before", () => {
  const { act, now, items } = phone({ depth: "piles", piles: [pile] });
  const entering = () => piles(now())[0];
  act.count(entering(), findNextCell([entering()]), 5);
  assert.deepEqual(items(), []);
  assert.deepEqual(findNextCell([entering()]), { faction: "K", seat: 1, top: false });
  assert.equal(getMaximum(entering(), { seat: 1, top: false }), 3);
  act.count(entering(), findNextCell([entering()]), 3);
  assert.deepEqual(items(), [{ type: "pile", faction: "K", counts: [5, 3], highest: [null, null] }]);
});

test("a second tap on a number is not the number of the next place, but a later one is", () => {
  const { act, now, items, clock } = phone({ depth: "piles", piles: [pile] });
  const entering = () => piles(now())[0];
  const tap = () => act.count(entering(), findNextCell([entering()]), 4);
  tap();
  tap();
  assert.deepEqual(items(), []);
  clock.tick(TAP_HOLD);
  tap();
  assert.deepEqual(items(), [{ type: "pile", faction: "K", counts: [4, 4], highest: [null, null] }]);
});

test("level piles ask for the highest cards, both", () => {
  const sent = [{ type: "pile", faction: "K", counts: [4, 4], highest: [null, null] }];
  const [level] = piles(States.INITIAL_STATE, {}, sent);
  assert.deepEqual(findNextCell([level]), { faction: "K", seat: 0, top: true });
  const { act, now, items } = phone({ depth: "piles" });
  act.count(level, { faction: "K", seat: 0, top: true }, 9);
  assert.deepEqual(items(), []);
  const [half] = piles(now(), {}, sent);
  act.count(half, { faction: "K", seat: 1, top: true }, 8);
  assert.deepEqual(items(), [{ type: "pile", faction: "K", counts: [4, 4], highest: [9, 8] }]);
});

test("counts that wait are shown, and unequal or empty ones ask nothing more", () => {
  for (const counts of [[5, 3], [0, 0]]) {
    const [now] = piles(States.INITIAL_STATE, {}, [{ type: "pile", faction: "K", counts, highest: [null, null] }]);
    assert.deepEqual(now.entered, counts);
    assert.equal(findNextCell([now]), null);
  }
});
