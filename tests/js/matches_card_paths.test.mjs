/** Tests of the paths of cards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { getDepartures, getOrigins } from "../../static/js/matches/card_paths.js";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import { board, firstTrick, view } from "./match_views.mjs";

const scene = (changes) => composeScene(States.receiveView(States.INITIAL_STATE, view(5, changes)));
const GAINS = [
  { pile: "followers", seat: 0, card: "U9" }, { pile: "followers", seat: 1, card: null },
  { pile: "score", seat: 0, card: "U5" }, { pile: "discard", seat: null, card: "K4" },
];
const goes = (trick, you = 0) => getDepartures({ ...scene({ you }), done: firstTrick(trick) });
const led = (changes) => scene({ board: board({ leader: 1, turn: 0, ply: 1, lead: "K9", ...changes }) });

test("each card of a finished trick goes to its shield, its follower pile, or out of the game", () => {
  assert.deepEqual(goes({ gains: GAINS }), [
    { from: ".slot.near .card", to: ".tally [data-faction=U] .count.near", turn: null },
    { from: ".slot.far .card", to: null, turn: null },
    { from: ".revealed .card", to: ".player.near .pile", turn: "down" },
    { from: ".drawn .card", to: ".player.far .pile", turn: null },
  ]);
});

test("the other player sees the same ways from the other side, and the own unseen card turns up", () => {
  const gains = GAINS.map((gain, at) => (at === 1 ? { ...gain, card: "P3" } : gain));
  assert.deepEqual(goes({ gains }, 1).map((way) => way.from).slice(0, 2), [".slot.far .card", ".slot.near .card"]);
  assert.deepEqual(goes({ gains }, 1).at(-1), { from: ".drawn .card", to: ".player.near .pile", turn: "up" });
});

test("a Dwarf that goes to the loser goes to the loser's side", () => {
  const gains = [{ pile: "score", seat: 1, card: "D9" }, { pile: "score", seat: 1, card: "D2" }];
  assert.deepEqual(goes({ phase: 2, gains }).map((way) => way.to), [
    ".tally [data-faction=D] .count.far", ".tally [data-faction=D] .count.far",
  ]);
});

test("the other hand's card comes from its backs, one's own from where it was", () => {
  const [origin, ...more] = getOrigins(scene(), led());
  assert.deepEqual([origin.from, origin.move, more], [".player.far .backs .card:last-of-type", "c-K9", []]);
  const own = composeScene(States.playCard(States.receiveView(States.INITIAL_STATE, view(5)), "id", "K5"));
  assert.deepEqual(getOrigins(scene(), own), []);
});

test("a lead that came while the trick before was looked at comes from the hand too", () => {
  const before = { ...scene(), done: firstTrick(), trick: [{ code: "K5" }, { code: "K4" }] };
  assert.deepEqual(getOrigins(before, led()).map((origin) => origin.move), ["c-K9"]);
});

test("the deck turns up the next card", () => {
  const turned = getOrigins(scene({ board: board({ revealed: "D1" }) }), scene({ board: board({ revealed: "P2" }) }));
  assert.deepEqual(turned, [{ move: "r-P2", from: ".deck .card:last-of-type", turn: "up", place: 0 }]);
});

test("hands are dealt before the first card alone", () => {
  const places = getOrigins(null, scene()).map((origin) => [origin.from, origin.place]);
  assert.deepEqual(places, [0, 1, 2, 3].map((place) => [".deck", place]));
  assert.deepEqual(getOrigins(null, scene({ board: board({ ply: 2 }) })), []);
  assert.deepEqual(getOrigins(null, scene({ you: null, board: board({ hand: null, legal: [] }) })), []);
});

test("the followers march up when phase two begins, and not again", () => {
  const two = scene({ board: board({ phase: 2, ply: 26 }) });
  assert.deepEqual(getOrigins(scene(), two).map((origin) => origin.from), Array(4).fill(".player.near .pile b"));
  assert.deepEqual(getOrigins(two, two), []);
});

test("at the end nothing comes", () => {
  assert.deepEqual(getOrigins(scene(), scene({ status: "finished", board: board({ phase: 2 }) })), []);
});
