/** What every device at a table knows, and what can be read off a view. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { asking, EMPTY, entryChanged, noted, received } from "../../static/js/table/state.js";
import { deviceText, outcome, phaseName, placeName, tugLabel } from "../../static/js/table/texts.js";
import { lastTold, over, trickAt } from "../../static/js/table/view.js";
import { trick, view } from "./tables.mjs";

const change = (number, device) => ({ number, device, text: `change ${number}` });
const first = (changes = []) => received(EMPTY, view(5, { changes }));

test("an older view is not taken", () => {
  const state = first();
  assert.equal(received(state, view(4)), state);
  assert.equal(received(state, view(6)).view.version, 6);
});

test("what happened before this device looked is not told", () => {
  assert.equal(first([change(3, 2)]).note, null);
});

test("a change by another device is told once, the last of several", () => {
  const state = received(first([change(3, 2)]), view(6, { changes: [change(3, 2), change(4, 2), change(5, 2)] }));
  assert.equal(state.note.text, "change 5");
  assert.equal(received({ ...state, note: null }, view(7, { changes: [change(5, 2)] })).note, null);
});

test("one's own changes are not told", () => {
  assert.equal(received(first(), view(6, { changes: [change(4, 1)] })).note, null);
});

test("a phone that asks for a seat is told once, and waits for its answer", () => {
  const requests = [{ device: 7, seat: 1, name: "Cleo" }];
  const state = received(first(), view(6, { requests }));
  assert.equal(state.note.text, "A phone asks for the seat of Bram. Answer it under “Table”.");
  assert.equal(received({ ...state, note: null }, view(7, { requests })).note, null);
  assert.deepEqual(asking(state.view, state), requests);
  assert.deepEqual(asking(state.view, { ...state, away: [7] }), []);
});

test("who asks for a seat is no matter of those who only look on", () => {
  const you = { device: 3, seats: [], role: "watcher", host: false };
  const state = received(first(), view(6, { you, requests: [{ device: 7, seat: 1, name: "" }] }));
  assert.equal(state.note, null);
  assert.deepEqual(asking(state.view, state), []);
});

test("the same note twice is two notes, and no text is none", () => {
  assert.notEqual(noted(EMPTY, "bad", "No.").note.id, noted(EMPTY, "bad", "No.").note.id);
  assert.equal(noted(noted(EMPTY, "bad", "No."), "info", null).note, null);
});

test("the way in is asked for at first, and whenever it changed", () => {
  const changed = (after, before) => entryChanged(view(6, after), before && view(5, before));
  assert.equal(changed({}, null), true);
  assert.equal(changed({}, {}), false);
  assert.equal(changed({ joinable: true }, {}), true);
  assert.equal(changed({ locked: true }, {}), true);
});

test("a game is over when it is finished or called off", () => {
  const statuses = ["gathering", "playing", "finished", "called_off"];
  assert.deepEqual(statuses.filter((status) => over({ status })), ["finished", "called_off"]);
});

test("a trick that nobody logged is blank", () => {
  const tricks = [trick(1, 2, { lead: "K5" })];
  assert.equal(trickAt(tricks, 1, 2).lead, "K5");
  assert.equal(trickAt(tricks, 1, 3).lead, null);
  assert.equal(trickAt(tricks, 2, 2).number, 2);
});

test("the last trick that is told is over and was logged", () => {
  const told = trick(1, 1, { over: true, story: "Ana won.", logged: ["lead"] });
  const unlogged = trick(1, 2, { over: true, story: "Bram won." });
  assert.equal(lastTold({ tricks: [told, unlogged, trick(1, 3, {})] }), told);
  assert.equal(lastTold({ tricks: [unlogged] }), undefined);
});

test("a place is called by whose card lies there, as soon as it is known who led", () => {
  const names = ["Ana", "Bram"];
  assert.equal(placeName("lead", { leader: 1 }, names), "Bram");
  assert.equal(placeName("follow", { leader: 1 }, names), "Ana");
  assert.equal(placeName("lead", { leader: null }, names), "Led");
  assert.equal(placeName("follow", { leader: null }, names), "Answer");
  assert.equal(placeName("revealed", { leader: 0 }, names), "Revealed");
  assert.deepEqual([phaseName(1), phaseName(2)], ["Phase one", "Phase two"]);
});

test("a vote is read aloud as certain or as a lead", () => {
  const label = (more) => tugLabel({ faction: "U", counts: [3, 1], certain: false, vote: null, ahead: 0, ...more },
    ["Ana", "Bram"]);
  assert.equal(label({}), "Undead: Ana 3, Bram 1. Ana is ahead.");
  assert.equal(label({ ahead: null }), "Undead: Ana 3, Bram 1. Nobody is ahead.");
  assert.equal(label({ certain: true, vote: 1 }), "Undead: Ana 3, Bram 1. The vote goes to Bram.");
  assert.equal(label({ certain: true }), "Undead: Ana 3, Bram 1. Nobody gets the vote.");
});

test("the outcome is the server's, unless there is none", () => {
  assert.equal(outcome({ status: "finished", result: { text: "Ana wins." } }), "Ana wins.");
  assert.equal(outcome({ status: "finished", result: null }), "What was logged does not decide the game.");
  assert.equal(outcome({ status: "called_off", result: null }), "This game was called off.");
});

test("a device is called by what it does", () => {
  const text = (role, ...seats) => deviceText({ role, seats }, ["Ana", "Bram"]);
  assert.deepEqual([text("display"), text("watcher"), text("player", 0, 1), text("player", 1), text("player")],
    ["display", "watches", "both players", "Bram", "no seat"]);
});
