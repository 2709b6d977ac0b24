/** What every live page does alike with its views, its beats and its line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LIVE, linked, openShell, outdated, SESSION_ENDED } from "../../static/js/shared/shell.js";

/** A page that remembers what it was told, and the world around it. */
function opened(page = {}) {
  const seen = { drawn: 0, viewed: [], links: [], sent: [], reloads: 0, followed: [] };
  const around = {
    connect: (listen) => (Object.assign(seen, { listen }), { send: (message) => Boolean(seen.sent.push(message)) }),
    reload: () => (seen.reloads += 1),
    follow: (code) => seen.followed.push(code),
  };
  const shell = openShell(LIVE, {
    kind: "view",
    draw: () => (seen.drawn += 1),
    received: (state, view) => (outdated(state, view) ? state : { ...state, view }),
    next: (view) => view.next ?? null,
    viewed: (view, before) => seen.viewed.push([view.version, before?.version ?? null]),
    linked: (link) => seen.links.push(link),
    ...page,
  }, around);
  shell.open();
  const hear = (...messages) => messages.forEach((message) => seen.listen.message(message));
  return { shell, seen, hear };
}

const view = (version, more = {}) => ({ type: "view", version, ...more });

test("a view becomes the state and is drawn once", () => {
  const { shell, seen, hear } = opened();
  hear(view(3));
  assert.equal(shell.state().view.version, 3);
  assert.equal(seen.drawn, 1);
});

test("a view that is older than the known one changes and draws nothing", () => {
  const { shell, seen, hear } = opened();
  hear(view(3), view(2));
  assert.equal(shell.state().view.version, 3);
  assert.equal(seen.drawn, 1);
});

test("the page is told of every view with the one before it", () => {
  const { seen, hear } = opened();
  hear(view(3), view(4));
  assert.deepEqual(seen.viewed, [[3, null], [4, 3]]);
});

test("what the moderators say to this person is kept and drawn", () => {
  const { shell, seen, hear } = opened();
  const told = { type: "told", code: "muted", message: "A message.", url: "/account/message/" };
  hear(view(3), told);
  assert.deepEqual([shell.state().told, seen.drawn], [told, 2]);
});

test("a beat is answered with the version that is known", () => {
  const { seen, hear } = opened();
  hear(view(3), { type: "beat", version: 3 });
  assert.deepEqual(seen.sent, [{ type: "here", version: 3 }]);
});

test("before the first view a beat is answered with nought, and nothing is asked for", () => {
  const { seen, hear } = opened();
  hear({ type: "beat", version: 9 });
  assert.deepEqual(seen.sent, [{ type: "here", version: 0 }]);
});

test("a beat from ahead makes the page ask for what it missed", () => {
  const { seen, hear } = opened();
  hear(view(3), { type: "beat", version: 4 });
  assert.deepEqual(seen.sent, [{ type: "here", version: 3 }, { type: "sync" }]);
});

test("what changed makes the next view, which the page is told of as of any", () => {
  const { shell, seen, hear } = opened();
  hear(view(3, { turn: 0, hand: ["G0"] }), { type: "change", after: 3, version: 4, view: { turn: 1 } });
  assert.deepEqual(shell.state().view, view(4, { turn: 1, hand: ["G0"] }));
  assert.deepEqual(seen.viewed, [[3, null], [4, 3]]);
});

test("a change to a view that was missed makes the page ask for the view, and one that is old news does not", () => {
  const { shell, seen, hear } = opened();
  const change = (after) => ({ type: "change", after, version: after + 1, view: { turn: 1 } });
  hear(view(3), change(4), change(2), change(1));
  assert.deepEqual(seen.sent, [{ type: "sync" }]);
  assert.deepEqual(shell.state().view, view(3));
});

test("a change that comes before any view makes the page ask for one", () => {
  const { seen, hear } = opened();
  hear({ type: "change", after: 3, version: 4, view: {} });
  assert.deepEqual(seen.sent, [{ type: "sync" }]);
});

test("what is stored with a change is told as if it came for itself, and before the view that shows it", () => {
  const told = [];
  const { hear } = opened({
    messages: { accepted: ({ id, version }) => told.push([id, version]) },
    viewed: ({ version }) => told.push(version),
  });
  hear(view(3), { type: "change", after: 3, version: 4, accepted: ["a", "b"], view: {} });
  hear({ type: "change", after: 4, version: 5, view: {} });
  assert.deepEqual(told, [3, ["a", 4], ["b", 4], 4, 5]);
});

test("who is there is kept from the last beat", () => {
  const { shell, hear } = opened();
  hear({ type: "beat", version: 0, here: [true, false] });
  assert.deepEqual(shell.state().beat.here, [true, false]);
});

test("a goodbye is kept in words", () => {
  const { shell, hear } = opened();
  hear({ type: "bye", message: "You were removed." });
  assert.equal(shell.state().bye, "You were removed.");
});

test("messages of the page reach it, and those that nobody knows do no harm", () => {
  const heard = [];
  const { hear } = opened({ messages: { accepted: (message) => heard.push(message.id) } });
  hear({ type: "accepted", id: "a" }, { type: "unheard of" });
  assert.deepEqual(heard, ["a"]);
});

test("a page goes on to a rematch that begins while it looks", () => {
  const { seen, hear } = opened();
  hear(view(3), view(4, { next: "NEXT" }), view(5, { next: "NEXT" }));
  assert.deepEqual(seen.followed, ["NEXT"]);
});

test("a page that comes back to an old game stays there", () => {
  const { seen, hear } = opened();
  hear(view(4, { next: "NEXT" }));
  assert.deepEqual(seen.followed, []);
});

test("the line is part of the state, and the page hears of it", () => {
  const { shell, seen } = opened();
  seen.listen.link("open");
  seen.listen.link("lost");
  assert.equal(shell.state().link, "lost");
  assert.deepEqual(seen.links, ["open", "lost"]);
});

test("a line that the server closed stays closed", () => {
  assert.equal(linked({ ...LIVE, link: "ended" }, "open").link, "ended");
  assert.equal(linked({ ...LIVE, link: "lost" }, "open").link, "open");
});

test("the page is loaded anew when the login ended, and for no other reason", () => {
  const { seen } = opened();
  seen.listen.link("ended", SESSION_ENDED + 2);
  assert.equal(seen.reloads, 0);
  seen.listen.link("ended", SESSION_ENDED);
  assert.equal(seen.reloads, 1);
});

test("nothing is drawn when nothing became", () => {
  const { shell, seen } = opened();
  shell.become(shell.state());
  assert.equal(seen.drawn, 0);
});

test("before it is open nothing is sent", () => {
  const shell = openShell(LIVE, { kind: "view", draw() {} }, {});
  assert.equal(shell.send({ type: "sync" }), false);
});
