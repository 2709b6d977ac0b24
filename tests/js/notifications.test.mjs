/** Tests of notifications: once for all pages, the most important first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findViewCue } from "../../static/js/matches/cues.js";
import { hasRematchOffer } from "../../static/js/matches/state.js";
import { announceNotifications, createTabTitle, getForemost } from "../../static/js/shared/notifications.js";
import { board, view } from "./match_views.mjs";

const notification = (kind, key = kind) => ({ key, kind, text: `It is ${kind}.`, url: "/m/AAAAAAAA/" });
const ended = (rematch, changes) =>
  view(60, { status: "finished", result: { winner: 0 }, rematch: rematch && { ...NOBODY, ...rematch }, ...changes });
const NOBODY = { asked: [false, false], declined: false, game: null };
const theirs = view(5, { board: board({ turn: 1 }) });

test("a notification is announced once", () => {
  const first = announceNotifications([notification("turn")], []);
  assert.deepEqual(first, { cue: "turn", announced: ["turn"] });
  assert.deepEqual(announceNotifications([notification("turn")], first.announced), { cue: null, announced: ["turn"] });
  const both = [notification("turn"), notification("turn", "another")];
  assert.equal(announceNotifications(both, first.announced).cue, "turn");
});

test("one sound for all that is news at once: the rarest of it", () => {
  const all = [notification("turn"), notification("rematch"), notification("start")];
  assert.equal(announceNotifications(all, []).cue, "start");
  assert.equal(announceNotifications(all, ["start"]).cue, "rematch");
  assert.equal(getForemost(all).kind, "start");
  assert.equal(getForemost([]), undefined);
});

test("old notifications are forgotten", () => {
  const announced = Array.from({ length: 40 }, (_, number) => `old-${number}`);
  const { announced: kept } = announceNotifications([notification("start")], announced);
  assert.deepEqual(kept, [...announced.slice(1), "start"]);
});

test("one's turn calls when it comes, not while it lasts, and not at the first look", () => {
  assert.equal(findViewCue(view(6), theirs), "turn");
  assert.equal(findViewCue(view(7), view(6)), null);
  assert.equal(findViewCue(view(6), null), null);
  assert.equal(findViewCue(view(6, { you: null }), { ...theirs, you: null }), null);
  assert.equal(findViewCue(theirs, view(4)), null);
});

test("a rematch calls whoever has not answered", () => {
  const asked = { asked: [false, true] };
  assert.equal(findViewCue(ended(asked), ended({})), "rematch");
  assert.equal(findViewCue(ended(asked), ended(asked)), null);
  assert.equal(hasRematchOffer(ended(asked)), true);
  for (const answer of [{ asked: [true, true] }, { declined: true }, { game: "BBBBBBBB" }, { asked: [true, false] }]) {
    assert.equal(hasRematchOffer(ended({ ...asked, ...answer })), false);
  }
  assert.equal(hasRematchOffer(ended(asked, { you: null })), false);
  assert.equal(hasRematchOffer(ended(null)), false);
});

/** A page as far as a tab shows it. */
function opened() {
  const icon = { href: "plain.svg" };
  return Object.assign(new EventTarget(), { title: "Lobby", hidden: true, querySelector: () => icon, icon });
}

test("the tab says it until it is over, and its icon has a dot while nobody looks", () => {
  const page = opened();
  const tab = createTabTitle(page, "dotted.svg");
  tab("It is your turn.");
  assert.deepEqual([page.title, page.icon.href], ["● It is your turn. · Lobby", "dotted.svg"]);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual([page.title, page.icon.href], ["● It is your turn. · Lobby", "plain.svg"]);
  tab(null);
  assert.equal(page.title, "Lobby");
});
