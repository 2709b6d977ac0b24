/** Tests of joining sentences by language. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { joinSentences } from "../../static/js/shared/texts.js";

afterEach(() => delete globalThis.document);

test("a space stands between two, and none where an empty one is", () => {
  assert.equal(joinSentences(["One.", "", "Two."]), "One. Two.");
});

test("Chinese needs none", () => {
  globalThis.document = { documentElement: { lang: "zh-Hant" } };
  assert.equal(joinSentences(["一。", "二。"]), "一。二。");
});
