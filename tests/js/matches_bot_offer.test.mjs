/** Tests of the offer of a bot: shown after fifteen seconds, and not before. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scheduleOffer } from "../../static/js/matches/bot_offer.js";
import { openClock } from "./fake_clock.mjs";

const page = (form) => ({ querySelector: (sought) => (sought === "[data-offer]" ? form : null) });
const hidden = () => {
  const form = { hidden: true, removeAttribute: (name) => { form[name] = false; } };
  return form;
};
const by = (time) => (then, wait) => time.after(wait, then);

test("it is shown after fifteen seconds, and not before", () => {
  const time = openClock(), form = hidden();
  scheduleOffer(page(form), by(time));
  time.tick(14_999);
  assert.equal(form.hidden, true);
  time.tick(1);
  assert.equal(form.hidden, false);
});

test("a page without one waits for nothing", () => {
  const later = () => assert.fail("nothing to show");
  scheduleOffer(page(null), later);
});
