/** What calls a person to a table: once, wherever a page is open, and the most important first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { offered, signalOf } from "../../static/js/online/signals.js";
import { foremost, hear } from "../../static/js/shared/signals.js";
import { openTab } from "../../static/js/shared/tab.js";
import { board, view } from "./matches.mjs";

const signal = (kind, key = kind) => ({ key, kind, text: `It is ${kind}.`, url: "/m/AAAAAAAA/" });
const ended = (rematch, changes) =>
  view(60, { status: "finished", result: { winner: 0 }, rematch: rematch && { ...NOBODY, ...rematch }, ...changes });
const NOBODY = { asked: [false, false], declined: false, game: null };
const theirs = view(5, { board: board({ turn: 1 }) });

test("what is told is told once", () => {
  const first = hear([signal("turn")], []);
  assert.deepEqual(first, { cue: "turn", told: ["turn"] });
  assert.deepEqual(hear([signal("turn")], first.told), { cue: null, told: ["turn"] });
  assert.equal(hear([signal("turn"), signal("turn", "another")], first.told).cue, "turn");
});

test("one sound for all that is news at once: the rarest of it", () => {
  const all = [signal("turn"), signal("rematch"), signal("sat")];
  assert.equal(hear(all, []).cue, "sat");
  assert.equal(hear(all, ["sat"]).cue, "rematch");
  assert.equal(foremost(all).kind, "sat");
  assert.equal(foremost([]), undefined);
});

test("what was told long ago is forgotten", () => {
  const told = Array.from({ length: 40 }, (_, number) => `old-${number}`);
  assert.deepEqual(hear([signal("sat")], told).told, [...told.slice(1), "sat"]);
});

test("one's turn calls when it comes, not while it lasts, and not at the first look", () => {
  assert.equal(signalOf(view(6), theirs), "turn");
  assert.equal(signalOf(view(7), view(6)), null);
  assert.equal(signalOf(view(6), null), null);
  assert.equal(signalOf(view(6, { you: null }), { ...theirs, you: null }), null);
  assert.equal(signalOf(theirs, view(4)), null);
});

test("a rematch calls whoever has not answered", () => {
  const asked = { asked: [false, true] };
  assert.equal(signalOf(ended(asked), ended({})), "rematch");
  assert.equal(signalOf(ended(asked), ended(asked)), null);
  assert.equal(offered(ended(asked)), true);
  for (const answer of [{ asked: [true, true] }, { declined: true }, { game: "BBBBBBBB" }, { asked: [true, false] }]) {
    assert.equal(offered(ended({ ...asked, ...answer })), false);
  }
  assert.equal(offered(ended(asked, { you: null })), false);
  assert.equal(offered(ended(null)), false);
});

/** A page as far as a tab shows it. */
function opened() {
  const icon = { href: "plain.svg" };
  return Object.assign(new EventTarget(), { title: "Lobby", hidden: true, querySelector: () => icon, icon });
}

test("the tab says it until it is over, and its icon has a dot while nobody looks", () => {
  const page = opened();
  const tab = openTab(page, "dotted.svg");
  tab("It is your turn.");
  assert.deepEqual([page.title, page.icon.href], ["● It is your turn. · Lobby", "dotted.svg"]);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual([page.title, page.icon.href], ["● It is your turn. · Lobby", "plain.svg"]);
  tab(null);
  assert.equal(page.title, "Lobby");
});
