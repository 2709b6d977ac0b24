/** A line that is played out waits until a finished trick has been looked at. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { looked } from "../../static/js/puzzle/looking.js";

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
  assert.equal(await settled(looked(table(false))), true);
  assert.equal(watching.size, 0);
});

test("it waits as long as the trick lies there", async () => {
  const felt = table(true);
  const waits = looked(felt);
  felt.changed(true);
  assert.equal(await settled(waits), false);
  felt.changed(false);
  assert.equal(await settled(waits), true);
  assert.equal(watching.size, 0);
});
