/** Tests of the theme before the first paint, in a world of its own. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../static/js/pages/theme.js", import.meta.url), "utf8");

/** A page of Ana in a browser that has kept `kept`; `turn` is her tap on the button for the colours. */
function pageOf(kept, given = {}) {
  const values = new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]));
  const root = { dataset: { preferences: JSON.stringify(given), person: "ana" }, toggleAttribute() {} };
  const button = Object.assign(new EventTarget(), { setAttribute() {} });
  const document = Object.assign(new EventTarget(), {
    documentElement: root, querySelectorAll: (wanted) => (wanted === "[data-theme-switch]" ? [button] : []),
  });
  const localStorage = { getItem: (key) => values.get(key) ?? null, setItem: (key, text) => values.set(key, text) };
  vm.runInNewContext(SCRIPT, { document, localStorage, addEventListener() {}, matchMedia: () => ({ matches: false }) });
  document.dispatchEvent(new Event("DOMContentLoaded"));
  const turn = () => button.dispatchEvent(new Event("click"));
  return { root, turn, kept: (key) => JSON.parse(values.get(key)) };
}

const unsent = (person) => ({ "preferences:unsent": { person, chosen: { theme: "dark", speed: "slow" } } });

test("the colours that the site does not know yet hold for who chose them alone", () => {
  assert.equal(pageOf(unsent("ana"), { theme: "light" }).root.dataset.theme, "dark");
  assert.equal(pageOf(unsent("bram"), { theme: "light" }).root.dataset.theme, "light");
});

test("turned colours hold at once and wait, beside what waits already, for the site", () => {
  for (const [person, chosen] of [["ana", { theme: "light", speed: "slow" }], ["bram", { theme: "dark" }]]) {
    const page = pageOf(unsent(person));
    page.turn();
    assert.equal(page.root.dataset.theme, chosen.theme);
    assert.deepEqual(page.kept("preferences"), { theme: chosen.theme });
    assert.deepEqual(page.kept("preferences:unsent"), { person: "ana", chosen });
  }
});
