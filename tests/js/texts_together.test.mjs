/** Sentences stand one after the other as the language has it. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { together } from "../../static/js/shared/texts.js";

afterEach(() => delete globalThis.document);

test("a space stands between two, and none where an empty one is", () => {
  assert.equal(together(["One.", "", "Two."]), "One. Two.");
});

test("Chinese needs none", () => {
  globalThis.document = { documentElement: { lang: "zh-Hant" } };
  assert.equal(together(["一。", "二。"]), "一。二。");
});
