/** Tests of puzzles: progress, requests, and waiting for a trick. There is no localStorage here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRequester, loadPuzzle, requestAnswer, savePuzzle } from "../../static/js/puzzles/progress.js";
import { waitForTrick } from "../../static/js/learn/coach.js";
import { saveItem } from "../../static/js/shared/storage.js";

const NOTHING = { played: [], show: false };

test("a puzzle that was never opened is empty", () => {
  assert.deepEqual(loadPuzzle("512"), NOTHING);
});

test("the last one keeps its cards, and others begin", () => {
  savePuzzle("512", { played: ["G3"], done: false });
  assert.deepEqual([loadPuzzle("512"), loadPuzzle("513")], [{ played: ["G3"], show: false }, NOTHING]);
});

test("what is decided begins anew", () => {
  savePuzzle("512", { played: ["G3", "K2"], done: true });
  assert.deepEqual(loadPuzzle("512"), NOTHING);
});

test("the answer is shown to whoever wanted it, of that puzzle alone", () => {
  requestAnswer("512");
  assert.deepEqual([loadPuzzle("512"), loadPuzzle("513")], [{ played: [], show: true }, NOTHING]);
  savePuzzle("512", { played: [], done: true });
  assert.deepEqual(loadPuzzle("512"), NOTHING);
});

test("what is no record of a puzzle does no harm", () => {
  saveItem("puzzle", { number: "512", played: "no", show: "yes" });
  assert.deepEqual(loadPuzzle("512"), NOTHING);
});

const ok = { ok: true, data: { done: false } };

function createRequests(answer = ok) {
  const sent = [];
  return {
    sent,
    load: async () => (sent.push("load"), answer),
    submit: async (fields) => (sent.push(fields), answer),
  };
}

test("without cards the puzzle is loaded, and with cards they are submitted", async () => {
  const requests = createRequests();
  const fetchSteps = createRequester(requests, false, () => {});
  await fetchSteps([]);
  await fetchSteps(["G3", "K2"]);
  assert.deepEqual(requests.sent, ["load", { played: "G3,K2" }]);
});

test("the solution is requested if it is to be shown", async () => {
  const requests = createRequests();
  await createRequester(requests, true, () => {})([]);
  assert.deepEqual(requests.sent, [{ show: "1" }]);
});

test("an answer is passed to the callback and returned", async () => {
  const received = [];
  assert.equal(await createRequester(createRequests(), false, (data) => received.push(data))([]), ok);
  assert.deepEqual(received, [ok.data]);
});

test("a refusal is only returned", async () => {
  const received = [];
  const refusal = { ok: false, status: 409, code: "must_follow", data: null };
  assert.equal(await createRequester(createRequests(refusal), false, (data) => received.push(data))(["G3"]), refusal);
  assert.deepEqual(received, []);
});

const watching = new Set();
globalThis.MutationObserver = class {
  constructor(told) {
    this.told = told;
  }

  observe() {
    watching.add(this.told);
  }

  disconnect() {
    watching.delete(this.told);
  }
};

/** A table on which a finished trick lies or not; `changed` tells those who watch. */
function table(lies) {
  const state = { lies };
  return {
    querySelector: () => (state.lies ? {} : null),
    changed: (now) => {
      state.lies = now;
      watching.forEach((told) => told());
    },
  };
}

const settled = async (promise) => {
  let done = false;
  promise.then(() => (done = true));
  for (let turn = 0; turn < 5; turn += 1) await null;
  return done;
};

test("where no trick lies nothing is waited for, and nobody watches on", async () => {
  assert.equal(await settled(waitForTrick(table(false))), true);
  assert.equal(watching.size, 0);
});

test("it waits as long as the trick lies there", async () => {
  const felt = table(true);
  const waits = waitForTrick(felt);
  felt.changed(true);
  assert.equal(await settled(waits), false);
  felt.changed(false);
  assert.equal(await settled(waits), true);
  assert.equal(watching.size, 0);
});
