/** Tests of rating changes and sharing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { createRatingPoller, hasRatingChange, resultText } from "../../static/js/matches/result.js";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import { shareData } from "../../static/js/shared/share.js";
import { view } from "./match_views.mjs";

const MADE = { ok: true, data: { made: true, lines: ["Your rating: 1512 (+12)"] } };
const COMING = { ok: true, data: { made: false, lines: [] } };

/** A site that answers these, one after the other, and the last one again and again. */
function asking(...answers) {
  const told = [];
  let asked = 0;
  const fetchRatings = async () => answers[Math.min(asked++, answers.length - 1)];
  const waits = [];
  const look = createRatingPoller({
    fetchRatings, onRatings: (lines) => told.push(lines), setTimer: (then) => waits.push(then),
  });
  return { look, told, waits, asked: () => asked };
}

test("only the end of a rated game moves ratings", () => {
  assert.equal(hasRatingChange({ status: "finished", options: { rated: true } }), true);
  assert.equal(hasRatingChange({ status: "finished", options: { rated: false } }), false);
  assert.equal(hasRatingChange({ status: "playing", options: { rated: true } }), false);
});

test("what the site knows at once is told at once", async () => {
  const { look, told, waits } = asking(MADE);
  await look();
  assert.deepEqual([told, waits], [[MADE.data.lines], []]);
});

test("what it does not know yet, or cannot say, is asked again", async () => {
  const { look, told, waits } = asking({ ok: false, data: null }, COMING, MADE);
  await look();
  await waits.shift()();
  await waits.shift()();
  assert.deepEqual([told, waits], [[MADE.data.lines], []]);
});

test("not for ever", async () => {
  const { look, told, waits, asked } = asking(COMING);
  await look();
  while (waits.length) await waits.shift()();
  assert.deepEqual([told, asked()], [[], 5]);
});

const ended = (result) =>
  composeScene(States.receiveView(States.INITIAL_STATE, view(5, { status: "finished", result })));
const phone = (share) => Object.defineProperty(globalThis, "navigator", { value: { share }, configurable: true });
const refusing = (name) => async () => {
  throw Object.assign(new Error(name), { name });
};

test("the result says who won to somebody who was not there", () => {
  const counted = { winner: 0, ending: "votes", votes: [3, 2], factions: [{ faction: "K", vote: 0 }] };
  assert.equal(resultText(ended(counted), "Claim"),
    "Claim: Ana – Bram\nAna claims the throne.\nVotes: Ana 3, Bram 2.");
  const resigned = { winner: 1, ending: "resigned", votes: [0, 0], factions: [] };
  assert.equal(resultText(ended(resigned), "Claim"), "Claim: Ana – Bram\nBram claims the throne.\nAna resigned.");
});

test("where a phone can hand on it does, and a second thought is no failure", async () => {
  const handed = [];
  phone(async (what) => handed.push(what));
  assert.equal(await shareData({ text: "result" }), true);
  assert.deepEqual(handed, [{ text: "result" }]);
  phone(refusing("AbortError"));
  assert.equal(await shareData({}), true);
});

test("where it cannot, whoever asked is told", async () => {
  phone(undefined);
  assert.equal(await shareData({}), false);
  phone(refusing("NotAllowedError"));
  assert.equal(await shareData({}), false);
});
