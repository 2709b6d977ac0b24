/** What a page came with is said at the table, until the first card moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brought } from "../../static/js/online/brought.js";
import { EMPTY, played, received } from "../../static/js/online/state.js";
import { board, view } from "./matches.mjs";

const item = (text, kind) => ({ textContent: `\n ${text} `, classList: { contains: (name) => name === kind } });
function page(...items) {
  const list = { querySelectorAll: () => items, remove: () => (list.gone = true) };
  return { list, querySelector: () => (items.length ? list : null) };
}

test("sentences are taken from above the table and said as one", () => {
  const two = page(item("You go on.", "success"), item("It does not count.", "info"));
  assert.deepEqual(brought(two), { kind: "info", text: "You go on. It does not count.", stays: true });
  assert.ok(two.list.gone);
  assert.equal(brought(page(item("No.", "error"))).kind, "bad");
  assert.equal(brought(page()), null);
});

test("it stays over the first view and the cards of others, and goes with the reader's first card", () => {
  const note = { kind: "info", text: "You go on.", stays: true };
  const shown = received({ ...EMPTY, note }, view(1));
  assert.deepEqual(shown.note, note);
  const later = received(shown, view(2, { board: board({ ply: 1 }) }));
  assert.deepEqual(later.note, note);
  assert.equal(played(later, "a", "K5").note, null);
});
