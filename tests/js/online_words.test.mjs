/** What is said at a match: shown once beside its speaker, remembered in the sheet, and refused where one looks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { challengeActs } from "../../static/js/online/answering.js";
import { EMPTY } from "../../static/js/online/state.js";
import * as Words from "../../static/js/online/words.js";
import { view } from "./matches.mjs";

const OTHER = { follows: false, muted: false, blocked: false, may_follow: true };
const words = (changes) => ({ may: true, free: null, other: OTHER, said: [], ...changes });
const said = (number, changes) => ({ number, seat: 1, word: "hello", text: "Hello!", at: "", ...changes });
const open = Words.hearsAll(EMPTY, words());

function page(state, answers = {}) {
  const seen = { state, sent: [], posted: [], gone: [] };
  return Object.assign(seen, {
    app: {
      state: () => seen.state,
      become: (next) => (seen.state = next),
      send: (message) => seen.sent.push(message) > 0 && answers.open !== false,
      newId: () => "w1",
      post: (name, fields) => (seen.posted.push([name, fields]), { ok: true, message: null, ...answers.post }),
      answer: ({ game }, yes) => (seen.posted.push([game, yes]), { ok: true, url: "/m/B/", ...answers.post }),
      go: (url) => seen.gone.push(url),
    },
  });
}

test("what is said stands beside its speaker until it was read, and once", () => {
  const once = Words.hears(open, said(3));
  assert.deepEqual([once.speaking[1].text, once.words.said.length], ["Hello!", 1]);
  assert.equal(Words.hears(once, said(3)), once);
  const newer = Words.hears(once, said(4, { text: "Oops." }));
  assert.equal(Words.silent(newer, said(3)), newer);
  assert.equal(Words.silent(newer, said(4)).speaking[1], null);
  assert.ok(Words.lasts(said(1, { word: null })) > Words.lasts(said(1)));
});

test("who only watches sees it, and keeps nothing", () => {
  const watched = Words.hears(EMPTY, said(1, { seat: 0 }));
  assert.deepEqual([watched.speaking[0].number, watched.words], [1, null]);
});

test("only the last of it is kept", () => {
  const many = Array.from({ length: 60 }, (_, number) => said(number)).reduce(Words.hears, open);
  assert.deepEqual([many.words.said.length, many.words.said[0].number], [50, 10]);
});

test("a player speaks to people alone", () => {
  assert.equal(Words.speaks(view(5)), true);
  assert.equal(Words.speaks(view(5, { you: null })), false);
  assert.equal(Words.speaks(view(5, { aid: { line: 0 } })), false);
  assert.equal(Words.speaks(view(5, { players: [{ name: "Ana" }, null] })), false);
});

test("a phrase is sent and the sheet closes; what is refused is said there and at the table", () => {
  const seen = page({ ...open, dialog: "words" });
  Words.wordActs(seen.app).speak("bow");
  assert.deepEqual(seen.sent, [{ type: "say", word: "bow", id: "w1" }]);
  assert.deepEqual([seen.state.dialog, seen.state.saying], [null, "w1"]);
  assert.equal(Words.unsaid(seen.state, "other", "No."), seen.state);
  const refused = Words.unsaid(seen.state, "w1", "Too soon.");
  assert.deepEqual([refused.note.text, refused.words.error, refused.saying], ["Too soon.", "Too soon.", null]);
  assert.equal(Words.stored(seen.state, "w1").saying, null);
});

test("nothing is written of nothing, and nothing pends while the line is down", () => {
  const seen = page(open, { open: false });
  const acts = Words.wordActs(seen.app);
  acts.write("  ");
  assert.deepEqual(seen.sent, []);
  acts.agree(true);
  assert.deepEqual([seen.sent.length, seen.state.saying], [1, null]);
});

test("what one decides about the other player goes as a form, and the words are asked for anew", async () => {
  const seen = page(open, { post: { ok: false, message: "Not now." } });
  await Words.wordActs(seen.app).decide("mute");
  assert.deepEqual(seen.posted, [["across", { do: "mute" }]]);
  assert.deepEqual([seen.state.words.error, seen.state.busy, seen.sent], ["Not now.", false, [{ type: "words" }]]);
});

test("a challenge is answered over the game: yes leads there, no and later stay", async () => {
  const challenge = { game: "B", message: "Ana challenges you to a game." };
  for (const [yes, gone] of [[true, ["/m/B/"]], [false, []]]) {
    const seen = page({ ...EMPTY, challenge });
    await challengeActs(seen.app).answer(yes);
    assert.deepEqual([seen.posted, seen.gone, seen.state.challenge], [[["B", yes]], gone, null]);
  }
  const late = page({ ...EMPTY, challenge }, { post: { ok: false, message: "Gone." } });
  await challengeActs(late.app).answer(true);
  assert.deepEqual([late.state.note.text, late.gone], ["Gone.", []]);
  const later = page({ ...EMPTY, challenge });
  challengeActs(later.app).later();
  assert.deepEqual([later.state.challenge, later.posted], [null, []]);
});
