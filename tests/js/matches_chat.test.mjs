/** Tests of the chat: messages beside the speaker, in the dialog, and refusals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createChallengeActions } from "../../static/js/matches/actions.js";
import * as Chat from "../../static/js/matches/chat.js";
import { INITIAL_STATE } from "../../static/js/matches/state.js";
import { view } from "./match_views.mjs";

const OTHER = { follows: false, muted: false, blocked: false, may_follow: true };
const words = (changes) => ({ may: true, free: null, other: OTHER, said: [], ...changes });
const said = (number, changes) => ({ number, seat: 1, word: "hello", text: "Hello!", at: "", ...changes });
const open = Chat.receiveChat(INITIAL_STATE, words());

function page(state, answers = {}) {
  const seen = { state, sent: [], posted: [], gone: [] };
  return Object.assign(seen, {
    app: {
      state: () => seen.state,
      setState: (next) => (seen.state = next),
      send: (message) => seen.sent.push(message) > 0 && answers.open !== false,
      newId: () => "w1",
      post: (name, fields) => (seen.posted.push([name, fields]), { ok: true, message: null, ...answers.post }),
      answer: ({ game }, yes) => (seen.posted.push([game, yes]), { ok: true, url: "/m/B/", ...answers.post }),
      go: (url) => seen.gone.push(url),
    },
  });
}

test("what is said stands beside its speaker until it was read, and once", () => {
  const once = Chat.receiveChatMessage(open, said(3));
  assert.deepEqual([once.speaking[1].text, once.words.said.length], ["Hello!", 1]);
  assert.equal(Chat.receiveChatMessage(once, said(3)), once);
  const newer = Chat.receiveChatMessage(once, said(4, { text: "Oops." }));
  assert.equal(Chat.clearSpeech(newer, said(3)), newer);
  assert.equal(Chat.clearSpeech(newer, said(4)).speaking[1], null);
  assert.ok(Chat.getSpeechTime(said(1, { word: null })) > Chat.getSpeechTime(said(1)));
});

test("who only watches sees it, and keeps nothing", () => {
  const watched = Chat.receiveChatMessage(INITIAL_STATE, said(1, { seat: 0 }));
  assert.deepEqual([watched.speaking[0].number, watched.words], [1, null]);
});

test("only the last of it is kept", () => {
  const many = Array.from({ length: 60 }, (_, number) => said(number)).reduce(Chat.receiveChatMessage, open);
  assert.deepEqual([many.words.said.length, many.words.said[0].number], [50, 10]);
});

test("a player speaks to people alone", () => {
  assert.equal(Chat.canChat(view(5)), true);
  assert.equal(Chat.canChat(view(5, { you: null })), false);
  assert.equal(Chat.canChat(view(5, { aid: { line: 0 } })), false);
  assert.equal(Chat.canChat(view(5, { players: [{ name: "Ana" }, null] })), false);
});

test("a phrase is sent and the sheet closes; what is refused is said there and at the table", () => {
  const seen = page({ ...open, dialog: "words" });
  Chat.createChatActions(seen.app).speak("bow");
  assert.deepEqual(seen.sent, [{ type: "say", word: "bow", id: "w1" }]);
  assert.deepEqual([seen.state.dialog, seen.state.saying], [null, "w1"]);
  assert.equal(Chat.refuseChat(seen.state, "other", "No."), seen.state);
  const refused = Chat.refuseChat(seen.state, "w1", "Too soon.");
  assert.deepEqual([refused.note.text, refused.words.error, refused.saying], ["Too soon.", "Too soon.", null]);
  assert.equal(Chat.acceptChat(seen.state, "w1").saying, null);
});

test("nothing is written of nothing, and nothing pends while the line is down", () => {
  const seen = page(open, { open: false });
  const acts = Chat.createChatActions(seen.app);
  acts.write("  ");
  assert.deepEqual(seen.sent, []);
  acts.agree(true);
  assert.deepEqual([seen.sent.length, seen.state.saying], [1, null]);
});

test("what one decides about the other player goes as a form, and the words are asked for anew", async () => {
  const seen = page(open, { post: { ok: false, message: "Not now." } });
  await Chat.createChatActions(seen.app).decide("mute");
  assert.deepEqual(seen.posted, [["across", { do: "mute" }]]);
  assert.deepEqual([seen.state.words.error, seen.state.busy, seen.sent], ["Not now.", false, [{ type: "words" }]]);
});

test("a challenge is answered over the game: yes leads there, no and later stay", async () => {
  const challenge = { game: "B", message: "Ana challenges you to a game." };
  for (const [yes, gone] of [[true, ["/m/B/"]], [false, []]]) {
    const seen = page({ ...INITIAL_STATE, challenge });
    await createChallengeActions(seen.app).answer(yes);
    assert.deepEqual([seen.posted, seen.gone, seen.state.challenge], [[["B", yes]], gone, null]);
  }
  const late = page({ ...INITIAL_STATE, challenge }, { post: { ok: false, message: "Gone." } });
  await createChallengeActions(late.app).answer(true);
  assert.deepEqual([late.state.note.text, late.gone], ["Gone.", []]);
  const later = page({ ...INITIAL_STATE, challenge });
  createChallengeActions(later.app).later();
  assert.deepEqual([later.state.challenge, later.posted], [null, []]);
});
