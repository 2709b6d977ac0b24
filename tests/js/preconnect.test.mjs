/** Tests of the early connection, in a world of its own. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../static/js/shared/preconnect.js", import.meta.url), "utf8");
const ADDRESS = "wss://claim.example/ws/m/K7MPX2QA/";

class Message extends Event {
  constructor(type, { data }) {
    super(type);
    this.data = data;
  }
}

class Closed extends Event {
  constructor(type, { code }) {
    super(type);
    this.code = code;
  }
}

class Socket extends EventTarget {
  constructor(url) {
    super();
    Object.assign(this, { url, readyState: 0 });
  }

  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  says(data) {
    this.dispatchEvent(new Message("message", { data }));
  }

  close(code = 1000) {
    this.readyState = 3;
    this.dispatchEvent(new Closed("close", { code }));
  }
}

/** A page in which the script has run: its connection, and how it takes it. */
function loading() {
  const made = [];
  const heard = {};
  const window = {};
  const document = { currentScript: { dataset: { path: "/ws/m/K7MPX2QA/" } } };
  class WebSocket extends Socket {
    constructor(...asked) {
      super(...asked);
      made.push(this);
    }
  }
  const addEventListener = (kind, listener) => (heard[kind] = listener);
  const location = { protocol: "https:", host: "claim.example" };
  vm.runInNewContext(SCRIPT, { WebSocket, window, document, location, addEventListener, queueMicrotask });
  return { line: made[0], take: window.takeEarly, loaded: () => heard.load() };
}

/** All that is told to somebody who listens from now on. */
function listened(line) {
  const told = [];
  line.addEventListener("open", () => told.push("open"));
  line.addEventListener("message", ({ data }) => told.push(data));
  line.addEventListener("close", ({ code }) => told.push(code));
  return told;
}

const settled = () => new Promise((done) => setTimeout(done));

test("it connects at once", () => {
  const { line } = loading();
  assert.equal(line.url, ADDRESS);
});

test("what was heard before is heard in its order by whoever takes the connection, and then what comes", async () => {
  const { line, take } = loading();
  line.opens();
  line.says("view");
  line.says("beat");
  const told = listened(take(ADDRESS)());
  await settled();
  line.says("card");
  assert.deepEqual(told, ["open", "view", "beat", "card"]);
});

test("whoever takes it before it is open hears everything once", async () => {
  const { line, take } = loading();
  const told = listened(take(ADDRESS)());
  await settled();
  line.opens();
  line.says("view");
  assert.deepEqual(told, ["open", "view"]);
});

test("what comes between the promise and the taking is heard too", async () => {
  const { line, take } = loading();
  line.opens();
  const hand = take(ADDRESS);
  line.says("view");
  const told = listened(hand());
  await settled();
  assert.deepEqual(told, ["open", "view"]);
});

test("another place gets nothing, and leaves it for who asks rightly", () => {
  const { line, take } = loading();
  assert.equal(take("wss://claim.example/ws/m/OTHER222/"), null);
  assert.equal(take(ADDRESS)(), line);
});

test("it is taken once, so that whoever comes back connects anew", () => {
  const { take } = loading();
  take(ADDRESS);
  assert.equal(take(ADDRESS), null);
});

test("whoever takes one that was sent away hears why, and does not come back sooner than others", async () => {
  const { line, take } = loading();
  line.opens();
  line.says("bye");
  line.close(4429);
  const told = listened(take(ADDRESS)());
  await settled();
  assert.deepEqual(told, ["open", "bye", 4429]);
});

test("where nothing has taken it when the page is there, nobody seems to look; a promised one stays", () => {
  for (const promised of [false, true]) {
    const { line, take, loaded } = loading();
    line.opens();
    if (promised) take(ADDRESS);
    loaded();
    assert.equal(line.readyState, promised ? 1 : 3);
  }
});
