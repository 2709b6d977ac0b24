/** Tests of cues: none before a gesture, none late, and each sound its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { createAudioPlayer, playCue, VIBRATIONS } from "../../static/js/shared/cues.js";
import { getLength, SOUNDS } from "../../static/js/shared/sounds.js";

const NAMES = [
  "card", "trick", "goblins", "knights", "undead", "dwarves", "doppelgangers", "vote", "turn", "end",
  "challenge", "time", "start", "rematch",
];

/** A browser's sound that says what was played. */
function speaker(state = "running") {
  const played = [];
  const context = { state, resumed: 0, resume() { this.resumed += 1; return Promise.resolve(); } };
  return { played, context, load: async () => ({ play: (_, name) => played.push(name) }) };
}

const open = ({ context, load }) => createAudioPlayer({ context: () => context, load });

test("every moment has a sound and a shake", () => {
  assert.deepEqual(Object.keys(SOUNDS), NAMES);
  assert.deepEqual(Object.keys(VIBRATIONS), NAMES);
});

test("sounds are short, begin at once, and no two are the same", () => {
  for (const name of NAMES) {
    assert.ok(getLength(name) < 1, name);
    assert.equal(Math.min(...SOUNDS[name].map(({ at }) => at)), 0, name);
    assert.ok(VIBRATIONS[name].reduce((sum, part) => sum + part) < 400, name);
  }
  for (const all of [SOUNDS, VIBRATIONS]) {
    assert.equal(new Set(Object.values(all).map(JSON.stringify)).size, NAMES.length);
  }
});

test("a page is silent until a gesture", async () => {
  const heard = speaker();
  const ear = open(heard);
  assert.equal(ear.play("card"), false);
  ear.wake();
  await settled();
  assert.equal(ear.play("turn"), true);
  assert.deepEqual(heard.played, ["turn"]);
});

test("what comes before the sounds are there is not heard later", async () => {
  const heard = speaker();
  const ear = open(heard);
  ear.wake();
  ear.play("card");
  await settled();
  assert.deepEqual(heard.played, []);
});

test("a browser that put the sound to sleep is woken by the next gesture, and meanwhile silent", async () => {
  const heard = speaker("suspended");
  const ear = open(heard);
  ear.wake();
  await settled();
  ear.play("card");
  ear.wake();
  assert.deepEqual([heard.played, heard.context.resumed], [[], 2]);
});

test("sounds that could not be fetched are asked for again", async () => {
  const heard = speaker();
  let tries = 0;
  const load = () => { tries += 1; return tries === 1 ? Promise.reject(new Error("offline")) : heard.load(); };
  const ear = open({ ...heard, load });
  ear.wake();
  await settled();
  ear.wake();
  await settled();
  ear.play("vote");
  assert.deepEqual([tries, heard.played], [2, ["vote"]]);
});

test("a browser without sound is a silent one", async () => {
  const ear = createAudioPlayer({ context: () => { throw new TypeError("no such thing"); }, load: async () => ({}) });
  ear.wake();
  ear.play("card");
  await settled();
});

test("a moment that there is not is no trouble", () => {
  assert.equal(playCue("nothing"), false);
});
