/** Tests of preferences and their defaults. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { CHOICES, getPreferences, savePreference, subscribePreferences } from "../../static/js/shared/preferences.js";

beforeEach(() => {
  const values = new Map();
  globalThis.localStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, text) => values.set(key, text),
  };
});
afterEach(() => delete globalThis.localStorage);

test("the first of each choice holds until one chooses", () => {
  for (const [name, choices] of Object.entries(CHOICES)) assert.equal(getPreferences()[name], choices[0]);
});

test("what is chosen holds, and the rest stays", () => {
  savePreference("hold", 0);
  savePreference("sound", true);
  assert.deepEqual([getPreferences().hold, getPreferences().sound, getPreferences().speed], [0, true, "normal"]);
});

test("what is no choice is refused, and what a browser kept of another kind does not hold", () => {
  assert.throws(() => savePreference("hold", 3), RangeError);
  assert.throws(() => savePreference("colour", "red"), RangeError);
  globalThis.localStorage.setItem("preferences", JSON.stringify({ hold: "7", sort: "rank" }));
  assert.deepEqual([getPreferences().hold, getPreferences().sort], [5, "rank"]);
  globalThis.localStorage.setItem("preferences", "null");
  assert.equal(getPreferences().sort, "faction");
});

test("who watches is told until they stop", () => {
  const told = [];
  const stop = subscribePreferences((now) => told.push(now.speed));
  savePreference("speed", "quick");
  stop();
  savePreference("speed", "slow");
  assert.deepEqual(told, ["quick"]);
});

/** A page of `person` who chose `given` with their account, on a site that answers `answer`; what it was sent. */
async function pageOf(given, answer = OK, person = "ana") {
  const sent = [];
  const page = Object.assign(new EventTarget(), {
    documentElement: { dataset: { preferences: JSON.stringify(given), preferencesUrl: "/preferences/", person } },
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
  savePreference("speed", "slow");
  savePreference("sound", false);
  const page = await pageOf({ speed: "quick", sound: true, large: true });
  const { speed, sound, large } = page.getPreferences();
  assert.deepEqual([speed, sound, large], ["quick", false, true]);
});

test("what the account has not chosen holds as this browser has it", async () => {
  savePreference("sort", "rank");
  assert.equal((await pageOf({ speed: "quick" })).getPreferences().sort, "rank");
});

test("a choice holds at once and is sent to the account", async () => {
  const page = await pageOf({ speed: "quick" });
  const kept = page.savePreference("speed", "slow");
  assert.equal(page.getPreferences().speed, "slow");
  assert.equal(await kept, true);
  assert.deepEqual([page.sent, page.getPreferences().speed], [[{ speed: "slow" }], "slow"]);
});

test("a choice that did not reach the site holds here, and is sent with the next", async () => {
  const lost = await pageOf({ speed: "quick" }, { ok: false, status: 503 });
  assert.equal(await lost.savePreference("speed", "slow"), false);
  const later = await pageOf({ speed: "quick" });
  assert.equal(later.getPreferences().speed, "slow");
  await later.savePreference("hold", 10);
  assert.deepEqual(later.sent, [{ speed: "slow", hold: "10" }]);
  const again = await pageOf({ speed: "slow", hold: 10 });
  await again.loaded();
  assert.deepEqual(again.sent, []);
});

test("a choice that did not reach the site is of the person who made it, and of nobody else", async () => {
  for (const another of ["bram", ""]) {
    const anas = await pageOf({}, { ok: false, status: 403 });
    await anas.savePreference("speed", "slow");
    const other = await pageOf({ speed: "quick" }, OK, another);
    await other.loaded();
    assert.deepEqual([other.getPreferences().speed, other.sent], ["quick", []]);
    const later = await pageOf({ speed: "quick" });
    await later.loaded();
    assert.deepEqual([later.getPreferences().speed, later.sent], ["quick", []]);
  }
});
