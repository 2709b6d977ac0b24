/** The page that waits for somebody offers an opponent of the site after fifteen seconds, and not before. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { offer } from "../../static/js/pages/offer.js";
import { openClock } from "./clock.mjs";

const page = (form) => ({ querySelector: (sought) => (sought === "[data-offer]" ? form : null) });
const hidden = () => {
  const form = { hidden: true, removeAttribute: (name) => { form[name] = false; } };
  return form;
};
const by = (time) => (then, wait) => time.after(wait, then);

test("it is shown after fifteen seconds, and not before", () => {
  const time = openClock(), form = hidden();
  offer(page(form), by(time));
  time.tick(14_999);
  assert.equal(form.hidden, true);
  time.tick(1);
  assert.equal(form.hidden, false);
});

test("a page without one waits for nothing", () => {
  const later = () => assert.fail("nothing to show");
  offer(page(null), later);
});
