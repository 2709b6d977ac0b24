/** What is handed on: the result as others read it, by another app or the clipboard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { compose } from "../../static/js/online/scene.js";
import { resultText } from "../../static/js/online/share.js";
import * as States from "../../static/js/online/state.js";
import { handOn } from "../../static/js/shared/share.js";
import { view } from "./matches.mjs";

const ended = (result) => compose(States.received(States.EMPTY, view(5, { status: "finished", result })));
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
  assert.equal(await handOn({ text: "result" }), true);
  assert.deepEqual(handed, [{ text: "result" }]);
  phone(refusing("AbortError"));
  assert.equal(await handOn({}), true);
});

test("where it cannot, whoever asked is told", async () => {
  phone(undefined);
  assert.equal(await handOn({}), false);
  phone(refusing("NotAllowedError"));
  assert.equal(await handOn({}), false);
});
