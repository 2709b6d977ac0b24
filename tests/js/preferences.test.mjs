/** What a person chose, and what holds until then. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { CHOICES, prefer, preferences, watchPreferences } from "../../static/js/shared/preferences.js";

beforeEach(() => {
  const values = new Map();
  globalThis.localStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, text) => values.set(key, text),
  };
});
afterEach(() => delete globalThis.localStorage);

test("the first of each choice holds until one chooses", () => {
  for (const [name, choices] of Object.entries(CHOICES)) assert.equal(preferences()[name], choices[0]);
});

test("what is chosen holds, and the rest stays", () => {
  prefer("hold", 0);
  prefer("sound", true);
  assert.deepEqual([preferences().hold, preferences().sound, preferences().speed], [0, true, "normal"]);
});

test("what is no choice is refused, and what a browser kept of another kind does not hold", () => {
  assert.throws(() => prefer("hold", 3), RangeError);
  assert.throws(() => prefer("colour", "red"), RangeError);
  globalThis.localStorage.setItem("preferences", JSON.stringify({ hold: "7", sort: "rank" }));
  assert.deepEqual([preferences().hold, preferences().sort], [5, "rank"]);
  globalThis.localStorage.setItem("preferences", "null");
  assert.equal(preferences().sort, "faction");
});

test("who watches is told until they stop", () => {
  const told = [];
  const stop = watchPreferences((now) => told.push(now.speed));
  prefer("speed", "quick");
  stop();
  prefer("speed", "slow");
  assert.deepEqual(told, ["quick"]);
});

/** A page of `person` who chose `given` with their account, on a site that answers `answer`; what it was sent. */
async function pageOf(given, answer = OK, person = "ana") {
  const sent = [];
  const page = Object.assign(new EventTarget(), {
    documentElement: { dataset: { preferences: JSON.stringify(given), keep: "/preferences/", person } },
    querySelector: () => ({ value: "token" }),
  });
  const send = async (url, { body }) => { sent.push(Object.fromEntries(body)); return answer; };
  const loads = [];
  const addEventListener = (kind, listener) => kind === "load" && loads.push(listener);
  Object.assign(globalThis, { document: page, addEventListener, fetch: send });
  pages += 1;
  const module = await import(`../../static/js/shared/preferences.js?page=${pages}`);
  return { ...module, sent, loaded: () => Promise.all(loads.map((load) => load())) };
}

const OK = { ok: true, status: 200 };
let pages = 0;

afterEach(() => {
  for (const name of ["document", "addEventListener", "fetch"]) delete globalThis[name];
});

test("what the account has holds on every device, but what concerns a device is its own", async () => {
  prefer("speed", "slow");
  prefer("sound", false);
  const page = await pageOf({ speed: "quick", sound: true, large: true });
  const { speed, sound, large } = page.preferences();
  assert.deepEqual([speed, sound, large], ["quick", false, true]);
});

test("what the account has not chosen holds as this browser has it", async () => {
  prefer("sort", "rank");
  assert.equal((await pageOf({ speed: "quick" })).preferences().sort, "rank");
});

test("a choice holds at once and is sent to the account", async () => {
  const page = await pageOf({ speed: "quick" });
  const kept = page.prefer("speed", "slow");
  assert.equal(page.preferences().speed, "slow");
  assert.equal(await kept, true);
  assert.deepEqual([page.sent, page.preferences().speed], [[{ speed: "slow" }], "slow"]);
});

test("a choice that did not reach the site holds here, and is sent with the next", async () => {
  const lost = await pageOf({ speed: "quick" }, { ok: false, status: 503 });
  assert.equal(await lost.prefer("speed", "slow"), false);
  const later = await pageOf({ speed: "quick" });
  assert.equal(later.preferences().speed, "slow");
  await later.prefer("hold", 10);
  assert.deepEqual(later.sent, [{ speed: "slow", hold: "10" }]);
  const again = await pageOf({ speed: "slow", hold: 10 });
  await again.loaded();
  assert.deepEqual(again.sent, []);
});

test("a choice that did not reach the site is of the person who made it, and of nobody else", async () => {
  for (const another of ["bram", ""]) {
    const anas = await pageOf({}, { ok: false, status: 403 });
    await anas.prefer("speed", "slow");
    const other = await pageOf({ speed: "quick" }, OK, another);
    await other.loaded();
    assert.deepEqual([other.preferences().speed, other.sent], ["quick", []]);
    const later = await pageOf({ speed: "quick" });
    await later.loaded();
    assert.deepEqual([later.preferences().speed, later.sent], ["quick", []]);
  }
});
