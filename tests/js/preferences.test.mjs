/** What a person chose, and what holds until then. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { CHOICES, prefer, preferences, watchPreferences } from "../../static/js/shared/preferences.js";

beforeEach(() => {
  const values = new Map();
  globalThis.localStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, text) => values.set(key, text),
  };
});
afterEach(() => delete globalThis.localStorage);

test("the first of each choice holds until one chooses", () => {
  for (const [name, choices] of Object.entries(CHOICES)) assert.equal(preferences()[name], choices[0]);
});

test("what is chosen holds, and the rest stays", () => {
  prefer("hold", 0);
  prefer("sound", true);
  assert.deepEqual([preferences().hold, preferences().sound, preferences().speed], [0, true, "normal"]);
});

test("what is no choice is refused, and what a browser kept of another kind does not hold", () => {
  assert.throws(() => prefer("hold", 3), RangeError);
  assert.throws(() => prefer("colour", "red"), RangeError);
  globalThis.localStorage.setItem("preferences", JSON.stringify({ hold: "7", sort: "rank" }));
  assert.deepEqual([preferences().hold, preferences().sort], [5, "rank"]);
  globalThis.localStorage.setItem("preferences", "null");
  assert.equal(preferences().sort, "faction");
});

test("who watches is told until they stop", () => {
  const told = [];
  const stop = watchPreferences((now) => told.push(now.speed));
  prefer("speed", "quick");
  stop();
  prefer("speed", "slow");
  assert.deepEqual(told, ["quick"]);
});
