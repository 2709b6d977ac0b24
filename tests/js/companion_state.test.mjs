/** Tests of the state of a device at a table, and of values of a view. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import {
  canLetIn, getLastTrick, getTrick, hasEntryChanged, INITIAL_STATE, isOver, listRequests, receiveView, setNote,
} from "../../static/js/companion/state.js";
import { deviceText, outcomeText, phaseName, placeName, voteLabel } from "../../static/js/companion/texts.js";
import { trick, view } from "./table_views.mjs";

const change = (number, device) => ({ number, device, text: `change ${number}` });
const first = (changes = []) => receiveView(INITIAL_STATE, view(5, { changes }));

test("an older view is not taken", () => {
  const state = first();
  assert.equal(receiveView(state, view(4)), state);
  assert.equal(receiveView(state, view(6)).view.version, 6);
});

test("what happened before this device looked is not told", () => {
  assert.equal(first([change(3, 2)]).note, null);
});

test("a change by another device is told once, the last of several", () => {
  const state = receiveView(first([change(3, 2)]), view(6, { changes: [change(3, 2), change(4, 2), change(5, 2)] }));
  assert.equal(state.note.text, "change 5");
  assert.equal(receiveView({ ...state, note: null }, view(7, { changes: [change(5, 2)] })).note, null);
});

test("the moderators' message to this person stays", () => {
  assert.equal(receiveView(first(), view(6, { changes: [change(6, 2)] })).moderation, null);
  const moderation = { message: "The moderators have a message for you.", url: "/account/message/" };
  assert.equal(receiveView({ ...first(), moderation }, view(6, { changes: [change(6, 2)] })).moderation, moderation);
});

test("one's own changes are not told", () => {
  assert.equal(receiveView(first(), view(6, { changes: [change(4, 1)] })).note, null);
});

test("a phone that asks for a seat is told once, and waits for its answer", () => {
  const requests = [{ device: 7, seat: 1, name: "Cleo" }];
  const state = receiveView(first(), view(6, { requests }));
  assert.equal(state.note.text, "Another device wants Bram's seat. Answer under “Table”.");
  assert.equal(receiveView({ ...state, note: null }, view(7, { requests })).note, null);
  assert.deepEqual(listRequests(state.view, state), requests);
  assert.deepEqual(listRequests(state.view, { ...state, away: [7] }), []);
});

test("a phone that was denied and asks again is told of and shown again", () => {
  const requests = [{ device: 7, seat: 1, name: "Cleo" }];
  const denied = { ...receiveView(first(), view(6, { requests })), away: [7], note: null };
  assert.deepEqual(listRequests(denied.view, receiveView(denied, view(7, { requests }))), []);
  const again = receiveView(receiveView(denied, view(8)), view(9, { requests }));
  assert.deepEqual(listRequests(again.view, again), requests);
  assert.equal(again.note.text, "Another device wants Bram's seat. Answer under “Table”.");
});

test("a phone that asks for this one's seat is told of as such", () => {
  const asks = (you) => receiveView(first(), view(6, {
    requests: [{ device: 7, seat: 0, name: "Ana" }], you: { device: 1, role: "player", host: false, ...you },
  })).note.text;
  assert.equal(asks({ seats: [0] }), "Another device wants your seat. Answer under “Table”.");
  assert.equal(asks({ seats: [0, 1] }), "Another device wants Ana's seat. Answer under “Table”.");
});

test("a seat's own device lets another one in, and others only while that is not connected", () => {
  const [own, other] = [0, 1].map((seat) => ({ device: 7, seat, name: "" }));
  const beat = (...here) => ({ ...INITIAL_STATE, beat: { here } });
  assert.equal(canLetIn(own, view(5), INITIAL_STATE), true);
  assert.equal(canLetIn(other, view(5), INITIAL_STATE), false);
  assert.equal(canLetIn(other, view(5), beat(1, 2)), false);
  assert.equal(canLetIn(other, view(5), beat(1)), true);
});

test("a seat that came to another device is told once, also with corrections around it", () => {
  const moved = (number) => ({ number, text: `moved ${number}` });
  assert.equal(receiveView(INITIAL_STATE, view(5, { handovers: [moved(4)] })).note, null);
  const state = receiveView(first(), view(7, { changes: [change(6, 2)], handovers: [moved(7)] }));
  assert.equal(state.note.text, "moved 7");
  assert.equal(receiveView({ ...state, note: null }, view(8, { handovers: [moved(7)] })).note, null);
  assert.equal(receiveView(first(), view(7, { changes: [change(7, 2)], handovers: [moved(6)] })).note.text, "change 7");
});

test("who asks for a seat is no matter of those who only look on", () => {
  const you = { device: 3, seats: [], role: "watcher", host: false };
  const state = receiveView(first(), view(6, { you, requests: [{ device: 7, seat: 1, name: "" }] }));
  assert.equal(state.note, null);
  assert.deepEqual(listRequests(state.view, state), []);
});

test("the same note twice is two notes, and no text is none", () => {
  assert.notEqual(setNote(INITIAL_STATE, "bad", "No.").note.id, setNote(INITIAL_STATE, "bad", "No.").note.id);
  assert.equal(setNote(setNote(INITIAL_STATE, "bad", "No."), "info", null).note, null);
});

test("the way in is asked for at first, and whenever it changed", () => {
  const changed = (after, before) => hasEntryChanged(view(6, after), before && view(5, before));
  assert.equal(changed({}, null), true);
  assert.equal(changed({}, {}), false);
  assert.equal(changed({ joinable: true }, {}), true);
  assert.equal(changed({ locked: true }, {}), true);
});

test("a game is over when it is finished or called off", () => {
  const statuses = ["gathering", "playing", "finished", "called_off"];
  assert.deepEqual(statuses.filter((status) => isOver({ status })), ["finished", "called_off"]);
});

test("a trick that nobody logged is blank", () => {
  const tricks = [trick(1, 2, { lead: "K5" })];
  assert.equal(getTrick(tricks, 1, 2).lead, "K5");
  assert.equal(getTrick(tricks, 1, 3).lead, null);
  assert.equal(getTrick(tricks, 2, 2).number, 2);
});

test("the last trick that is told is over and was logged", () => {
  const told = trick(1, 1, { over: true, story: "Ana won.", logged: ["lead"] });
  const unlogged = trick(1, 2, { over: true, story: "Bram won." });
  assert.equal(getLastTrick({ tricks: [told, unlogged, trick(1, 3, {})] }), told);
  assert.equal(getLastTrick({ tricks: [unlogged] }), undefined);
});

test("a place is called by whose card lies there, as soon as it is known who led", () => {
  const names = ["Ana", "Bram"];
  assert.equal(placeName("lead", { leader: 1 }, names), "Bram");
  assert.equal(placeName("follow", { leader: 1 }, names), "Ana");
  assert.equal(placeName("lead", { leader: null }, names), "First card");
  assert.equal(placeName("follow", { leader: null }, names), "Second card");
  assert.equal(placeName("revealed", { leader: 0 }, names), "Revealed");
  assert.deepEqual([phaseName(1), phaseName(2)], ["Phase one", "Phase two"]);
});

test("a vote is read aloud as certain or as a lead", () => {
  const label = (more) => voteLabel({ faction: "U", counts: [3, 1], certain: false, vote: null, ahead: 0, ...more },
    ["Ana", "Bram"]);
  assert.equal(label({}), "Undead: Ana 3, Bram 1. Ana is ahead.");
  assert.equal(label({ ahead: null }), "Undead: Ana 3, Bram 1. Nobody is ahead.");
  assert.equal(label({ certain: true, vote: 1 }), "Undead: Ana 3, Bram 1. The vote goes to Bram.");
  assert.equal(label({ certain: true }), "Undead: Ana 3, Bram 1. Nobody gets the vote.");
});

test("the outcome is the server's, unless there is none", () => {
  assert.equal(outcomeText({ status: "finished", result: { text: "Ana wins." } }), "Ana wins.");
  assert.equal(outcomeText({ status: "finished", result: null }), "The log isn't enough to decide the game.");
  assert.equal(outcomeText({ status: "called_off", result: null }), "This game was cancelled.");
});

test("a device is called by what it does", () => {
  const text = (role, ...seats) => deviceText({ role, seats }, ["Ana", "Bram"]);
  assert.deepEqual([text("display"), text("watcher"), text("player", 0, 1), text("player", 1), text("player")],
    ["display", "spectator", "both players", "Bram", "no seat"]);
});
