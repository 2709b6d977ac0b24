/** Tests of the actions of a match. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { createCardActions, createPageActions, sendPendingCard } from "../../static/js/matches/actions.js";
import { composeScene } from "../../static/js/matches/scene.js";
import * as States from "../../static/js/matches/state.js";
import { board, firstTrick, view } from "./match_views.mjs";

const [GOBLIN, , KNIGHT, UNDEAD] = [0, 1, 2, 3];

function sitting(changes, more = {}, confirms = false) {
  let state = { ...States.receiveView(States.INITIAL_STATE, view(5, changes)), ...more };
  const sent = [];
  const app = {
    state: () => state,
    setState: (next) => (state = next),
    scene: () => (state.view ? composeScene(state) : null),
    send: (message) => sent.push(message),
    newId: () => `id${sent.length}`,
    confirms: () => confirms,
    post: async () => ({ ok: false, message: "No." }),
    keepShortcuts: (on) => sent.push({ shortcuts: on }),
  };
  return { app, sent, now: () => state, act: { ...createCardActions(app), ...createPageActions(app) } };
}

const held = (changes = {}, confirms = false) => {
  const before = States.receiveView(States.INITIAL_STATE, view(4, { board: board({ ply: 1, turn: 1, lead: "K5" }) }));
  const { held: kept } =
    States.receiveView(before, view(5, { board: board({ trick: 2, ply: 2, last: firstTrick() }) }));
  const later = { board: board({ trick: 2, ply: 2, last: firstTrick(), ...changes }) };
  return sitting(later, { held: kept, done: firstTrick() }, confirms);
};

test("one press plays a card, also while a finished trick lies there", () => {
  for (const [{ act, now, sent }, ply] of [[sitting(), 0], [held(), 2]]) {
    assert.equal(act.press(KNIGHT), true);
    assert.deepEqual(sent, [{ type: "play", card: "K5", ply, id: "id0" }]);
    assert.deepEqual([act.held(), now().lifted, now().done], [false, null, null]);
  }
});

test("where cards are confirmed the first press lifts a card, the second plays it", () => {
  for (const { act, now, sent } of [sitting({}, {}, true), held({}, true)]) {
    assert.equal(act.press(KNIGHT), false);
    assert.deepEqual([act.held(), now().lifted, sent], [false, KNIGHT, []]);
    assert.equal(act.press(KNIGHT), true);
    assert.deepEqual(sent.map(({ card }) => card), ["K5"]);
  }
});

test("where cards are confirmed another card that is pressed is lifted instead", () => {
  const { act, now } = sitting({}, {}, true);
  act.press(KNIGHT);
  act.press(GOBLIN);
  assert.equal(now().lifted, GOBLIN);
});

test("a card that may not be played says why and is never sent", () => {
  for (const { act, now, sent } of [sitting(), held(), sitting({}, {}, true)]) {
    assert.equal(act.press(UNDEAD), false);
    act.press(UNDEAD);
    act.play(UNDEAD);
    assert.deepEqual(now().note, { kind: "why", text: "You must follow." });
    assert.deepEqual([act.held(), sent], [false, []]);
  }
});

test("the reason goes when a card that may be played is looked at", () => {
  const { act, now } = sitting();
  act.explain(composeScene(now()).hand[UNDEAD]);
  act.explain(composeScene(now()).hand[KNIGHT]);
  assert.equal(now().note, null);
});

test("out of turn nothing is sent, and it is said", () => {
  const { act, now, sent } = sitting({ board: board({ turn: 1, legal: [], reasons: [] }) });
  act.play(KNIGHT);
  assert.equal(now().note.text, "It's not your turn yet.");
  assert.deepEqual(sent, []);
});

test("while a card is on its way no second one is sent", () => {
  const { act, sent } = sitting();
  act.play(KNIGHT);
  act.play(GOBLIN);
  assert.equal(sent.length, 1);
});

test("while a card is on its way no other card is explained", () => {
  const { act, now } = sitting();
  act.play(KNIGHT);
  act.explain(composeScene(now()).hand[UNDEAD - 1]);
  act.play(UNDEAD - 1);
  assert.equal(now().note, null);
});

test("a card without an answer is sent again under the same id, an accepted one is not", () => {
  const { act, app, sent, now } = sitting();
  act.play(KNIGHT);
  sendPendingCard(app);
  assert.deepEqual(sent[0], sent[1]);
  app.setState(States.acceptMessage(now(), "id0", 9));
  sendPendingCard(app);
  assert.equal(sent.length, 2);
});

test("out of turn a press only dismisses the finished trick", () => {
  const { act, now, sent } = held({ turn: 1, legal: [], reasons: [] });
  assert.equal(act.press(KNIGHT), false);
  assert.deepEqual([act.held(), now().note, sent], [false, null, []]);
});

test("a card that is carried to the middle is played at once, also where cards are confirmed", () => {
  for (const { act, sent } of [sitting({}, {}, true), held({}, true)]) {
    act.play(KNIGHT);
    assert.deepEqual(sent.map((message) => message.card), ["K5"]);
  }
});

test("a press on a card that is no longer there does nothing", () => {
  const { act, now, sent } = held();
  const before = now();
  act.press(-1);
  assert.equal(now(), before);
  assert.deepEqual(sent, []);
});

test("dialogs of a board open only when there is one, help always", () => {
  const { act, now } = sitting({ board: null });
  act.open("piles");
  assert.equal(now().dialog, null);
  act.open("help");
  assert.equal(now().dialog, "help");
});

test("a refused form closes its dialog and says why", async () => {
  const { act, now } = sitting({}, { dialog: "resign" });
  const answer = act.post("resign");
  assert.equal(now().busy, true);
  await answer;
  assert.deepEqual([now().busy, now().dialog, now().note], [false, null, { kind: "bad", text: "No." }]);
});

test("whether keys act by themselves is kept", () => {
  const { act, now, sent } = sitting();
  act.useShortcuts(false);
  assert.deepEqual([now().shortcuts, act.shortcuts(), sent], [false, false, [{ shortcuts: false }]]);
});

test("against the clock a card says for how long the turn was in sight, the same when it is sent again", () => {
  const { act, app, sent } = sitting({ clock: { daily: false, left: [1, 1], runs: 0, since: 1, out: 2 } });
  app.thought = () => 4_200;
  act.play(KNIGHT);
  app.thought = () => 9_000;
  sendPendingCard(app);
  assert.deepEqual(sent.map(({ thought }) => thought), [4_200, 4_200]);
});
