/** Tests of the state that a page load brings. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { loadShownView, saveShownView, takeServerMessages } from "../../static/js/matches/page_state.js";
import { INITIAL_STATE, playCard, receiveView } from "../../static/js/matches/state.js";
import { board, view } from "./match_views.mjs";

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
  saveShownView(LINE, { status: "playing", version: 5 });
  assert.deepEqual(loadShownView(LINE), { status: "playing", version: 5 });
  assert.equal(loadShownView("/ws/game/ABCDEFGH/"), null);
});

test("of a game that is over nothing is kept", () => {
  for (const status of ["finished", "called_off"]) {
    saveShownView(LINE, { status: "playing" });
    saveShownView(LINE, { status });
    assert.equal(values.size, 0);
  }
});

test("where nothing is kept, nothing was shown", () => {
  delete globalThis.sessionStorage;
  saveShownView(LINE, { status: "playing" });
  assert.equal(loadShownView(LINE), null);
});

const item = (text, kind) => ({ textContent: `\n ${text} `, classList: { contains: (name) => name === kind } });
function page(...items) {
  const list = { querySelectorAll: () => items, remove: () => (list.gone = true) };
  return { list, querySelector: () => (items.length ? list : null) };
}

test("sentences are taken from above the table and said as one", () => {
  const two = page(item("You go on.", "success"), item("It does not count.", "info"));
  assert.deepEqual(takeServerMessages(two), { kind: "info", text: "You go on. It does not count.", stays: true });
  assert.ok(two.list.gone);
  assert.equal(takeServerMessages(page(item("No.", "error"))).kind, "bad");
  assert.equal(takeServerMessages(page()), null);
});

test("it stays over the first view and the cards of others, and goes with the reader's first card", () => {
  const note = { kind: "info", text: "You go on.", stays: true };
  const shown = receiveView({ ...INITIAL_STATE, note }, view(1));
  assert.deepEqual(shown.note, note);
  const later = receiveView(shown, view(2, { board: board({ ply: 1 }) }));
  assert.deepEqual(later.note, note);
  assert.equal(playCard(later, "a", "K5").note, null);
});
