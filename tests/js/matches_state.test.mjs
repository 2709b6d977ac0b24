/** Tests of the state of a match: views in any order, pending cards, offers and stages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { findViewCue } from "../../static/js/matches/cues.js";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import {
  canCancelAlone, canOfferCancel, DURATIONS, findNextStage, getDuration, hasCancelOffer, INITIAL_STATE,
} from "../../static/js/matches/state.js";
import { cancelText, tabText } from "../../static/js/matches/texts.js";
import { board, firstTrick, view } from "./match_views.mjs";

const known = (version, changes) => States.receiveView(States.INITIAL_STATE, view(version, changes));
const answered = { board: board({ ply: 1, turn: 1, lead: "K5" }) };
const taken = { board: board({ trick: 2, ply: 2, turn: 0, last: firstTrick() }) };

test("an older view is not taken, the same version and a newer one are", () => {
  const state = known(5);
  assert.equal(States.receiveView(state, view(4)), state);
  assert.equal(States.receiveView(state, view(5, { frozen: true })).view.frozen, true);
  assert.equal(States.receiveView(state, view(6)).view.version, 6);
});

test("the table before a finished trick stays until the trick has been seen", () => {
  const before = known(5, answered);
  const held = States.receiveView(before, view(6, taken));
  assert.equal(held.held, before.view);
  assert.equal(held.view.version, 6);
  assert.equal(States.dismissTrick(held).held, null);
});

test("what is held stays while newer views come", () => {
  const before = known(5, answered);
  const held = States.receiveView(before, view(6, taken));
  assert.equal(States.receiveView(held, view(7, taken)).held, before.view);
});

test("nothing is held by the first view, nor for a trick that was missed, nor after the end", () => {
  assert.equal(known(6, taken).held, null);
  const missed = { board: board({ trick: 3, ply: 4, last: firstTrick({ number: 2 }) }) };
  assert.equal(States.receiveView(known(5, answered), view(8, missed)).held, null);
  const ended = { status: "finished", board: board({ ply: 1, turn: null }) };
  assert.equal(States.receiveView(known(5, ended), view(6, taken)).held, null);
});

test("a trick is held in which the reader had nothing to do", () => {
  const shown = known(5, { board: board({ ply: 1, turn: null }) });
  assert.equal(States.receiveView(shown, view(6, taken)).held, shown.view);
});

test("a card is on its way from the tap until its view is here", () => {
  const sent = States.playCard({ ...known(5), lifted: 2 }, "id", "K5");
  assert.deepEqual(sent.pending, { id: "id", card: "K5", ply: 0, accepted: null });
  assert.equal(sent.lifted, null);
  const accepted = States.acceptMessage(sent, "id", 6);
  assert.equal(accepted.pending.accepted, 6);
  assert.equal(States.receiveView(accepted, view(6, answered)).pending, null);
});

test("an answer that comes after the view settles the card at once", () => {
  const sent = States.receiveView(States.playCard(known(5), "id", "K5"), view(6, answered));
  assert.notEqual(sent.pending, null);
  assert.equal(States.acceptMessage(sent, "id", 6).pending, null);
});

test("the answer to another card changes nothing", () => {
  const sent = States.playCard(known(5), "id", "K5");
  assert.equal(States.acceptMessage(sent, "other", 6), sent);
  assert.equal(States.refuseMessage(sent, "other", "No."), sent);
});

test("a refusal takes the card back and says why, also when it names no card", () => {
  for (const id of ["id", null]) {
    const refused = States.refuseMessage(States.playCard(known(5), "id", "K5"), id, "No.");
    assert.equal(refused.pending, null);
    assert.deepEqual(refused.note, { kind: "bad", text: "No." });
  }
});

test("a lifted card and its note go when the game moved, and only then", () => {
  const lifted = { ...known(5), lifted: 1, note: { kind: "why", text: "Not now." } };
  assert.equal(States.receiveView(lifted, view(6)).lifted, 1);
  const moved = States.receiveView(lifted, view(6, answered));
  assert.deepEqual([moved.lifted, moved.note], [null, null]);
});

test("a reason goes with the turn it was about, also when the reader's own card makes the move", () => {
  const sent = { ...States.playCard(known(5), "id", "K5"), note: { kind: "why", text: "You must follow." } };
  assert.equal(States.receiveView(sent, view(6, answered)).note, null);
});

test("a question that the game has overtaken is closed", () => {
  const asks = (dialog, changes) => States.receiveView({ ...known(5), dialog }, view(6, changes)).dialog;
  assert.equal(asks("resign", { status: "finished" }), null);
  assert.equal(asks("resign", answered), "resign");
  assert.equal(asks("calloff", answered), null);
  assert.equal(asks("calloff", {}), "calloff");
  assert.equal(asks("followers", { board: board({ recruits: null }) }), null);
  assert.equal(asks("help", { status: "finished" }), "help");
});

test("a card may be played on one's turn, with a line, and not while another is on its way", () => {
  assert.equal(States.canPlay(known(5)), true);
  assert.equal(States.canPlay(known(5, { board: board({ legal: [] }) })), false);
  assert.equal(States.canPlay(States.playCard(known(5), "id", "K5")), false);
  assert.equal(States.canPlay({ ...known(5), link: "ended" }), false);
  assert.equal(States.canPlay({ ...known(5), link: "lost" }), true);
});

const over = { status: "finished", result: { factions: ["G", "K"] } };
const moving = (state) => ({ ...state, moving: true });

test("a finished trick lies there first, then shows its winner, goes, and has gone", () => {
  const lies = States.receiveView(moving(known(5, answered)), view(6, taken));
  assert.deepEqual([lies.stage, lies.done], ["lies", firstTrick()]);
  const shows = States.endStage(lies);
  assert.deepEqual([shows.stage, States.isTrickShown(shows)], [null, true]);
  const goes = States.dismissTrick(shows);
  assert.deepEqual([goes.stage, goes.held, States.isTrickShown(goes)], ["goes", lies.held, false]);
  for (const gone of [States.clearTrick(goes), States.endStage(goes)]) {
    assert.deepEqual([gone.stage, gone.held, gone.done], [null, null, null]);
  }
});

test("without motion a finished trick shows its winner at once and is gone at once", () => {
  const held = States.receiveView(known(5, answered), view(6, taken));
  assert.equal(held.stage, null);
  assert.deepEqual([States.dismissTrick(held).held, States.dismissTrick(held).stage], [null, null]);
});

test("what is looked at is known to the end, though a later view may not tell it any more", () => {
  const held = States.receiveView(known(5, answered), view(6, taken));
  const led = States.receiveView(held, view(7, { board: board({ trick: 2, ply: 3, lead: "K9", last: null }) }));
  assert.deepEqual(led.done, firstTrick());
});

test("a page that is loaded anew looks at what it looked at, and at nothing that it had gone on from", () => {
  const reloaded = (restoredView) =>
    States.receiveView({ ...moving(States.INITIAL_STATE), restoredView }, view(6, taken));
  const [before, after] = [view(5, answered), view(6, taken)];
  assert.deepEqual([reloaded(before).held, reloaded(before).stage], [before, null]);
  assert.equal(reloaded(after).held, null);
  assert.equal(reloaded(null).held, null);
});

test("what the same tab showed to somebody else is shown to nobody", () => {
  for (const you of [1, null]) {
    const restoredView = { ...view(5, answered), you };
    assert.equal(States.receiveView({ ...moving(States.INITIAL_STATE), restoredView }, view(6, taken)).held, null);
  }
});

test("the factions vote one after another when the last trick has gone, then it is over", () => {
  const held = States.receiveView(moving(known(5, answered)), view(6, { ...taken, ...over }));
  let state = States.clearTrick(States.dismissTrick(held));
  const seen = [];
  for (; state.stage === "voting"; state = States.castVote(state)) seen.push(state.cast);
  assert.deepEqual(seen, [0, 1, 2]);
  assert.equal(States.endStage(States.clearTrick(held)).stage, null);
});

test("nobody votes where nothing moves, no votes were counted, or the page is opened at the end", () => {
  const resigned = { ...over, result: { factions: [] } };
  assert.equal(States.receiveView(known(5), view(6, over)).stage, null);
  assert.equal(States.receiveView(moving(known(5)), view(6, resigned)).stage, null);
  assert.equal(States.receiveView(moving(States.INITIAL_STATE), view(6, over)).stage, null);
  assert.equal(States.receiveView(moving(known(5, over)), view(6, over)).stage, null);
});

const RATED = { options: { rated: true } };
const led = { board: board({ ply: 1, turn: 1, lead: "K5" }) };
const stateOf = (changes, more = {}) => ({ ...States.receiveView(States.INITIAL_STATE, view(5, changes)), ...more });
const offer = (by, declined = false, changes = {}) => view(5, { ...RATED, cancel: { by, declined }, ...changes });
const said = (seen) => cancelText(composeScene({ ...States.INITIAL_STATE, view: seen }));

test("alone a player cancels a casual game before the first card, and no rated one", () => {
  assert.equal(canCancelAlone(view(5)), true);
  assert.equal(canCancelAlone(view(5, led)), false);
  assert.equal(canCancelAlone(view(5, RATED)), false);
});

test("what takes both is offered to a person, once until the next card, and by nobody who watches", () => {
  assert.equal(canOfferCancel(view(5, RATED)), true);
  assert.equal(canOfferCancel(view(5, led)), true);
  assert.equal(canOfferCancel(view(5)), false);
  assert.equal(canOfferCancel(view(5, { ...RATED, you: null })), false);
  assert.equal(canOfferCancel(view(5, { ...RATED, status: "finished" })), false);
  assert.equal(canOfferCancel(view(5, { ...led, players: [{ name: "Ana" }, { name: "Page", opponent: {} }] })), false);
  assert.deepEqual([offer(0), offer(0, true), offer(1), offer(1, true)].map(canOfferCancel),
    [false, false, false, true]);
});

test("an offer waits for the answer of the other player alone", () => {
  assert.deepEqual([offer(1), offer(1, true), offer(0)].map(hasCancelOffer), [true, false, false]);
  assert.equal(hasCancelOffer(offer(1, false, { you: null })), false);
  assert.equal(hasCancelOffer(null), false);
});

test("both are told of an offer, and who made it of a refusal", () => {
  assert.equal(said(offer(1)), "Bram wants to cancel the game.");
  assert.equal(said(offer(0)), "You offered to cancel. Waiting for Bram …");
  assert.equal(said(offer(0, true)), "Bram wants to keep playing.");
  assert.deepEqual([said(offer(1, true)), said(offer(1, false, { you: null })), said(view(5))], ["", "", ""]);
});

test("an offer calls the player to the table, once", () => {
  assert.equal(findViewCue(offer(1), view(4, RATED)), "rematch");
  assert.equal(findViewCue(offer(1), offer(1)), null);
  assert.equal(tabText(composeScene({ ...States.INITIAL_STATE, view: offer(1) })),
    "Your opponent wants to cancel");
});

test("the question whether to cancel goes where it takes both", () => {
  const asks = (dialog, changes) => States.receiveView(stateOf({}, { dialog }), view(6, changes)).dialog;
  assert.equal(asks("calloff", {}), "calloff");
  assert.equal(asks("calloff", led), null);
  assert.equal(asks("calloff", RATED), null);
  assert.equal(asks("resign", RATED), "resign");
});

test("a win is claimed where the site says so, and never in one's own turn or by who watches", () => {
  const mayClaim = (changes, claim = true) => States.canClaim(stateOf(changes, { beat: { claim } }));
  assert.equal(mayClaim(led), true);
  assert.equal(mayClaim(led, false), false);
  assert.equal(mayClaim({}), false);
  assert.equal(mayClaim({ ...led, you: null }), false);
  assert.equal(mayClaim({ ...led, status: "finished" }), false);
  assert.equal(States.canClaim(stateOf(led)), false);
});

test("the question whether to claim goes once the opponent is back, has played, or the game is over", () => {
  const asking = stateOf(led, { dialog: "claim", beat: { claim: true } });
  assert.equal(States.receiveHeartbeat(asking, { claim: true }), asking);
  assert.equal(States.receiveHeartbeat(asking, { claim: false }).dialog, null);
  assert.equal(States.receiveHeartbeat({ ...asking, dialog: "resign" }, { claim: false }).dialog, "resign");
  const after = (changes) => States.receiveView(asking, view(6, changes)).dialog;
  assert.equal(after(led), "claim");
  assert.equal(after({}), null);
  assert.equal(after({ ...led, status: "finished" }), null);
});

const next = (changes, wishes = {}) =>
  findNextStage({ ...INITIAL_STATE, ...changes }, { speed: "normal", hold: 5, ...wishes });
const finished = view(9, { result: { factions: ["G", "K"] } });

test("a trick is told in less than 1.2 s, and each turn of the game in at most 3 s", () => {
  assert.ok(DURATIONS.lies + DURATIONS.shows + DURATIONS.goes < 1200);
  assert.ok(DURATIONS.move < DURATIONS.lies);
  assert.ok(5 * DURATIONS.vote + DURATIONS.crown <= 3000);
  assert.ok(DURATIONS.dealt <= 3000);
  assert.ok(DURATIONS.marched <= 3000);
});

test("who wants it slow waits longer, who wants it quick less", () => {
  assert.ok(getDuration("goes", "slow") > getDuration("goes", "normal"));
  assert.ok(getDuration("goes", "quick") < getDuration("goes", "normal"));
  assert.equal(next({ stage: "goes" }, { speed: "quick" }).after, getDuration("goes", "quick"));
});

test("each stage leads to the next", () => {
  assert.equal(next({ stage: "lies", held: {} }).act, "endStage");
  assert.equal(next({ stage: "goes", held: {} }).act, "clearTrick");
  assert.equal(next({ stage: "voting", view: finished, cast: 1 }).act, "castVote");
  assert.equal(next({}), null);
});

test("a finished trick goes after as long as one chose, or stays", () => {
  assert.deepEqual(next({ held: {} }, { hold: 2 }), { key: "dismissTrick", act: "dismissTrick", after: 2000 });
  assert.equal(next({ held: {} }, { hold: 0 }), null);
});

test("the crown takes longer than a vote, and each vote is a waiting of its own", () => {
  const [first, second, crown] = [0, 1, 2].map((cast) => next({ stage: "voting", view: finished, cast }));
  assert.notEqual(first.key, second.key);
  assert.ok(crown.after > second.after);
});
