/** Tests of the service worker, in a world of its own: answers, cache, and what it leaves alone. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../static/js/app/service_worker.js", import.meta.url), "utf8");
const SITE = "https://claim.example";
const CARDS = `${SITE}/static/cards/cards.0123456789ab.svg`;
const KEPT = {
  release: "2", offline: "/offline/", files: ["/static/css/base.ba9876543210.css"],
  static: "/static/", admin: "/admin/", icon: "/static/img/app-192.0123456789ab.png",
};
const GAME = "/m/K7MPX2QA/";
const TOLD = { title: "Five Votes", text: "It's your turn against Bram.", url: GAME, tag: "K7MPX2QA", lang: "en" };

class Store {
  constructor() {
    this.kept = new Map();
  }

  name(key) {
    return new URL(key.url ?? key, SITE).href;
  }

  async put(key, answer) {
    this.kept.set(this.name(key), answer.body);
  }
}

/** A worker whose network is `first` until `network.now` is another. */
function started(first, pages = {}) {
  const network = { now: first };
  const shown = [];
  const heard = {};
  const stores = new Map();
  const caches = {
    open: async (name) => stores.get(name) ?? stores.set(name, new Store()).get(name),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    match: async (key) => [...stores.values()].map((store) => store.kept.get(store.name(key))).find(Boolean),
  };
  const self = {
    KEPT, location: new URL(`${SITE}/worker.js`), skipWaiting: async () => {},
    clients: { claim: async () => {}, ...pages },
    registration: { showNotification: async (title, options) => shown.push({ title, ...options }) },
    addEventListener: (kind, listener) => (heard[kind] = listener),
  };
  class Request {
    constructor(url) {
      this.url = url;
    }
  }
  vm.runInNewContext(SCRIPT, { self, caches, fetch: (wanted) => network.now(wanted), Request, URL });
  return { heard, stores, caches, network, shown };
}

async function happens(worker, kind, more = {}) {
  const waits = [];
  worker.heard[kind]({ waitUntil: (work) => waits.push(work), ...more });
  await Promise.all(waits);
}

/** What a request is answered with; undefined where it is not touched. */
async function asked(worker, url, more = {}) {
  const waits = [];
  let answer;
  const request = { url: new URL(url, SITE).href, method: "GET", mode: "cors", ...more };
  worker.heard.fetch({ request, respondWith: (given) => (answer = given), waitUntil: (work) => waits.push(work) });
  const given = await answer;
  await Promise.all(waits);
  return given;
}

const answering = (body, status = 200) => async () => ({ ...answered(body, status), clone: () => ({ body }) });
const answered = (body, status) => ({ body, status, ok: status < 300, redirected: false });
const pathOf = (wanted) => wanted.url ?? wanted;
/** Everything is there, apart from what `odd` says of it. */
const site = (odd = {}) => async (wanted) => ({ ...answered(`kept ${pathOf(wanted)}`, 200), ...odd[pathOf(wanted)] });
const away = async () => {
  throw new TypeError("Failed to fetch");
};
const opened = (worker, url) => asked(worker, url, { mode: "navigate" });

test("a page comes from the network, whatever the network says", async () => {
  const worker = started(answering("a table"));
  await happens(worker, "install");
  worker.network.now = answering("a table", 500);
  for (const url of ["/", "/m/K7MPX2QA/", "/t/K7MPX2QA/", "/offline/"]) {
    assert.equal((await opened(worker, url)).status, 500);
  }
});

test("without a network a page is the one that says so", async () => {
  const worker = started(away);
  await assert.rejects(opened(worker, "/m/K7MPX2QA/"), /Failed to fetch/);
  worker.network.now = site();
  await happens(worker, "install");
  worker.network.now = away;
  assert.equal(await opened(worker, "/m/K7MPX2QA/"), "kept /offline/");
});

test("where a redirect led is not kept, nor what was refused, nor anything without the rest", async () => {
  for (const [path, odd] of [
    ["/offline/", { redirected: true, body: "somebody's own page" }], ["/offline/", { ok: false, status: 503 }],
    [KEPT.files[0], { ok: false, status: 404 }],
  ]) {
    const worker = started(site({ [path]: odd }));
    await assert.rejects(happens(worker, "install"), /Not kept/);
    assert.deepEqual([...worker.stores], [], path);
  }
});

test("no page and no answer for a script is ever kept", async () => {
  const worker = started(answering("secret"));
  await opened(worker, "/m/K7MPX2QA/");
  for (const url of ["/m/K7MPX2QA/record/", "/jsi18n/nl/0123456789ab/", "/static/cards/cards.svg"]) {
    assert.equal(await asked(worker, url), undefined);
  }
  assert.deepEqual([...worker.stores], []);
});

test("a file with its checksum in its name is asked for once", async () => {
  let times = 0;
  const worker = started(async () => (times += 1, { body: "cards", status: 200, clone: () => ({ body: "cards" }) }));
  assert.equal((await asked(worker, CARDS)).body, "cards");
  assert.equal(await asked(worker, CARDS), "cards");
  assert.equal(times, 1);
});

test("a file that was refused is not kept", async () => {
  const worker = started(answering("gone", 404));
  await asked(worker, CARDS);
  assert.deepEqual([...worker.stores], []);
});

test("forms, the desk, the worker itself and other sites are not touched", async () => {
  const worker = started(answering("never"));
  for (const [url, more] of [
    ["/new/", { method: "POST", mode: "navigate" }], ["/admin/", { mode: "navigate" }],
    ["/admin/games/game/1/change/", { mode: "navigate" }], ["/worker.js", {}],
    ["https://elsewhere.example/static/a.0123456789ab.js", {}], ["/static/a.0123456789ab.js", { method: "HEAD" }],
  ]) assert.equal(await asked(worker, url, more), undefined, url);
});

test("another release forgets what the one before kept", async () => {
  const worker = started(site());
  await worker.caches.open("kept-1");
  await happens(worker, "install");
  await happens(worker, "activate");
  assert.deepEqual([...worker.stores.keys()], ["kept-2"]);
});

test("what a push service hands over is shown, one notice a game", async () => {
  const worker = started(site());
  await happens(worker, "push", { data: { json: () => TOLD } });
  assert.deepEqual(JSON.parse(JSON.stringify(worker.shown[0])), {
    title: TOLD.title, body: TOLD.text, tag: TOLD.tag, lang: "en", renotify: true, icon: KEPT.icon, data: { url: GAME },
  });
});

test("a tap leads to the game: to its page where that is open, or else to a new one", async () => {
  for (const [urls, expected] of [
    [[], ["closed", `opened ${GAME}`]],
    [["/rules/", "/m/ZZZZZZZZ/"], ["closed", `opened ${GAME}`]],
    [["/rules/", `${GAME}?from=list`], ["closed", `${GAME}?from=list`]],
  ]) {
    const done = [];
    const windows = urls.map((url) => ({ url: SITE + url, focus: async () => done.push(url) }));
    const pages = { matchAll: async () => windows, openWindow: async (url) => done.push(`opened ${url}`) };
    const notification = { data: { url: GAME }, close: () => done.push("closed") };
    await happens(started(site(), pages), "notificationclick", { notification });
    assert.deepEqual(done, expected);
  }
});
