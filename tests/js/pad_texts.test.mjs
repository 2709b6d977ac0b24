/** Tests of the sentences of the pad. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import {
  askText, followersText, keyLabel, placeInTrick, shareText, unbrokenName, voteReason, waitingText,
} from "../../static/js/companion/pad/texts.js";

const NAMES = ["Ana", "Bram"];
const vote = (more) =>
  ({ faction: "K", counts: [4, 4], certain: true, vote: 1, by: "card", highest: ["K7", "K9"], ...more });

test("a place is asked for without knowing whose card it is", () => {
  assert.equal(askText({ place: "leader", trick: 3 }, null, []), "Who led trick 3?");
  assert.equal(askText({ place: "blind", trick: 3 }, null, []), "Your blind card (only you see it)");
});

test("a gap is called by its place and its trick", () => {
  assert.equal(placeInTrick({ place: "follow", trick: 5 }, { leader: 1 }, NAMES), "Ana, trick 5");
});

test("a key says what it is, how often, or why not", () => {
  assert.equal(keyLabel("G0", 1), "Goblin 0");
  assert.equal(keyLabel("G0", 4), "Goblin 0, 4 left");
  assert.equal(keyLabel("K5", 0, "seen"), "Knight 5, already logged");
  assert.equal(keyLabel("K5", 0, "phase_one"), "Knight 5, played in phase one");
  assert.equal(keyLabel("K5", 1, "seen", true), "Knight 5, logged here");
});

test("a card's name and its value stay in one line", () => {
  assert.equal(unbrokenName("K5"), "Knight\u00a05");
});

test("what waits is counted", () => {
  assert.equal(waitingText(3), "3 unsent");
});

test("followers are counted with those that are known, by name where both seats share a device", () => {
  const text = (seats, known, size = 13) => followersText({ names: NAMES, you: { seats }, sizes: [size, size],
    followers: [0, 1].map(() => Array.from({ length: known }, () => "K5")) });
  assert.equal(text([1], 9), "Your 13 followers: 9 known, 4 drawn face down.");
  assert.equal(text([1], 13), "13 followers, all known.");
  assert.equal(text([0, 1], 9), "Ana's 13 followers: 9 known, 4 drawn face down. "
    + "Bram's 13 followers: 9 known, 4 drawn face down.");
  assert.equal(text([0, 1], 13), "Ana's 13 followers are all known. Bram's 13 followers are all known.");
});

test("a vote is open, nobody's, by count or by card", () => {
  const reason = (more) => voteReason(vote(more), NAMES);
  assert.equal(reason({ certain: false }), "undecided");
  assert.equal(reason({ vote: null }), "nobody");
  assert.equal(reason({ by: "count" }), "Bram");
  assert.equal(reason({}), "Bram with Knight 9");
  assert.equal(reason({ highest: [null, null] }), "Bram");
});

test("the result is shared in a line for each vote, with or without a winner", () => {
  const view = { names: NAMES, result: { text: "Bram wins." }, factions: [vote()] };
  assert.equal(shareText(view, "Claim"), "Claim: Ana – Bram\nBram wins.\nKnights 4–4: Bram with Knight 9");
  assert.equal(shareText({ ...view, result: null }, "Claim"), "Claim: Ana – Bram\nKnights 4–4: Bram with Knight 9");
});
