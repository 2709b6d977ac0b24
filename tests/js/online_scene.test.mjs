/** What lies on the table for a state: hands, tricks, and the names under which cards move. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { compose, mine, playerName } from "../../static/js/online/scene.js";
import * as States from "../../static/js/online/state.js";
import { board, firstTrick, view } from "./matches.mjs";

const known = (changes) => States.received(States.EMPTY, view(5, changes));
const codes = (scene) => scene.hand.map((card) => card.code);
const answered = { board: board({ ply: 1, turn: 1, lead: "K5" }) };
const taken = (changes) => ({ board: board({ trick: 2, ply: 2, last: firstTrick(), ...changes }) });
const seen = (changes) => compose(States.received(known(answered), view(6, taken(changes))));

test("one's own seat is near; who watches sees seat 0 there", () => {
  assert.deepEqual([compose(known({ you: 1 })).near, compose(known({ you: 1 })).far], [1, 0]);
  assert.equal(compose(known({ you: null })).near, 0);
});

test("a hand says of every card whether it may be played and why not", () => {
  const { hand } = compose(known());
  assert.deepEqual(hand.map((card) => card.legal), [true, true, true, false]);
  assert.equal(hand[3].reason, "You must follow.");
  assert.equal(hand[2].reason, null);
});

test("Goblin zeros move under names of their own", () => {
  const moves = compose(known()).hand.map((card) => card.move);
  assert.equal(new Set(moves).size, moves.length);
});

test("a card on its way lies on the table, is in the hand no longer, and no other may be played", () => {
  const scene = compose(States.played(known(), "id", "K5"));
  assert.deepEqual(codes(scene), ["G0", "G0", "U3"]);
  assert.equal(scene.trick[0].code, "K5");
  assert.equal(scene.trick[0].sending, true);
  assert.equal(scene.hand.some((card) => card.legal), false);
});

test("a card on its way is shown once when its view is here before its answer", () => {
  const sent = States.received(States.played(known(), "id", "K5"), view(6, answered));
  assert.deepEqual(compose(sent).trick.map((card) => card && [card.code, card.sending]), [["K5", false], null]);
});

test("a finished trick lies there whole, with its winner, until it is dismissed", () => {
  const scene = seen();
  assert.deepEqual(scene.trick.map((card) => [card.code, card.leads, card.wins]),
    [["K5", true, true], ["K4", false, false]]);
  assert.equal(scene.done.number, 1);
  assert.equal(scene.over, false);
});

test("the hand of phase two is not shown before phase one has been seen to end", () => {
  assert.deepEqual(seen({ phase: 2 }).hand, []);
});

test("the end waits until the last trick has been seen", () => {
  const state = States.received(known(answered), view(6, { ...taken(), status: "finished" }));
  assert.equal(compose(state).over, false);
  assert.equal(compose(States.dismissed(state)).over, true);
});

test("before anybody sits down there is neither hand nor trick", () => {
  const scene = compose(known({ board: null, status: "waiting" }));
  assert.deepEqual([scene.hand, scene.trick], [null, [null, null]]);
});

test("while the answer lies there nobody has won; then the winner shows, and stays while the cards go", () => {
  const told = States.received({ ...known(answered), moving: true }, view(6, taken()));
  const marks = (state) => [compose(state).won, compose(state).going, compose(state).trick[0].wins];
  assert.deepEqual(marks(told), [false, false, false]);
  assert.deepEqual(marks(States.told(told)), [true, false, true]);
  assert.deepEqual(marks(States.dismissed(told)), [true, true, true]);
});

test("a seat has the name of its player, or nobody's", () => {
  const scene = compose(known({ players: [{ name: "Ana" }, null] }));
  assert.deepEqual([playerName(scene, 0), playerName(scene, 1)], ["Ana", "Nobody"]);
  assert.deepEqual([mine(scene, 0), mine(scene, 1)], [true, false]);
});

test("a card keeps its name from the hand to the table, also a Goblin zero among several", () => {
  const moveOf = (scene) => scene.trick[0].move;
  const named = (code) => compose(States.played(known(), "id", code));
  assert.equal(moveOf(named("K5")), "c-K5");
  const inHand = compose(known()).hand.filter((card) => card.code === "G0").map((card) => card.move);
  assert.equal(moveOf(named("G0")), inHand.at(-1));
  const after = { board: board({ ply: 1, turn: 1, lead: "G0", hand: ["G0", "K5", "U3"] }) };
  assert.equal(moveOf(compose(known(after))), inHand.at(-1));
});

test("the other seat's Goblin zero takes no name of this hand", () => {
  const theirs = compose(known({ board: board({ leader: 1, lead: "G0" }) }));
  assert.equal(theirs.hand.some((card) => card.move === theirs.trick[1].move), false);
});

test("a card that was led is marked, one that answers is not", () => {
  const led = compose(known({ board: board({ leader: 1, lead: "K4" }) }));
  assert.deepEqual([led.trick[1].leads, led.trick[1].wins], [true, false]);
  const answer = compose(States.played(known({ board: board({ leader: 1, lead: "K4" }) }), "id", "K5"));
  assert.equal(answer.trick[0].leads, false);
});

test("only the card that is lifted is", () => {
  const { hand } = compose({ ...known(), lifted: 2 });
  assert.deepEqual(hand.map((card) => card.lifted), [false, false, true, false]);
});
