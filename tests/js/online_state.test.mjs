/** What the page of a match knows: views in any order, a card on its way, a trick that is looked at. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as States from "../../static/js/online/state.js";
import { board, firstTrick, view } from "./matches.mjs";

const known = (version, changes) => States.received(States.EMPTY, view(version, changes));
const answered = { board: board({ ply: 1, turn: 1, lead: "K5" }) };
const taken = { board: board({ trick: 2, ply: 2, turn: 0, last: firstTrick() }) };

test("an older view is not taken, the same version and a newer one are", () => {
  const state = known(5);
  assert.equal(States.received(state, view(4)), state);
  assert.equal(States.received(state, view(5, { frozen: true })).view.frozen, true);
  assert.equal(States.received(state, view(6)).view.version, 6);
});

test("the table before a finished trick stays until the trick has been seen", () => {
  const before = known(5, answered);
  const held = States.received(before, view(6, taken));
  assert.equal(held.held, before.view);
  assert.equal(held.view.version, 6);
  assert.equal(States.dismissed(held).held, null);
});

test("what is held stays while newer views come", () => {
  const before = known(5, answered);
  const held = States.received(before, view(6, taken));
  assert.equal(States.received(held, view(7, taken)).held, before.view);
});

test("nothing is held by the first view, nor for a trick that was missed, nor when nobody was to play", () => {
  assert.equal(known(6, taken).held, null);
  const missed = { board: board({ trick: 3, ply: 4, last: firstTrick({ number: 2 }) }) };
  assert.equal(States.received(known(5, answered), view(8, missed)).held, null);
  const ended = { board: board({ ply: 1, turn: null }) };
  assert.equal(States.received(known(5, ended), view(6, taken)).held, null);
});

test("a card is on its way from the tap until its view is here", () => {
  const sent = States.played({ ...known(5), lifted: 2 }, "id", "K5");
  assert.deepEqual(sent.pending, { id: "id", card: "K5", ply: 0, accepted: null });
  assert.equal(sent.lifted, null);
  const accepted = States.accepted(sent, "id", 6);
  assert.equal(accepted.pending.accepted, 6);
  assert.equal(States.received(accepted, view(6, answered)).pending, null);
});

test("an answer that comes after the view settles the card at once", () => {
  const sent = States.received(States.played(known(5), "id", "K5"), view(6, answered));
  assert.notEqual(sent.pending, null);
  assert.equal(States.accepted(sent, "id", 6).pending, null);
});

test("the answer to another card changes nothing", () => {
  const sent = States.played(known(5), "id", "K5");
  assert.equal(States.accepted(sent, "other", 6), sent);
  assert.equal(States.refused(sent, "other", "No."), sent);
});

test("a refusal takes the card back and says why, also when it names no card", () => {
  for (const id of ["id", null]) {
    const refused = States.refused(States.played(known(5), "id", "K5"), id, "No.");
    assert.equal(refused.pending, null);
    assert.deepEqual(refused.note, { kind: "bad", text: "No." });
  }
});

test("a lifted card and its note go when the game moved, and only then", () => {
  const lifted = { ...known(5), lifted: 1, note: { kind: "why", text: "Not now." } };
  assert.equal(States.received(lifted, view(6)).lifted, 1);
  const moved = States.received(lifted, view(6, answered));
  assert.deepEqual([moved.lifted, moved.note], [null, null]);
});

test("a question that the game has overtaken is closed", () => {
  const asks = (dialog, changes) => States.received({ ...known(5), dialog }, view(6, changes)).dialog;
  assert.equal(asks("resign", { status: "finished" }), null);
  assert.equal(asks("resign", answered), "resign");
  assert.equal(asks("calloff", answered), null);
  assert.equal(asks("calloff", {}), "calloff");
  assert.equal(asks("followers", { board: board({ recruits: null }) }), null);
  assert.equal(asks("help", { status: "finished" }), "help");
});

test("a card may be played on one's turn, with a line, and not while another is on its way", () => {
  assert.equal(States.mayPlay(known(5)), true);
  assert.equal(States.mayPlay(known(5, { board: board({ legal: [] }) })), false);
  assert.equal(States.mayPlay(States.played(known(5), "id", "K5")), false);
  assert.equal(States.mayPlay({ ...known(5), link: "ended" }), false);
  assert.equal(States.mayPlay({ ...known(5), link: "lost" }), true);
});

const over = { status: "finished", result: { factions: ["G", "K"] } };
const moving = (state) => ({ ...state, moving: true });

test("a finished trick lies there first, then shows its winner, goes, and has gone", () => {
  const lies = States.received(moving(known(5, answered)), view(6, taken));
  assert.deepEqual([lies.stage, lies.done], ["lies", firstTrick()]);
  const shows = States.told(lies);
  assert.deepEqual([shows.stage, States.looksAt(shows)], [null, true]);
  const goes = States.dismissed(shows);
  assert.deepEqual([goes.stage, goes.held, States.looksAt(goes)], ["goes", lies.held, false]);
  for (const gone of [States.arrived(goes), States.told(goes)]) {
    assert.deepEqual([gone.stage, gone.held, gone.done], [null, null, null]);
  }
});

test("without motion a finished trick shows its winner at once and is gone at once", () => {
  const held = States.received(known(5, answered), view(6, taken));
  assert.equal(held.stage, null);
  assert.deepEqual([States.dismissed(held).held, States.dismissed(held).stage], [null, null]);
});

test("what is looked at is known to the end, though a later view may not tell it any more", () => {
  const held = States.received(known(5, answered), view(6, taken));
  const led = States.received(held, view(7, { board: board({ trick: 2, ply: 3, lead: "K9", last: null }) }));
  assert.deepEqual(led.done, firstTrick());
});

test("a page that is loaded anew looks at what it looked at, and at nothing that it had gone on from", () => {
  const reloaded = (kept) => States.received({ ...moving(States.EMPTY), kept }, view(6, taken));
  const [before, after] = [view(5, answered), view(6, taken)];
  assert.deepEqual([reloaded(before).held, reloaded(before).stage], [before, null]);
  assert.equal(reloaded(after).held, null);
  assert.equal(reloaded(null).held, null);
});

test("what the same tab showed to somebody else is shown to nobody", () => {
  for (const you of [1, null]) {
    const kept = { ...view(5, answered), you };
    assert.equal(States.received({ ...moving(States.EMPTY), kept }, view(6, taken)).held, null);
  }
});

test("the factions vote one after another when the last trick has gone, then it is over", () => {
  const held = States.received(moving(known(5, answered)), view(6, { ...taken, ...over }));
  let state = States.arrived(States.dismissed(held));
  const seen = [];
  for (; state.stage === "voting"; state = States.voted(state)) seen.push(state.cast);
  assert.deepEqual(seen, [0, 1, 2]);
  assert.equal(States.told(States.arrived(held)).stage, null);
});

test("nobody votes where nothing moves, no votes were counted, or the page is opened at the end", () => {
  const resigned = { ...over, result: { factions: [] } };
  assert.equal(States.received(known(5), view(6, over)).stage, null);
  assert.equal(States.received(moving(known(5)), view(6, resigned)).stage, null);
  assert.equal(States.received(moving(States.EMPTY), view(6, over)).stage, null);
  assert.equal(States.received(moving(known(5, over)), view(6, over)).stage, null);
});
