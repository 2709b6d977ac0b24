/** Tests of the store of a live page: views, heartbeats and connection. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyLink, createLiveStore, isOutdated, LIVE_STATE, SESSION_ENDED,
} from "../../static/js/shared/live_store.js";

/** A page that remembers what it was told, and its browser. */
function opened(page = {}, awaited = false) {
  let awaits = awaited;
  const seen = { drawn: 0, viewed: [], links: [], sent: [], reloads: 0, followed: [] };
  const browser = {
    connect: (listen) => (Object.assign(seen, { listen }), { send: (message) => Boolean(seen.sent.push(message)) }),
    reload: () => (seen.reloads += 1),
    follow: (code) => seen.followed.push(code),
    awaitNext: () => (awaits = true),
    stopAwaiting() {
      const before = awaits;
      awaits = false;
      return before;
    },
  };
  const shell = createLiveStore(LIVE_STATE, {
    viewType: "view",
    draw: () => (seen.drawn += 1),
    receiveView: (state, view) => (isOutdated(state, view) ? state : { ...state, view }),
    getNextGame: (view) => view.next ?? null,
    onView: (view, before) => seen.viewed.push([view.version, before?.version ?? null]),
    onLink: (link) => seen.links.push(link),
    ...page,
  }, browser);
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
  const message = { type: "told", code: "muted", message: "A message.", url: "/account/message/" };
  hear(view(3), message);
  assert.deepEqual([shell.state().moderation, seen.drawn], [message, 2]);
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

test("an event makes the next view, which the page is told of as of any", () => {
  const { shell, seen, hear } = opened();
  hear(view(3, { status: "finished", rematch: null }), { type: "rematch", version: 4, rematch: { asked: [0] } });
  assert.deepEqual(shell.state().view, view(4, { status: "finished", rematch: { asked: [0] } }));
  assert.deepEqual(seen.viewed, [[3, null], [4, 3]]);
});

test("an event after one that was missed makes the page ask for the view, and one that is old news does not", () => {
  const { shell, seen, hear } = opened();
  const event = (version) => ({ type: "rematch", version, rematch: null });
  hear(view(3), event(5), event(3), event(2));
  assert.deepEqual(seen.sent, [{ type: "sync" }]);
  assert.deepEqual(shell.state().view, view(3));
});

test("an event that comes before any view makes the page ask for one", () => {
  const { seen, hear } = opened();
  hear({ type: "rematch", version: 4, rematch: null });
  assert.deepEqual(seen.sent, [{ type: "sync" }]);
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

test("a page that saw the game before it was unloaded goes on to the rematch that began meanwhile", () => {
  const { seen, hear } = opened({}, true);
  hear(view(4, { next: "NEXT" }), view(4, { next: "NEXT" }));
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
  assert.equal(applyLink({ ...LIVE_STATE, link: "ended" }, "open").link, "ended");
  assert.equal(applyLink({ ...LIVE_STATE, link: "lost" }, "open").link, "open");
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
  shell.setState(shell.state());
  assert.equal(seen.drawn, 0);
});

test("before it is open nothing is sent", () => {
  const shell = createLiveStore(LIVE_STATE, { viewType: "view", draw() {} }, {});
  assert.equal(shell.send({ type: "sync" }), false);
});
