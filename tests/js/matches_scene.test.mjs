/** Tests of the scene: hands, tricks, and animation names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { composeScene, isMine, playerName } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import { tabText } from "../../static/js/matches/texts.js";
import { board, firstTrick, view } from "./match_views.mjs";

const known = (changes) => States.receiveView(States.INITIAL_STATE, view(5, changes));
const codes = (scene) => scene.hand.map((card) => card.code);
const answered = { board: board({ ply: 1, turn: 1, lead: "K5" }) };
const taken = (changes) => ({ board: board({ trick: 2, ply: 2, last: firstTrick(), ...changes }) });
const seen = (changes) => composeScene(States.receiveView(known(answered), view(6, taken(changes))));

test("one's own seat is near; who watches sees seat 0 there", () => {
  assert.deepEqual([composeScene(known({ you: 1 })).near, composeScene(known({ you: 1 })).far], [1, 0]);
  assert.equal(composeScene(known({ you: null })).near, 0);
});

test("a hand says of every card whether it may be played and why not", () => {
  const { hand } = composeScene(known());
  assert.deepEqual(hand.map((card) => card.legal), [true, true, true, false]);
  assert.equal(hand[3].reason, "You must follow.");
  assert.equal(hand[2].reason, null);
});

test("a seat whose time is out is not on turn, and its cards say why they may not be played", () => {
  const clock = { daily: false, left: [1_000, 9_000], runs: 0, since: 1, out: 1_500 };
  const late = (you) => composeScene({ ...known({ you, clock }), late: clock.out });
  const { hand, board: { turn } } = late(0);
  assert.deepEqual(hand.map(({ legal, reason }) => [legal, reason]), hand.map(() => [false, "Your time ran out."]));
  assert.deepEqual([turn, late(1).board.turn, tabText(late(0))], [null, null, null]);
  const more = composeScene({ ...known({ clock: { ...clock, out: 16_500 } }), late: clock.out });
  assert.deepEqual([more.board.turn, tabText(more), more.hand[0].legal], [0, "Your turn", true]);
});

test("Goblin zeros move under names of their own", () => {
  const moves = composeScene(known()).hand.map((card) => card.move);
  assert.equal(new Set(moves).size, moves.length);
});

test("a card on its way lies on the table, is in the hand no longer, and no other may be played", () => {
  const scene = composeScene(States.playCard(known(), "id", "K5"));
  assert.deepEqual(codes(scene), ["G0", "G0", "U3"]);
  assert.equal(scene.trick[0].code, "K5");
  assert.equal(scene.trick[0].sending, true);
  assert.equal(scene.hand.some((card) => card.legal), false);
});

test("a card on its way is shown once when its view is here before its answer", () => {
  const sent = States.receiveView(States.playCard(known(), "id", "K5"), view(6, answered));
  assert.deepEqual(composeScene(sent).trick.map((card) => card && [card.code, card.sending]), [["K5", false], null]);
});

test("a finished trick lies there whole, with its winner, until it is dismissed", () => {
  const scene = seen();
  assert.deepEqual(scene.trick.map((card) => [card.code, card.leads, card.wins]),
    [["K5", true, true], ["K4", false, false]]);
  assert.equal(scene.done.number, 1);
  assert.equal(scene.over, false);
});

test("a card counts in no hand any more once it lies there", () => {
  const before = composeScene(known(answered)).board.sizes;
  const lies = States.receiveView({ ...known(answered), moving: true }, view(6, taken({ sizes: [4, 3] })));
  assert.deepEqual([before, composeScene(lies).board.sizes], [[4, 4], [4, 3]]);
});

test("a card on its way to a pile counts there, and the trick that it leaves is still seen", () => {
  const piles = (count) => ({ followers: [count, 0], score: [[], []], tally: [{ faction: "K", counts: [count, 0] }] });
  const before = { board: board({ ply: 1, turn: 1, lead: "K5", ...piles(0) }) };
  const after = { board: board({ trick: 2, ply: 2, last: firstTrick(), ...piles(1) }) };
  const led = { ...States.receiveView(States.INITIAL_STATE, view(5, before)), moving: true };
  const held = States.receiveView(led, view(6, after));
  const counts = (state) => composeScene(state).board.tally[0].counts[0];
  assert.equal(counts(held), 0);
  const goes = States.dismissTrick(held);
  assert.equal(counts(goes), 1);
  assert.equal(composeScene(goes).trick[0].code, "K5");
});

test("a lead that comes while a trick is looked at is held out, and still counts in the hand", () => {
  const held = States.receiveView(known(answered), view(6, taken({ leader: 1, turn: 1 })));
  assert.equal(composeScene(held).next, null);
  const led = States.receiveView(held, view(7, taken({ leader: 1, ply: 3, lead: "D4", sizes: [4, 2] })));
  const { next, board: { sizes }, trick } = composeScene(led);
  assert.deepEqual([next.code, next.seat, sizes], ["D4", 1, [4, 3]]);
  assert.deepEqual(trick.map(({ code }) => code), ["K5", "K4"]);
  const gone = composeScene(States.clearTrick(led));
  assert.deepEqual([gone.next, gone.trick[1].move, gone.board.sizes], [null, next.move, [4, 2]]);
});

test("the hand of phase two is not shown before phase one has been seen to end", () => {
  assert.deepEqual(seen({ phase: 2 }).hand, []);
});

test("the end waits until the last trick has been seen", () => {
  const state = States.receiveView(known(answered), view(6, { ...taken(), status: "finished" }));
  assert.equal(composeScene(state).over, false);
  assert.equal(composeScene(States.dismissTrick(state)).over, true);
});

test("before anybody sits down there is neither hand nor trick", () => {
  const scene = composeScene(known({ board: null, status: "waiting" }));
  assert.deepEqual([scene.hand, scene.trick], [null, [null, null]]);
});

test("while the answer lies there nobody has won; then the winner shows, and stays while the cards go", () => {
  const told = States.receiveView({ ...known(answered), moving: true }, view(6, taken()));
  const marks = (state) => [composeScene(state).won, composeScene(state).going, composeScene(state).trick[0].wins];
  assert.deepEqual(marks(told), [false, false, false]);
  assert.deepEqual(marks(States.endStage(told)), [true, false, true]);
  assert.deepEqual(marks(States.dismissTrick(told)), [true, true, true]);
});

test("a seat has the name of its player, or nobody's", () => {
  const scene = composeScene(known({ players: [{ name: "Ana" }, null] }));
  assert.deepEqual([playerName(scene, 0), playerName(scene, 1)], ["Ana", "Empty seat"]);
  assert.deepEqual([isMine(scene, 0), isMine(scene, 1)], [true, false]);
});

test("a card keeps its name from the hand to the table, also a Goblin zero among several", () => {
  const moveOf = (scene) => scene.trick[0].move;
  const named = (code) => composeScene(States.playCard(known(), "id", code));
  assert.equal(moveOf(named("K5")), "c-K5");
  const inHand = composeScene(known()).hand.filter((card) => card.code === "G0").map((card) => card.move);
  assert.equal(moveOf(named("G0")), inHand.at(-1));
  const after = { board: board({ ply: 1, turn: 1, lead: "G0", hand: ["G0", "K5", "U3"] }) };
  assert.equal(moveOf(composeScene(known(after))), inHand.at(-1));
});

test("the other seat's Goblin zero takes no name of this hand", () => {
  const theirs = composeScene(known({ board: board({ leader: 1, lead: "G0" }) }));
  assert.equal(theirs.hand.some((card) => card.move === theirs.trick[1].move), false);
});

test("a card that was led is marked, one that answers is not", () => {
  const led = composeScene(known({ board: board({ leader: 1, lead: "K4" }) }));
  assert.deepEqual([led.trick[1].leads, led.trick[1].wins], [true, false]);
  const answer = composeScene(States.playCard(known({ board: board({ leader: 1, lead: "K4" }) }), "id", "K5"));
  assert.equal(answer.trick[0].leads, false);
});

test("only the card that is lifted is", () => {
  const { hand } = composeScene({ ...known(), lifted: 2 });
  assert.deepEqual(hand.map((card) => card.lifted), [false, false, true, false]);
});
