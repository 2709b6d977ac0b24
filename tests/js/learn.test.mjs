/** Tests of lessons: answers as of a server, progress, and reconnecting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLesson } from "../../static/js/learn/lesson.js";
import { loadProgress, resetProgress, saveProgress } from "../../static/js/learn/progress.js";
import { saveItem } from "../../static/js/shared/storage.js";

const step = (version, text = "") => ({ view: { type: "view", version }, heading: "", text, prompt: "" });
const ok = (steps, done = false) => ({ ok: true, status: 200, code: null, message: null, data: { steps, done } });
const unheard = { ok: false, status: 0, code: null, message: "No answer.", data: null };
const refusal = { ok: false, status: 409, code: "must_follow", message: "Follow.", data: null };
const PLAY = { type: "play", card: "G7", ply: 1, id: "a" };
const TURNS = 30;

/** Everything here happens in promises, so it has happened after some turns of theirs. */
async function settled() {
  for (let turn = 0; turn < TURNS; turn += 1) await null;
}

/** A lesson in a world that gives these answers, one after the other. */
async function opened(answers, played = []) {
  const seen = { asked: [], heard: [], links: [], kept: [], said: [], thoughts: 0, rests: 0 };
  const left = [...answers];
  const world = {
    fetchSteps: async (cards) => (seen.asked.push(cards.join()), left.shift()),
    played,
    saveProgress: (kept) => seen.kept.push(kept),
    showStep: (one, done) => seen.said.push([one.view.version, done]),
    waitForTeacher: async () => (seen.thoughts += 1),
    waitForRetry: async () => (seen.rests += 1),
  };
  const listen = { message: (data) => seen.heard.push(data), link: (link) => seen.links.push(link) };
  const line = createLesson(world, listen);
  await settled();
  const send = async (message) => {
    const taken = line.send(message);
    await settled();
    return taken;
  };
  return { seen, send };
}

const versions = (seen) => seen.heard.filter(({ type }) => type === "view").map(({ version }) => version);

test("a lesson begins with the deal, then the teacher's card after a thought", async () => {
  const { seen } = await opened([ok([step(1), step(2)])]);
  assert.deepEqual([seen.asked, seen.links, versions(seen), seen.thoughts], [[""], ["open"], [1, 2], 1]);
  assert.deepEqual(seen.said, [[1, false], [2, false]]);
});

test("a lesson that was left goes on where it stands, without what led there", async () => {
  const { seen } = await opened([ok([step(3), step(4)])], ["G7"]);
  assert.deepEqual([seen.asked, versions(seen), seen.thoughts], [["G7"], [4], 0]);
});

test("cards that are not taken any longer are forgotten", async () => {
  const { seen } = await opened([refusal, ok([step(1)])], ["G7"]);
  assert.deepEqual([seen.asked, versions(seen), seen.links], [["G7", ""], [1], ["open"]]);
});

test("a card is accepted with its version, kept, and answered", async () => {
  const { seen, send } = await opened([ok([step(2)]), ok([step(3), step(4)])]);
  assert.equal(await send(PLAY), true);
  assert.deepEqual(seen.heard[1], { type: "accepted", id: "a", version: 3 });
  assert.deepEqual(seen.kept, [{ played: ["G7"], done: false }]);
  assert.deepEqual([seen.asked, versions(seen)], [["", "G7"], [2, 3, 4]]);
});

test("the last stand of a lesson that is over is told as the end, and none before it", async () => {
  const { seen, send } = await opened([ok([step(2)]), ok([step(3), step(4)], true)]);
  await send(PLAY);
  assert.deepEqual(seen.said, [[2, false], [3, false], [4, true]]);
  assert.equal(seen.kept[0].done, true);
});

test("a refusal is handed on in words and nothing is kept", async () => {
  const { seen, send } = await opened([ok([step(2)]), refusal]);
  await send(PLAY);
  assert.deepEqual(seen.heard[1], { type: "refused", id: "a", code: "must_follow", message: "Follow.", version: null });
  assert.deepEqual(seen.kept, []);
});

test("a card that nobody heard loses the line, and the line comes back with what was known", async () => {
  const { seen, send } = await opened([ok([step(2)]), unheard, unheard, ok([step(2)])]);
  await send(PLAY);
  assert.deepEqual(seen.links, ["open", "lost", "lost", "open"]);
  assert.deepEqual([seen.asked, seen.rests, seen.kept], [["", "G7", "", ""], 2, []]);
});

test("a card that is sent again while it is on its way is not asked twice", async () => {
  let answer;
  const { seen, send } = await opened([ok([step(2)]), new Promise((resolve) => (answer = resolve))]);
  await send(PLAY);
  assert.equal(await send(PLAY), false);
  answer(ok([step(3)]));
  await settled();
  assert.deepEqual(seen.asked, ["", "G7"]);
});

test("what else a page sends to a server is left alone", async () => {
  const { seen, send } = await opened([ok([step(1)])]);
  assert.equal(await send({ type: "sync" }), false);
  assert.deepEqual(seen.asked, [""]);
});

test("a lesson that was never opened is empty", () => {
  assert.deepEqual(loadProgress("knights"), { played: [], done: false });
});

test("each lesson keeps its own cards", () => {
  saveProgress("knights", { played: ["G3"], done: false });
  saveProgress("undead", { played: ["U7"], done: true });
  assert.deepEqual([loadProgress("knights").played, loadProgress("undead")], [["G3"], { played: ["U7"], done: true }]);
});

test("who starts again has no cards played, and has done it all the same", () => {
  saveProgress("undead", { played: ["U7"], done: true });
  resetProgress("undead");
  assert.deepEqual(loadProgress("undead"), { played: [], done: true });
  saveProgress("undead", { played: ["U2"], done: false });
  assert.equal(loadProgress("undead").done, true);
});

test("what is no record of lessons does no harm", () => {
  saveItem("learn", { knights: "no", undead: { played: 3, done: "yes" } });
  assert.deepEqual([loadProgress("knights"), loadProgress("undead")],
    [{ played: [], done: false }, { played: [], done: false }]);
});
