/** Tests of the wake lock of the screen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { createScreenLock } from "../../static/js/companion/device.js";

/** A browser that counts the wake locks it holds, with a page that can be hidden. */
function browser() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const held = new Set();
  const wakeLock = {
    refuses: false,
    async request() {
      if (wakeLock.refuses) throw new Error("NotAllowedError");
      const lock = Object.assign(new EventTarget(), {
        async release() {
          if (held.delete(lock)) lock.dispatchEvent(new Event("release"));
        },
      });
      held.add(lock);
      return lock;
    },
  };
  async function show(visible) {
    page.hidden = !visible;
    if (!visible) held.forEach((lock) => lock.release());
    page.dispatchEvent(new Event("visibilitychange"));
    await settled();
  }
  async function tap() {
    page.dispatchEvent(new Event("click"));
    await settled();
  }
  return { page, wakeLock, show, tap, count: () => held.size };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function hold(lock, wanted) {
  lock.hold(wanted);
  await settled();
}

test("the screen stays on until the end, and again once the game goes on", async () => {
  const { page, wakeLock, count } = browser();
  const lock = createScreenLock(wakeLock, page);
  for (const [wanted, locks] of [[true, 1], [true, 1], [false, 0], [false, 0], [true, 1]]) {
    await hold(lock, wanted);
    assert.equal(count(), locks);
  }
});

test("an end that comes before the browser's answer turns the screen off too", async () => {
  const { page, wakeLock, count } = browser();
  const lock = createScreenLock(wakeLock, page);
  lock.hold(true);
  await hold(lock, false);
  assert.equal(count(), 0);
});

test("a page that was hidden keeps the screen on again, except after the end", async () => {
  const { page, wakeLock, show, count } = browser();
  const lock = createScreenLock(wakeLock, page);
  await hold(lock, true);
  await show(false);
  assert.equal(count(), 0);
  await show(true);
  assert.equal(count(), 1);
  await hold(lock, false);
  await show(false);
  await show(true);
  assert.equal(count(), 0);
});

test("a refused wake lock is requested again at the next tap", async () => {
  const { page, wakeLock, tap, count } = browser();
  const lock = createScreenLock(wakeLock, page);
  wakeLock.refuses = true;
  await hold(lock, true);
  wakeLock.refuses = false;
  await tap();
  assert.equal(count(), 1);
});
