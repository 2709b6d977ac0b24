/** Tests of local storage, with and without a browser that keeps values. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { loadItem, saveItem } from "../../static/js/shared/storage.js";

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
  assert.equal(loadItem("nothing", "otherwise"), "otherwise");
});

test("a value comes back as it was, also when it is false", () => {
  globalThis.localStorage = storage(9);
  saveItem("list", [1, { a: null }]);
  saveItem("no", false);
  assert.deepEqual([loadItem("list", []), loadItem("no", true)], [[1, { a: null }], false]);
});

test("where nothing can be kept, values last as long as the page", () => {
  saveItem("private", "window");
  assert.equal(loadItem("private", null), "window");
});

test("a full store keeps what there is no room for in the page", () => {
  globalThis.localStorage = storage(0);
  saveItem("full", 1);
  assert.equal(loadItem("full", null), 1);
});

test("another page's newer value is read", () => {
  globalThis.localStorage = storage(9);
  saveItem("shared", "old");
  globalThis.localStorage.setItem("shared", JSON.stringify("new"));
  assert.equal(loadItem("shared", null), "new");
});
