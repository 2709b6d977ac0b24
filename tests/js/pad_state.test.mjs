/** Tests of the state of the pad: the target of the next tap. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { projectView } from "../../static/js/companion/pad/projection.js";
import * as States from "../../static/js/companion/pad/state.js";
import { phone } from "./fake_pad.mjs";
import { ask, log, trick, view } from "./table_views.mjs";

const LEAD = { phase: 1, trick: 1, place: "lead" };
const LEADER = { phase: 1, trick: 1, place: "leader" };
const known = (changes) => States.receiveView(States.INITIAL_STATE, view(5, changes));
const shown = (state, items = []) => projectView(state.view, items, { skipped: [], blinds: true });
const inviting = { status: "gathering", joinable: true };

test("an older view changes nothing at all", () => {
  const state = States.chooseSlot(known(), LEAD);
  assert.equal(States.receiveView(state, view(4)), state);
});

test("whoever invites begins with the code, everybody else with the pad", () => {
  assert.equal(known(inviting).tab, "table");
  assert.equal(known({ ...inviting, you: { seats: [1], host: false } }).tab, "pad");
  assert.equal(known().tab, "pad");
});

test("when both seats are taken the code makes room for the pad, once", () => {
  assert.equal(States.receiveView(known(inviting), view(6)).tab, "pad");
  assert.equal(States.receiveView({ ...known(inviting), tab: "log" }, view(6)).tab, "log");
  assert.equal(States.receiveView({ ...known(), tab: "table" }, view(6)).tab, "table");
});

test("a picked place that somebody else fills is picked no longer", () => {
  const filled = { tricks: [trick(1, 1, { lead: "K5" })] };
  assert.equal(States.receiveView(States.chooseSlot(known(), LEAD), view(6, filled)).chosen, null);
  assert.deepEqual(States.receiveView(States.chooseSlot(known(), LEAD), view(6)).chosen, LEAD);
});

test("a correction and a leader stay picked whatever is logged", () => {
  const filled = { tricks: [trick(1, 1, { lead: "K5", leader: 0 })] };
  assert.deepEqual(States.receiveView(States.chooseSlot(known(), LEAD, "G1"), view(6, filled)).chosen, LEAD);
  assert.deepEqual(States.receiveView(States.chooseSlot(known(), LEADER), view(6, filled)).chosen, LEADER);
});

test("the next tap is about the picked place, else about the first that is asked", () => {
  const state = known();
  assert.equal(States.getTarget(state, shown(state)).place, "revealed");
  assert.equal(States.getTarget(States.chooseSlot(state, LEAD), shown(state)).place, "lead");
  assert.equal(States.getTarget(known({ ask: [] }), shown(known({ ask: [] }))), null);
});

test("a picked place keeps what the server said of it, even when it is asked no longer", () => {
  const gap = ask("follow", { trick: 3, text: "Bram's answer" });
  const state = States.chooseSlot(known({ missing: [gap] }), { phase: 1, trick: 3, place: "follow" });
  assert.equal(States.getTarget(state, shown(state)).text, "Bram's answer");
  const other = States.chooseSlot(known(), { phase: 1, trick: 9, place: "lead" });
  assert.equal(States.getTarget(other, shown(other)).text, "First card");
});

test("after a tap the person is back where the place was picked", () => {
  const done = States.clearChoice(States.chooseSlot({ ...known(), tab: "log" }, LEAD, "K5", "log"));
  assert.deepEqual([done.tab, done.chosen, done.was], ["log", null, null]);
  assert.equal(States.clearChoice({ ...known(), tab: "table" }).tab, "table");
});

test("a stored entry stays in sight until its view is here", () => {
  const item = log("lead", "K5");
  const state = States.addSettling(known(), item, 7);
  assert.deepEqual(States.listUnseen(state, []), [item]);
  assert.deepEqual(States.listUnseen(States.receiveView(state, view(6)), []), [item]);
  assert.deepEqual(States.listUnseen(States.receiveView(state, view(7)), []), []);
  assert.equal(States.addSettling(known(), item, 5).settling.length, 0);
});

test("an entry that is stored and still in the queue counts once", () => {
  const [first, second] = [log("lead", "K5"), log("follow", "U3")];
  const state = States.addSettling(known(), first, 7);
  assert.deepEqual(States.listUnseen(state, [first, second]), [first, second]);
  assert.deepEqual(States.listUnseen(state, [second]), [first, second]);
});

test("conflicts are asked about one after the other, in order", () => {
  const both = ["one", "two"].reduce((state, message) => States.addConflict(state, { message }), known());
  assert.equal(both.conflicts[0].message, "one");
  assert.equal(States.removeConflict(both).conflicts[0].message, "two");
});

test("the trick in hand is the earliest that is asked for, or the one that was picked", () => {
  const later = [ask("lead", { trick: 4 }), ask("follow", { trick: 3 }), ask("blind", { trick: 2, optional: true })];
  const state = known({ ask: later, trick: 4 });
  assert.deepEqual(States.getCurrentTrick(shown(state), null), { phase: 1, number: 3 });
  assert.deepEqual(States.getCurrentTrick(shown(state), { phase: 2, trick: 6, place: "lead" }),
    { phase: 2, number: 6 });
  assert.deepEqual(States.getCurrentTrick(shown(state), { phase: 1, trick: 1, place: "blind" }),
    { phase: 1, number: 1 });
  const idle = known({ ask: [], trick: 13 });
  assert.deepEqual(States.getCurrentTrick(shown(idle), null), { phase: 1, number: 13 });
});

test("a hand of phase two is told to those who play and log every card", () => {
  const begins = ({ asks = [], tricks = [], ...more }) =>
    States.isHandDue({ view: view(5, { phase: 2, trick: 1, ...more }), asks, tricks });
  assert.equal(begins({}), true);
  const not = [{ phase: 1 }, { trick: 2 }, { depth: "scoring" }, { status: "finished" }, { you: { seats: [] } },
    { asks: [{ place: "blind" }] }, { tricks: [{ phase: 2 }] }];
  assert.deepEqual(not.map(begins), not.map(() => false));
});

test("the followers between the phases are shown until they are dismissed, for good", () => {
  const { act, app, now, kept } = phone({ phase: 2, ask: [ask("lead", { phase: 2 })] });
  assert.equal(States.isHandShown(app.shown(), now()), true);
  act.dismissHand();
  assert.deepEqual([States.isHandShown(app.shown(), now()), kept.followers], [false, true]);
});
