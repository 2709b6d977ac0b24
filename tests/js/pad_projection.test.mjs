/** Tests of the projection of waiting entries onto a view. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { getLocalTrickText, listKeys, projectView } from "../../static/js/companion/pad/projection.js";
import {
  getSlotKey, getSlotPad, getSlotRank, isSameSlot, listSlotsAfter, parseSlot,
} from "../../static/js/companion/pad/slots.js";
import { ask, log, trick, view } from "./table_views.mjs";

const EVERY = { skipped: [], blinds: true };
const shown = (changes, items = [], wishes = EVERY) => projectView(view(5, changes), items, wishes);
const places = ({ asks }) => asks.map((one) => `${one.trick}.${one.place}`);
const LEAD = { phase: 1, trick: 1, place: "lead" };

test("without waiting entries the server's questions are asked as they are", () => {
  assert.deepEqual(places(shown()), ["1.revealed", "1.lead", "1.follow"]);
});

test("a card that waits lies in its place, and its place is asked no longer", () => {
  const now = shown({}, [log("revealed", "G1"), log("lead", "K5")]);
  assert.deepEqual(places(now), ["1.follow"]);
  assert.deepEqual([now.tricks[0].revealed, now.tricks[0].lead, now.tricks[0].waits], ["G1", "K5", true]);
  assert.equal(now.unsent, 2);
});

test("the view itself is left as it came", () => {
  const now = view(5, { tricks: [trick(1, 1, { revealed: "G1" })] });
  projectView(now, [log("lead", "K5")], EVERY);
  assert.equal(now.tricks[0].lead, null);
});

test("a correction that waits replaces the card, a clearing empties the place", () => {
  const tricks = [trick(1, 1, { revealed: "G1", lead: "K5" })];
  assert.equal(shown({ tricks }, [log("lead", "U3")]).tricks[0].lead, "U3");
  const cleared = shown({ tricks }, [log("lead", null)]);
  assert.equal(cleared.tricks[0].lead, null);
  assert.deepEqual(places(cleared), ["1.lead", "1.follow"]);
});

test("tricks stay in the order of the game, whatever is logged first", () => {
  const now = shown({ tricks: [trick(1, 3, {})] }, [log("lead", "K5", { phase: 2 }), log("lead", "G1")]);
  assert.deepEqual(now.tricks.map((one) => [one.phase, one.number]), [[1, 1], [1, 3], [2, 1]]);
});

test("offline the pad asks on: four places beyond those of the server", () => {
  const all = ["revealed", "lead", "follow"].map((place, index) => log(place, `G${index + 1}`));
  assert.deepEqual(places(shown({}, all)), ["1.blind", "2.revealed", "2.lead", "2.follow", "3.revealed"]);
  const more = [...all, log("revealed", "U3", { trick: 2 })];
  assert.deepEqual(places(shown({}, more)), ["2.lead", "2.follow", "3.revealed", "3.lead"]);
});

test("offline the pad says whose card it is, asks for its own blind card, and tells who won", () => {
  const won = ["G1", "K5", "U3"].map((card, index) => log(["revealed", "lead", "follow"][index], card));
  const found = shown({}, won);
  const whose = (all) => all.asks.map((one) => [one.place, one.seat, one.text]);
  assert.deepEqual(whose(found).slice(1, 3), [["lead", 0, "Ana leads"], ["follow", 1, "Bram follows"]]);
  assert.equal(getLocalTrickText(found), "Ana wins trick 1 with Knight 5.");
  const lost = shown({}, [won[0], log("lead", "U3"), log("follow", "P9")]);
  assert.deepEqual(whose(lost)[0], ["blind", 0, "Your blind card (only you see it)"]);
  assert.deepEqual(whose(lost)[2], ["lead", 1, "Bram leads"]);
});

test("nothing is asked ahead while something that everybody waits for is open, or the server asks nothing", () => {
  assert.equal(shown({}, [log("lead", "K5"), log("follow", "U3")]).asks.length, 1);
  assert.deepEqual(places(shown({ ask: [] })), []);
});

test("a blind card is asked of who wants it, until it is skipped", () => {
  const blind = ask("blind", { private: true, optional: true });
  const asked = (wishes, more) => places(shown({ ask: [blind], ...more }, [], wishes)).includes("1.blind");
  assert.equal(asked(EVERY), true);
  assert.equal(asked({ ...EVERY, blinds: false }), false);
  assert.equal(asked({ ...EVERY, skipped: ["1.1.blind"] }), false);
  assert.equal(asked(EVERY, { depth: "scoring" }), false);
});

test("who leads is not asked again while the answer waits", () => {
  const first = { ask: [ask("leader")] };
  const later = { ask: [ask("leader", { phase: 2 })] };
  assert.deepEqual(places(shown(first)).slice(0, 1), ["1.leader"]);
  assert.equal(places(shown(first, [{ type: "lead", seat: 0 }])).includes("1.leader"), false);
  const stated = { type: "state_leader", phase: 2, trick: 1, seat: 0 };
  assert.equal(places(shown(later, [stated])).includes("1.leader"), false);
  assert.equal(places(shown(later, [{ type: "lead", seat: 0 }])).includes("1.leader"), true);
});

test("a card that waits is off the keys, one copy of several is still there", () => {
  const keys = listKeys(shown({}, [log("revealed", "K5"), log("follow", "G0")]), LEAD);
  assert.equal(keys.left.G0, 4);
  assert.equal(keys.left.K5, undefined);
  assert.equal(keys.off.K5, "seen");
});

test("a card revealed in phase one may come again in phase two, one that was played there may not", () => {
  const second = { phase: 2, trick: 1, place: "lead" };
  assert.equal(listKeys(shown({}, [log("revealed", "K5")]), second).left.K5, 1);
  assert.equal(listKeys(shown({}, [log("lead", "K5")]), second).left.K5, undefined);
});

test("the card that lies in the place is a key, so that it can be left as it is", () => {
  const pads = { play: { left: {}, off: { K5: "seen", U3: "seen" } } };
  const keys = listKeys(shown({ pads, tricks: [trick(1, 1, { lead: "K5" })] }), LEAD);
  assert.deepEqual(keys, { left: { K5: 1 }, off: { U3: "seen" } });
});

test("asking for keys does not use the cards of the view up", () => {
  const now = shown({}, [log("follow", "K5")]);
  listKeys(now, LEAD);
  assert.equal(now.view.pads.play.left.K5, 1);
});

test("a slot's key leads back to the slot", () => {
  const slot = { phase: 2, trick: 12, place: "follow" };
  assert.deepEqual(parseSlot(getSlotKey(slot)), slot);
  assert.equal(isSameSlot(slot, { ...slot }), true);
  assert.equal(isSameSlot(slot, null), false);
});

test("slots follow each other to the end of phase two, without blind cards", () => {
  const first = { phase: 1, trick: 13, place: "lead" };
  assert.deepEqual(listSlotsAfter(first).slice(0, 3).map(getSlotKey), ["1.13.follow", "2.1.lead", "2.1.follow"]);
  const all = listSlotsAfter({ phase: 1, trick: 1, place: "leader" });
  assert.equal(all.length, 13 * 3 + 13 * 2);
  assert.deepEqual([...all].sort((a, b) => getSlotRank(a) - getSlotRank(b)), all);
  assert.equal(all.some((slot) => slot.place === "blind"), false);
  assert.deepEqual(listSlotsAfter({ phase: 2, trick: 13, place: "follow" }), []);
});

test("each place has the keys of what can lie there", () => {
  const pads = [[1, "revealed"], [1, "blind"], [1, "lead"], [2, "lead"], [1, "leader"]];
  assert.deepEqual(pads.map(([phase, place]) => getSlotPad({ phase, place })),
    ["recruit", "recruit", "play", "support", null]);
});
