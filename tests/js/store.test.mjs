/** Values that a browser keeps, or does not. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { keep, recall } from "../../static/js/shared/store.js";

/** A browser's store with room for so many values. */
function storage(room) {
  const values = new Map();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, text) {
      if (values.size >= room && !values.has(key)) throw new Error("QuotaExceededError");
      values.set(key, text);
    },
  };
}

afterEach(() => delete globalThis.localStorage);

test("what was never kept is something else", () => {
  assert.equal(recall("nothing", "otherwise"), "otherwise");
});

test("a value comes back as it was, also when it is false", () => {
  globalThis.localStorage = storage(9);
  keep("list", [1, { a: null }]);
  keep("no", false);
  assert.deepEqual([recall("list", []), recall("no", true)], [[1, { a: null }], false]);
});

test("where nothing can be kept, values last as long as the page", () => {
  keep("private", "window");
  assert.equal(recall("private", null), "window");
});

test("a full store keeps what there is no room for in the page", () => {
  globalThis.localStorage = storage(0);
  keep("full", 1);
  assert.equal(recall("full", null), 1);
});

test("another page's newer value is read", () => {
  globalThis.localStorage = storage(9);
  keep("shared", "old");
  globalThis.localStorage.setItem("shared", JSON.stringify("new"));
  assert.equal(recall("shared", null), "new");
});
