/** Tests of the actions of the pad. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { getHolder, shouldAskUndead } from "../../static/js/companion/pad/counts.js";
import * as States from "../../static/js/companion/pad/state.js";
import { setNote } from "../../static/js/companion/state.js";
import { logged, phone } from "./fake_pad.mjs";
import { ask, log, trick, view } from "./table_views.mjs";

test("keys log the places that are asked, one after the other", () => {
  const { act, items, clock } = phone();
  act.key("G1");
  clock.tick(1_000);
  act.key("K5");
  assert.deepEqual(items(), [logged("revealed", "G1"), logged("lead", "K5")]);
});

test("one key twice at once is one tap, twice in time is two", () => {
  const { act, items, clock } = phone();
  act.key("G0");
  clock.tick(299);
  act.key("G0");
  assert.equal(items().length, 1);
  clock.tick(1);
  act.key("G0");
  assert.deepEqual(items(), [logged("revealed", "G0"), logged("lead", "G0")]);
});

test("another key at once is a second thought about the same place, never the next card", () => {
  const { act, items, clock } = phone();
  act.key("G1");
  clock.tick(299);
  act.key("K5");
  assert.deepEqual(items(), [logged("revealed", "G1"), logged("revealed", "K5", { instead: "G1" })]);
  clock.tick(300);
  act.key("U3");
  assert.deepEqual(items().at(-1), logged("lead", "U3"));
});

test("who leads is said once by two taps, and a second thought says what it replaces", () => {
  const leads = (...seats) => {
    const { act, app, items } = phone({ ask: [ask("leader")], leader: null });
    const [asked] = app.shown().asks;
    for (const seat of seats) act.leads(app.shown().held ?? asked, seat);
    return items();
  };
  assert.deepEqual(leads(0, 0), [{ type: "lead", seat: 0 }]);
  assert.deepEqual(leads(0, 1), [{ type: "lead", seat: 0 }, { type: "lead", seat: 1, instead: 0 }]);
});

test("a card that its seat did not recruit takes a second tap, and not a trembling one", () => {
  const asked = ask("lead", { phase: 2, seat: 1, likely: ["G1"] });
  const { act, items, now, clock } = phone({ phase: 2, ask: [asked] });
  act.key("K5");
  assert.equal(now().note.text, "Bram didn't recruit Knight 5. Tap it again to log it anyway.");
  clock.tick(299);
  act.key("K5");
  assert.deepEqual(items(), []);
  clock.tick(1);
  act.key("K5");
  assert.deepEqual(items(), [logged("lead", "K5", { phase: 2 })]);
  const sure = phone({ phase: 2, ask: [asked] });
  sure.act.key("G1");
  assert.equal(sure.items().length, 1);
});

test("a slip is mended where it was made: its card is picked, or the leader asked again", () => {
  const { act, now } = phone({ tricks: [trick(1, 1, { lead: "K5", follow: "G1" })] });
  act.correctSlip({ phase: 1, trick: 1, card: "G1" });
  assert.deepEqual([now().chosen, now().was], [{ phase: 1, trick: 1, place: "follow" }, "G1"]);
  act.correctSlip({ phase: 1, trick: 1, card: null });
  assert.deepEqual([now().chosen.place, now().was], ["leader", null]);
});

test("a tap after another device filled the place is about that place: nothing, or the server asks", () => {
  const { act, app, items } = phone();
  app.shown();
  app.setState(States.receiveView(app.state(),
    view(6, { ask: [ask("lead")], tricks: [trick(1, 1, { revealed: "G1" })] })));
  act.key("G1");
  assert.deepEqual(items(), []);
  act.key("K5");
  assert.deepEqual(items(), [logged("revealed", "K5")]);
});

test("a card that cannot lie there is refused with its reason", () => {
  const { act, items, now } = phone();
  act.key("P9");
  assert.deepEqual(items(), []);
  assert.equal(now().note.text, "Doppelgänger 9, already logged");
});

test("a logged card removes the refusal of the tap before it, but no news", () => {
  for (const [kind, left] of [["bad", null], ["info", "news"]]) {
    const { act, app, now } = phone();
    app.setState(setNote(app.state(), kind, "news"));
    act.key("K5");
    assert.equal(now().note?.text ?? null, left);
  }
});

test("a correction says which card was there, and leads back to the log", () => {
  const { act, items, now } = phone({ tricks: [trick(1, 1, { lead: "K5" })] }, { tab: "log" });
  act.correct({ phase: 1, trick: 1, place: "lead" }, "K5");
  act.key("U3");
  assert.deepEqual(items(), [logged("lead", "U3", { instead: "K5" })]);
  assert.equal(now().tab, "log");
});

test("the same card again is no correction", () => {
  const { act, items, now } = phone({ tricks: [trick(1, 1, { lead: "K5" })] });
  act.correct({ phase: 1, trick: 1, place: "lead" }, "K5");
  act.key("K5");
  assert.deepEqual([items(), now().chosen], [[], null]);
});

test("a place is cleared by a correction to nothing", () => {
  const { act, items } = phone({ tricks: [trick(1, 1, { lead: "K5" })] });
  act.correct({ phase: 1, trick: 1, place: "lead" }, "K5");
  act.clear();
  assert.deepEqual(items(), [logged("lead", null, { instead: "K5" })]);
});

test("who leads is said in the words of the trick", () => {
  const first = phone();
  first.act.leads(ask("leader"), 1);
  assert.deepEqual(first.items(), [{ type: "lead", seat: 1 }]);
  const second = phone();
  second.act.leads(ask("leader", { phase: 2 }), 1);
  assert.deepEqual(second.items(), [{ type: "state_leader", phase: 2, trick: 1, seat: 1 }]);
});

test("a blind card that is skipped is remembered and asked no longer", () => {
  const blind = ask("blind", { private: true, optional: true });
  const { act, app, kept } = phone({ ask: [blind] });
  act.skip(blind);
  assert.deepEqual(kept.skipped, ["1.1.blind"]);
  assert.equal(app.shown().asks.some((one) => one.place === "blind"), false);
});

test("undo takes back what never left this phone", () => {
  const { act, items } = phone();
  act.key("G1");
  assert.equal(act.undoable(), "Goblin 1");
  act.undo();
  assert.deepEqual(items(), []);
});

test("undo of a card on its way is a correction to what was there before", () => {
  const { act, queue, items } = phone();
  queue.add(log("lead", "K5", { id: "a" }));
  queue.markSent(["a"]);
  act.undo();
  assert.deepEqual(items().at(-1), logged("lead", null, { instead: "K5" }));
});

test("anything else that is on its way cannot be undone yet", () => {
  const { act, queue, items } = phone();
  queue.add({ id: "a", type: "rematch" });
  queue.markSent(["a"]);
  assert.equal(act.undoable(), null);
  act.undo();
  assert.equal(items().length, 1);
});

test("a stored card is undone by its number, before its view is here and after", () => {
  const waiting = phone({ undo: { number: 3, mark: "1.1.lead=U3", text: "Bram's card" } });
  waiting.app.setState(States.addSettling(waiting.now(), log("lead", "K5"), 7));
  waiting.act.undo();
  assert.deepEqual(waiting.items(), [{ type: "undo", number: 7, expects: "1.1.lead=K5" }]);
  const seen = phone({ undo: { number: 3, mark: "1.1.lead=U3", text: "Bram's card" } });
  assert.equal(seen.act.undoable(), "Bram's card");
  seen.act.undo();
  assert.deepEqual(seen.items(), [{ type: "undo", number: 3, expects: "1.1.lead=U3" }]);
});

test("with nothing logged there is nothing to undo", () => {
  assert.equal(phone().act.undoable(), null);
});

test("a conflict is kept as it is, or changed to what this device logged", () => {
  const conflict = { item: { ...log("lead", "K5") }, message: "Taken.", there: "U3" };
  const keeping = phone({}, { conflicts: [conflict] });
  keeping.act.keepIt();
  assert.deepEqual([keeping.now().conflicts, keeping.items()], [[], []]);
  const changing = phone({}, { conflicts: [conflict] });
  changing.act.changeIt();
  assert.deepEqual(changing.items(), [logged("lead", "K5", { instead: "U3" })]);
});

test("an Undead goes from side to side, with what waits laid over the view", () => {
  const shown = (...items) => ({ view: { undead: [["U9"], ["U8"]] }, items });
  const entry = (more) => ({ type: "undead", card: "U9", seat: 1, ...more });
  assert.deepEqual(["U9", "U8", "U7"].map((card) => getHolder(shown(), card)), [0, 1, null]);
  assert.equal(getHolder(shown(entry()), "U9"), 1);
  assert.equal(getHolder(shown(entry(), entry({ gone: true })), "U9"), null);
  const { act, items } = phone();
  act.undead("U9", 1, 0);
  assert.deepEqual(items(), [{ type: "undead", seat: 1, card: "U9", instead: 0 }]);
});

test("one undo takes back the move of an Undead to the other player", () => {
  const { act, app, items } = phone({ undead: [["U9"], []] });
  act.undead("U9", 1, 0);
  assert.equal(getHolder(app.shown(), "U9"), 1);
  act.undo();
  assert.deepEqual([items(), getHolder(app.shown(), "U9")], [[], 0]);
});

test("a tap on the side that has an Undead takes it away", () => {
  const { act, items } = phone();
  act.undead("U9", 0, 0);
  assert.deepEqual(items(), [{ type: "undead", seat: 0, card: "U9", gone: true }]);
});

test("Undead are asked for before phase two, until this device goes on, and when they are looked up", () => {
  const before = { view: { depth: "scoring" }, asks: [ask("leader", { phase: 2 })] };
  const asks = (state, shown = before) => Boolean(shouldAskUndead(shown, { ...States.INITIAL_STATE, ...state }));
  assert.equal(asks({}), true);
  assert.equal(asks({ phaseTwo: true }), false);
  assert.equal(asks({ phaseTwo: true, lookedUp: true }), true);
  assert.equal(asks({ chosen: ask("lead") }), false);
  assert.equal(asks({}, { ...before, view: { depth: "every" } }), false);
  assert.equal(asks({}, { ...before, asks: [] }), false);
});

test("phase two begins on this device when it says so, and the Undead can be looked up again", () => {
  const { act, now, kept } = phone({ depth: "scoring" });
  act.toPhaseTwo();
  assert.deepEqual([kept["phase-two"], now().phaseTwo, now().lookedUp], [true, true, false]);
  act.lookUpUndead();
  assert.equal(now().lookedUp, true);
});

test("a count that goes over another's says so", () => {
  const item = { type: "pile", faction: "K", counts: [4, 3], highest: [null, null] };
  const { act, items } = phone({}, { conflicts: [{ item, message: "Taken.", there: null, counts: [5, 2] }] });
  act.changeIt();
  assert.deepEqual(items(), [{ ...item, over: true, instead: [5, 2] }]);
});

test("undo takes the last of several taps back", () => {
  const { act, items, clock } = phone();
  act.key("G1");
  clock.tick(1_000);
  act.key("K5");
  act.undo();
  assert.deepEqual(items(), [logged("revealed", "G1")]);
});

test("a letter of the keyboard counts on the pad alone", () => {
  const { act } = phone();
  assert.equal(act.padOpen(), true);
  act.tab("log");
  assert.equal(act.padOpen(), false);
});

test("who leads is not asked with keys", () => {
  const { act, items } = phone({ ask: [ask("leader")] });
  act.key("G1");
  assert.deepEqual(items(), []);
});

test("a key that has the focus already changes nothing", () => {
  const { act, now } = phone();
  act.focus("G1");
  const before = now();
  act.focus("G1");
  assert.equal(now(), before);
});
