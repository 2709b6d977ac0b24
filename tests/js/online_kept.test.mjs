/** What a tab keeps of a game that it shows. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { nowShown, shownBefore } from "../../static/js/online/kept.js";

const LINE = "/ws/game/K7MPX2QA/";
let values;

beforeEach(() => {
  values = new Map();
  globalThis.sessionStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, text) => values.set(key, text),
    removeItem: (key) => values.delete(key),
  };
});
afterEach(() => delete globalThis.sessionStorage);

test("what was shown is known to the same page loaded anew, and to no other game", () => {
  nowShown(LINE, { status: "playing", version: 5 });
  assert.deepEqual(shownBefore(LINE), { status: "playing", version: 5 });
  assert.equal(shownBefore("/ws/game/ABCDEFGH/"), null);
});

test("of a game that is over nothing is kept", () => {
  for (const status of ["finished", "called_off"]) {
    nowShown(LINE, { status: "playing" });
    nowShown(LINE, { status });
    assert.equal(values.size, 0);
  }
});

test("where nothing is kept, nothing was shown", () => {
  delete globalThis.sessionStorage;
  nowShown(LINE, { status: "playing" });
  assert.equal(shownBefore(LINE), null);
});
