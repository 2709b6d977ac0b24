/** Tests of the sentences of a match. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import * as texts from "../../static/js/matches/texts.js";
import { endingText, outcomeText, uncountedText, votesText, voteText } from "../../static/js/matches/texts.js";
import { board, firstTrick, view } from "./match_views.mjs";

const known = (changes) => States.receiveView(States.INITIAL_STATE, view(5, changes));
const asked = (changes, more = {}) => {
  const state = { ...known(changes), ...more };
  return texts.statusText(composeScene(state), state);
};
const NO_VOTES = { factions: [], votes: [0, 0], ending: "votes" };
const ended = (result) => composeScene(known({ status: "finished", result: { ...NO_VOTES, ...result } }));

test("the status line says whose turn it is and what is asked", () => {
  assert.equal(asked(), "Your turn: lead any card.");
  assert.equal(asked({ board: board({ lead: "K5", leader: 1 }) }), "Your turn: follow Knight 5.");
  assert.equal(asked({ board: board({ turn: 1, leader: 1 }) }), "Bram leads.");
  assert.equal(asked({ board: board({ turn: 1, lead: "K5" }) }), "You led Knight 5. Bram follows.");
  assert.equal(asked({ you: null, board: board({ turn: 1, lead: "K5" }) }), "Bram follows.");
  assert.equal(asked({ board: null }), "Waiting for an opponent to join.");
});

test("where time is out it says who decides, and nothing else of the turn", () => {
  const late = (you, more = {}) =>
    asked({ you, clock: { daily: false, left: [0, 9], runs: 1, since: 1, out: 7, ...more } }, { late: 7 });
  assert.equal(late(0), "Bram ran out of time. What would you like to do?");
  assert.equal(late(1), "You ran out of time. Ana decides what happens.");
  assert.equal(late(null), "Bram ran out of time.");
  assert.equal(late(0, { daily: true }), "Time's up: the game is ending.");
  assert.equal(late(0, { out: 8 }), "Your turn: lead any card.");
});

test("what is in the hand's way comes before whose turn it is", () => {
  assert.equal(asked({ frozen: true }), "A moderator has paused this game: nobody can play a card.");
  assert.equal(asked({}, { lifted: 2 }), "Tap Knight 5 again to play it.");
  const sent = States.playCard(known(), "id", "K5");
  assert.equal(texts.statusText(composeScene(sent), sent), "Sending Knight 5 …");
});

test("a trick says who took it and why, for whoever reads", () => {
  const won = (last, you = 0) => texts.trickText(composeScene(known({ you })), firstTrick(last));
  assert.equal(won({}), "You win the trick: Knight 5 is higher than Knight 4.");
  assert.equal(won({}, 1), "Ana wins the trick: Knight 5 is higher than Knight 4.");
  assert.equal(won({ winner: 1, reason: "power" }),
    "Bram wins the trick: Knight 4 beats Knight 5, whatever the values.");
  assert.equal(won({ reason: "of another world" }), "You win the trick: Knight 5 beats Knight 4.");
});

test("a gain says where a card went, and is silent of discards", () => {
  const scene = composeScene(known());
  const gain = (more) => texts.gainText(scene, { pile: "followers", seat: 0, card: "U9", ...more });
  assert.equal(gain({}), "You recruit Undead 9.");
  assert.equal(gain({ seat: 1, card: null }), "Bram recruits a blind card.");
  assert.equal(gain({ pile: "score", seat: 1 }), "Bram scores Undead 9.");
  assert.equal(gain({ pile: "discard" }), "");
});

test("the card at stake is told while its trick is played", () => {
  const told = (changes, more) => texts.stakeText(composeScene(known({ board: board(changes), ...more })));
  assert.equal(told({ revealed: "U9" }), "At stake: Undead 9.");
  assert.equal(told({ revealed: "U9", lead: "K5", leader: 1 }), "At stake: Undead 9.");
  assert.equal(told({ revealed: null, phase: 2 }), "");
  assert.equal(told({ revealed: "U9" }, { status: "finished", result: NO_VOTES }), "");
});

test("the beginning of phase two is told once, in its first trick", () => {
  const begins = (changes, more) => texts.phaseText(composeScene(known({ board: board(changes), ...more })));
  assert.match(begins({ phase: 2 }), /the followers you recruited are now your hand/);
  assert.match(begins({ phase: 2 }, { you: null }), /the followers are now the hands/);
  assert.equal(begins({ phase: 2, trick: 2 }), "");
  assert.equal(begins({ phase: 1 }), "");
});

test("the end says who won, by what, and from whose side it is read", () => {
  assert.equal(outcomeText(ended({ winner: 0 })), "You claim the throne!");
  assert.equal(outcomeText(ended({ winner: 1 })), "Bram claims the throne.");
  assert.equal(outcomeText(ended({ winner: null })), "A draw: nobody claims the throne.");
  assert.equal(outcomeText(ended({ winner: null, ending: "called_off" })),
    "This game was cancelled.");
  assert.equal(endingText(ended({ winner: 0, ending: "resigned" })), "Bram resigned.");
  assert.equal(endingText(ended({ winner: 1, ending: "away" })), "You left the game.");
  assert.equal(endingText(ended({ winner: 1, ending: "time" })), "Your time ran out.");
  assert.equal(endingText(ended({ winner: 0, ending: "time" })), "Bram ran out of time.");
  assert.equal(endingText(ended({ winner: null, ending: "time" })), "Time ran out, and it was called a draw.");
  assert.equal(endingText(ended({ winner: null, ending: "judged" })), "A moderator decided this game.");
  assert.equal(endingText(ended({ winner: 0 })), "");
  assert.equal(endingText(ended({ winner: null, votes: [2, 1] })), "In this game it takes three votes to win.");
  assert.equal(endingText(ended({ winner: null, votes: [2, 2] })), "");
});

test("votes are told in words, or that none were counted", () => {
  const vote = { faction: "K", vote: 0, by: "count", highest: ["K9", "K8"] };
  const counted = ended({ winner: 0, votes: [3, 2], factions: [vote] });
  assert.equal(votesText(counted), "Votes: Ana 3, Bram 2.");
  assert.equal(uncountedText(counted), "");
  assert.equal(uncountedText(ended({ winner: 0 })),
    "The game ended before the last trick, so no votes were counted.");
  assert.equal(voteText(counted, vote), "Knights: your vote.");
  assert.equal(voteText(counted, { ...vote, vote: 1, by: "card" }), "Knights: tied, Bram's Knight 8 decides.");
  assert.equal(voteText(counted, { ...vote, vote: null }), "Knights: nobody gets the vote.");
});

test("how long somebody is away is told in seconds, then in minutes", () => {
  assert.equal(texts.awayText(null), "away");
  assert.equal(texts.awayText(89.4), "away for 89 s");
  assert.equal(texts.awayText(90), "away for 2 min");
});

test("the tab says whose turn it is to whoever plays", () => {
  const said = (changes) => texts.tabText(composeScene(known(changes)));
  assert.equal(said({}), "Your turn");
  assert.equal(said({ board: board({ turn: 1 }) }), null);
  assert.equal(said({ you: null }), null);
  assert.equal(said({ result: { winner: 0 } }), "Game over");
  const rematch = { asked: [false, true], declined: false, game: null };
  assert.equal(said({ result: { winner: 0 }, rematch }), "Rematch offered");
  assert.equal(texts.tabText(null), null);
});

test("a count of a faction says who is ahead, to the reader or of a player", () => {
  const said = (changes, ahead) =>
    texts.countsText(composeScene(known(changes)), { faction: "G", counts: [2, 1], ahead });
  assert.equal(said({}, 0), "Goblins: Ana 2, Bram 1. You are ahead.");
  assert.equal(said({}, 1), "Goblins: Ana 2, Bram 1. Bram is ahead.");
  assert.equal(said({ you: null }, 0), "Goblins: Ana 2, Bram 1. Ana is ahead.");
  assert.equal(said({}, null), "Goblins: Ana 2, Bram 1. Nobody is ahead.");
});

test("the head says which trick of which phase is played", () => {
  assert.equal(texts.progressText(board({ trick: 3 })), "Phase one · trick 3 of 13");
  assert.equal(texts.progressText(board({ phase: 2, trick: 3 })), "Phase two · trick 3 of 13");
});
