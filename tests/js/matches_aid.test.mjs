/** Tests of hints and cards taken back: messages, sentences, and the table afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { createAidActions, sendPendingCard, sendPendingRequest } from "../../static/js/matches/actions.js";
import { getAidNote, hasTakenBack, helpText, levelText } from "../../static/js/matches/aid.js";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import { handLabel } from "../../static/js/matches/texts.js";
import { board, firstTrick, view } from "./match_views.mjs";

const HINT = { card: "K5", why: "best", text: "It does best." };
const aid = (changes = {}) => ({ line: 0, hints: 0, hint: null, may_hint: true, back: null, ...changes });
const against = (version, changes = {}, helps = {}) => view(version, { ...changes, aid: aid(helps) });

function sitting(first, more = {}) {
  let state = { ...States.receiveView(States.INITIAL_STATE, first), ...more };
  const sent = [];
  const app = {
    state: () => state,
    setState: (next) => (state = next),
    send: (message) => sent.push(message),
    newId: () => `id${sent.length}`,
  };
  return { app, sent, now: () => state, act: createAidActions(app) };
}

test("a hint is asked for the card that lies ahead, and said to be looked for", () => {
  const { act, sent, now } = sitting(against(5, { board: board({ ply: 4 }) }, { line: 2 }));
  act.hint();
  assert.deepEqual(sent, [{ type: "hint", ply: 4, line: 2, id: "id0" }]);
  assert.equal(now().note.text, "Looking for a hint …");
});

test("while one is looked for nothing else is asked, and after a break it is asked again under the same id", () => {
  const { act, app, sent } = sitting(against(5, {}, { back: 0 }));
  act.hint();
  act.hint();
  act.takeBack();
  assert.equal(sent.length, 1);
  sendPendingRequest(app);
  assert.deepEqual(sent[0], sent[1]);
});

test("its answer ends the wish, a refusal says why, and those of others do neither", () => {
  const { act, now } = sitting(against(5));
  act.hint();
  assert.equal(States.acceptMessage(now(), "other", 6).request.id, "id0");
  assert.equal(States.acceptMessage(now(), "id0", 6).request, null);
  const refused = States.refuseMessage(now(), "id0", "None was found.");
  assert.deepEqual([refused.request, refused.note], [null, { kind: "bad", text: "None was found." }]);
});

test("the view that brings a hint says it once, and marks its card", () => {
  const { now } = sitting(against(5));
  const hinted = States.receiveView(now(), against(6, {}, { hint: HINT, may_hint: false, hints: 1 }));
  assert.deepEqual(hinted.note, { kind: "advice", title: "Hint: Knight 5.", text: "It does best." });
  const marked = composeScene(hinted).hand.filter((card) => card.hinted);
  assert.deepEqual(marked.map(handLabel), ["Knight 5, hint"]);
  const lower = { ...hinted, note: null };
  assert.equal(States.receiveView(lower, against(7, {}, { hint: HINT, hints: 1 })).note, null);
});

test("of alike cards the one that goes first is marked", () => {
  const state = States.receiveView(States.INITIAL_STATE, against(6, {}, { hint: { ...HINT, card: "G0" } }));
  assert.deepEqual(composeScene(state).hand.map((card) => card.hinted), [false, true, false, false]);
});

test("asked again for the same card it is said again, and nothing is sent", () => {
  const { act, sent, now } = sitting(against(6, {}, { hint: HINT, may_hint: false }), { note: null });
  act.hint();
  assert.deepEqual([sent, now().note.kind], [[], "advice"]);
});

test("out of turn no hint is asked for, and it is said", () => {
  const { act, sent, now } = sitting(against(5, { board: board({ turn: 1, legal: [] }) }, { may_hint: false }));
  act.hint();
  assert.deepEqual([sent, now().note.text], [[], "It's not your turn yet."]);
});

test("the last card is taken back by its ply and line", () => {
  const { act, sent } = sitting(against(9, { board: board({ ply: 5 }) }, { back: 3, line: 1 }));
  act.takeBack();
  assert.deepEqual(sent, [{ type: "take_back", ply: 3, line: 1, id: "id0" }]);
});

test("before one's first card there is nothing to take back", () => {
  const { act, sent, now } = sitting(against(4));
  act.takeBack();
  assert.deepEqual([sent, now().note.text], [[], "Nothing to undo yet."]);
});

test("between people, for those who watch and after the end there is neither", () => {
  for (const first of [view(5), { ...against(5), you: null }, { ...against(5), result: { winner: 0 } }]) {
    const { act, sent, now } = sitting(first);
    const before = now();
    act.hint();
    act.takeBack();
    assert.equal(act.aided(), false);
    assert.deepEqual([sent, now()], [[], before]);
  }
});

test("who asks for something has seen the finished trick that lies there", () => {
  const before = States.receiveView(States.INITIAL_STATE,
    against(4, { board: board({ ply: 1, turn: 1, lead: "K5" }) }));
  const after = against(5, { board: board({ trick: 2, ply: 2, last: firstTrick() }) }, { back: 0 });
  const { act, now } = sitting(after, { held: before.view, done: firstTrick() });
  act.takeBack();
  assert.deepEqual([now().held, now().request.type], [null, "take_back"]);
});

test("when the game goes back its last trick has never been, and the page says what that means", () => {
  const led = States.receiveView(States.INITIAL_STATE, against(4, { board: board({ ply: 1, turn: 1, lead: "K5" }) }));
  const taken = { board: board({ trick: 2, ply: 2, last: firstTrick() }) };
  const done = { ...States.receiveView(led, against(5, taken, { back: 0 })), lifted: 2 };
  assert.notEqual(done.held, null);
  const back = States.receiveView(done, against(6, {}, { line: 1 }));
  assert.deepEqual([back.held, back.done, back.lifted, back.note.kind], [null, null, null, "info"]);
  assert.match(back.note.text, /You may have seen more/);
  assert.equal(composeScene(back).board.ply, 0);
});

test("a hint that stands again is marked, but what was taken back is what is said", () => {
  const before = against(7, { board: board({ ply: 2 }) });
  assert.equal(getAidNote(before, against(8, {}, { line: 1, hint: HINT })).kind, "info");
  assert.equal(getAidNote(null, against(8, {}, { line: 1, hint: HINT })).kind, "advice");
  assert.equal(hasTakenBack(null, view(3)), false);
});

test("every note goes with the end, also of what went wrong", () => {
  const { now } = sitting(against(5, {}, { hint: HINT }));
  const ended = against(6, { status: "finished", result: { winner: 0, factions: [] } });
  assert.equal(States.receiveView(now(), ended).note, null);
  const bad = { ...now(), note: { kind: "bad", text: "No." } };
  assert.equal(States.receiveView(bad, ended).note, null);
});

test("a card says in which line it was chosen where cards may be taken back, and nowhere else", () => {
  const lines = [against(5, {}, { line: 3 }), view(5)].map((first) => {
    const { app, sent, now } = sitting(first);
    app.setState(States.playCard(now(), "c", "K5"));
    sendPendingCard(app);
    return sent[0];
  });
  const card = { type: "play", card: "K5", ply: 0, id: "c" };
  assert.deepEqual(lines, [{ ...card, line: 3 }, card]);
});

test("the end counts what help there was", () => {
  const said = (helps) => helpText({ view: against(9, {}, helps) });
  assert.equal(said({}), "");
  assert.equal(helpText({ view: view(9, { aid: null }) }), "");
  assert.equal(said({ hints: 1 }), "You used 1 hint.");
  assert.equal(said({ hints: 2, line: 1 }), "You used 2 hints. You undid 1 card.");
  assert.equal(helpText({ view: against(9, { you: null }, { line: 2 }) }), "Ana undid 2 cards.");
});

test("a level says how strong it is, where that is known", () => {
  assert.equal(levelText({ level: "squire", strength: 2 }), "level 2");
  assert.equal(levelText({ level: "duke", strength: null }), "");
});
