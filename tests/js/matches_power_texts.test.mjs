/** Tests of sentences about powers, cues of a trick, and the order of a hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { findCues } from "../../static/js/matches/cues.js";
import { createPowerTip, findNewPower, powerTexts } from "../../static/js/matches/power_texts.js";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import * as texts from "../../static/js/matches/texts.js";
import { board, firstTrick, view } from "./match_views.mjs";

const scene = (changes, more) =>
  composeScene({ ...States.receiveView(States.INITIAL_STATE, view(5, changes)), ...more });
const TALLY = [{ faction: "K", counts: [0, 0], ahead: null }];
const power = (act, card, seat = null) => ({ act, card, seat });
const finished = (trick) => ({ ...scene({ board: board({ tally: TALLY }) }), done: firstTrick(trick), won: true });
const said = (powers, trick) => powerTexts(finished({ powers, ...trick }));

test("each power says what it did and to whom", () => {
  assert.deepEqual(said([power("beats", "K4")], { lead: "G9" }), ["Knights beat Goblins, whatever the values."]);
  assert.deepEqual(said([power("wild", "P4")]), ["Doppelgänger 4 counts as one of the Knights."]);
  assert.deepEqual(said([power("rises", "U4", 1)]), ["Undead go to Bram's score pile."]);
  assert.deepEqual(said([power("rises", "U4", 0)]), ["Undead go to your score pile."]);
  assert.deepEqual(said([power("to_loser", "D4", 1)]), ["Bram lost the trick and gets the Dwarves."]);
  assert.deepEqual(said([power("to_loser", "D4", 0)]), ["You lost the trick, so you get the Dwarves."]);
});

test("two cards of one power say it once, and nothing is said before the winner shows", () => {
  const both = [power("rises", "U4", 0), power("rises", "U5", 0)];
  assert.equal(said(both).length, 1);
  assert.deepEqual(powerTexts({ ...finished({ powers: both }), won: false }), []);
});

test("a power is explained once, one at a time", () => {
  const done = firstTrick({ powers: [power("wild", "P4"), power("rises", "U4", 0)] });
  assert.equal(findNewPower(done, []), "wild");
  assert.equal(findNewPower(done, ["wild"]), "rises");
  assert.equal(findNewPower(done, ["wild", "rises"]), null);
  assert.equal(findNewPower(null, []), null);
  for (const act of ["beats", "wild", "rises", "to_loser"]) assert.notEqual(createPowerTip(act).text, "");
});

test("a power that decided the trick is told with its winner, and not once more", () => {
  assert.deepEqual(said([power("beats", "K4")], { lead: "G9", reason: "power" }), []);
  assert.deepEqual(said([power("rises", "U4", 0)], { reason: "power" }), ["Undead go to your score pile."]);
});

test("a tip stays while the next card is led, until the reader plays or the next trick is over", () => {
  const trick = (number, ply) => ({ board: board({ trick: number, ply, last: firstTrick({ number: number - 1 }) }) });
  const tip = createPowerTip("rises");
  const told = { ...States.receiveView(States.INITIAL_STATE, view(5, trick(2, 2))), note: tip };
  const led = States.receiveView(told, view(6, trick(2, 3)));
  assert.equal(led.note, tip);
  assert.equal(States.playCard(led, "id", "K5").note, null);
  assert.equal(States.receiveView(led, view(7, trick(3, 4))).note, null);
});

test("while the answer lies there it is said who answered with what", () => {
  const lies = { ...finished({}), won: false };
  assert.equal(texts.statusText(lies, States.INITIAL_STATE), "Bram follows with Knight 4.");
  assert.equal(texts.statusText({ ...lies, you: 1 }, States.INITIAL_STATE), "You follow with Knight 4.");
});

test("a card, a trick with its powers, a vote and the end are heard when they come", () => {
  const before = scene({ board: board({ tally: TALLY }) });
  const led = { ...before, trick: [null, { code: "K4" }] };
  assert.deepEqual(findCues(before, led), ["card"]);
  assert.deepEqual(findCues(led, led), []);
  const won = { ...finished({ powers: [power("rises", "U4", 0), power("rises", "U5", 0)] }), trick: led.trick };
  assert.deepEqual(findCues(led, won), ["trick", "undead"]);
  const ahead = scene({ board: board({ tally: [{ faction: "K", counts: [1, 0], ahead: 0 }] }) });
  assert.deepEqual(findCues(before, ahead), ["vote"]);
  const over = { ...before, over: true };
  assert.deepEqual(findCues({ ...over, cast: 0 }, { ...over, cast: 1 }), ["vote"]);
  assert.deepEqual(findCues({ ...over, cast: 5 }, over), ["end"]);
  assert.deepEqual(findCues(null, over), []);
});

test("a hand is shown as one wants it, and its places stay those of the server", () => {
  const dealt = { board: board({ dealt: ["U3", "G0", "K5", "G0"] }) };
  const order = (sort) => scene(dealt, { sort }).hand.map((card) => [card.code, card.place]);
  assert.deepEqual(order("faction"), [["G0", 0], ["G0", 1], ["K5", 2], ["U3", 3]]);
  assert.deepEqual(order("rank"), [["G0", 0], ["G0", 1], ["U3", 3], ["K5", 2]]);
  assert.deepEqual(order("dealt"), [["U3", 3], ["G0", 0], ["K5", 2], ["G0", 1]]);
});
