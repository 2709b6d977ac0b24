/** Tests of clocks by the server's time: texts, ticks and warnings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import {
  canDecideTimeout, createClockTicker, createServerClock, getTimeLeft, isTimeOut, readClocks, timeText,
} from "../../static/js/matches/clock.js";
import { openClock } from "./fake_clock.mjs";

const SINCE = 5_000_000;
const clock = (more = {}) => ({
  daily: false, left: [60_000, 90_000], runs: 0, since: SINCE, out: SINCE + 60_500, ...more,
});
const at = (seconds) => SINCE + seconds * 1_000;

test("only the clock that runs goes down, and none below nothing", () => {
  assert.equal(getTimeLeft(clock(), 0, at(20)), 40_000);
  assert.equal(getTimeLeft(clock(), 1, at(20)), 90_000);
  assert.equal(getTimeLeft(clock(), 0, at(90)), 0);
});

test("before the site has told its time, and before the clock runs, it says what was left", () => {
  assert.equal(getTimeLeft(clock(), 0, null), 60_000);
  assert.equal(getTimeLeft(clock(), 0, at(-5)), 60_000);
  assert.equal(readClocks(clock(), null).next, null);
});

test("figures are whole seconds, tenths at the end, and days and hours by the day", () => {
  const told = [[600_000, "10:00"], [59_001, "1:00"], [10_001, "0:11"], [10_000, "10.0"], [9_401, "9.5"], [0, "0.0"]];
  for (const [rest, text] of told) assert.equal(timeText(rest, false), text);
  const long = [[259_200_000, "3 d 0 h"], [86_340_000, "23 h 59 min"], [59_000, "1 min"], [0, "0 min"]];
  for (const [rest, text] of long) assert.equal(timeText(rest, true), text);
});

test("it warns in the last ten seconds of real time, whoever's clock runs, and not by the day", () => {
  assert.deepEqual(readClocks(clock(), at(49.9)).low, [false, false]);
  assert.deepEqual(readClocks(clock(), at(50)).low, [true, false]);
  assert.deepEqual(readClocks(clock({ daily: true }), at(55)).low, [false, false]);
  const standing = clock({ left: [5_000, 5_000], runs: null, since: null, out: null });
  assert.deepEqual(readClocks(standing, at(0)).low, [false, false]);
});

test("time is out when the site says so, which is a little after nothing is left", () => {
  assert.equal(readClocks(clock(), at(60.4)).late, false);
  assert.equal(readClocks(clock(), at(60.5)).late, true);
  assert.equal(readClocks(clock({ runs: null, since: null, out: null }), at(99)).late, false);
});

test("the page looks again exactly when it has something else to say", () => {
  const looks = [[0, false], [20.3, false], [49.95, false], [55.55, false], [59.99, false], [0, true]];
  for (const [seconds, daily] of looks) {
    const shown = clock({ daily, left: daily ? [7_200_000, 0] : [60_000, 0], out: at(daily ? 7_200.5 : 60.5) });
    const { next, texts } = readClocks(shown, at(seconds));
    assert.equal(readClocks(shown, at(seconds) + next - 1).texts[0], texts[0], String(seconds));
    assert.notEqual(readClocks(shown, at(seconds) + next + 1).texts[0], texts[0], String(seconds));
  }
  assert.equal(readClocks(clock(), at(60)).next, 500);
  assert.equal(readClocks(clock(), at(61)).next, null);
});

test("the time of the site is that of the quickest beat", () => {
  let here = 1_000;
  const time = createServerClock(() => here);
  assert.equal(time.now(), null);
  time.addSample(undefined);
  assert.equal(time.now(), null);
  time.addSample(SINCE - 300);
  here += 5_000;
  time.addSample(SINCE + 4_980);
  assert.equal(time.now(), SINCE + 4_980);
  here += 5_000;
  time.addSample(SINCE + 8_000);
  assert.equal(time.now(), SINCE + 9_980);
});

test("a time that jumped is believed after a minute of beats", () => {
  let here = 0;
  const time = createServerClock(() => here);
  time.addSample(10_000);
  for (let beat = 0; beat < 12; beat += 1) {
    here += 5_000;
    time.addSample(here + 4_000);
  }
  assert.equal(time.now(), here + 4_000);
});

/** A page with two places for figures, whose clocks tick by a clock of the test. */
function page(shown, hand = openClock(SINCE)) {
  const place = () => ({ textContent: "", parentElement: { classList: { toggle(name, on) { this[name] = on; } } } });
  const places = [place(), place()];
  const told = { warned: [], late: [] };
  let alarm = 0;
  const setTimer = (ring, after) => {
    alarm += 1;
    const mine = alarm;
    hand.after(after, () => mine === alarm && ring());
    return mine;
  };
  const tick = createClockTicker({
    clock: () => shown.clock, now: hand.now, place: (seat) => places[seat], setTimer, clearTimer: () => (alarm += 1),
    onLowTime: (seat) => told.warned.push(seat), onTimeOut: (out) => told.late.push(out),
  });
  return { tick, places, told, hand };
}

test("figures go on by themselves, and the page is told once of little time and of none", () => {
  const { tick, places, told, hand } = page({ clock: clock() });
  tick();
  assert.deepEqual(places.map((one) => one.textContent), ["1:00", "1:30"]);
  hand.tick(1_000);
  assert.equal(places[0].textContent, "0:59");
  hand.tick(48_999);
  assert.deepEqual(told, { warned: [], late: [] });
  hand.tick(1);
  assert.deepEqual(told, { warned: [0], late: [] });
  assert.equal(places[0].parentElement.classList.low, true);
  hand.tick(5_000);
  tick();
  assert.equal(places[0].textContent, "5.0");
  hand.tick(10_000);
  assert.deepEqual(told, { warned: [0], late: [SINCE + 60_500] });
});

test("each turn with little time warns anew, and a page without clocks ticks not at all", () => {
  const shown = { clock: clock({ left: [8_000, 90_000], out: SINCE + 8_500 }) };
  const { tick, told, hand } = page(shown);
  tick();
  hand.tick(3_000);
  shown.clock = clock({ left: [5_000, 3_000], runs: 1, since: hand.now(), out: hand.now() + 3_500 });
  tick();
  assert.deepEqual(told.warned, [0, 1]);
  shown.clock = null;
  tick();
  hand.tick(60_000);
  assert.deepEqual(told.late, []);
});

test("who waits decides in real time, and nobody by the day", () => {
  const state = (you, more = {}, late = SINCE + 60_500) => ({ view: { you, clock: clock(more) }, late });
  assert.equal(canDecideTimeout(state(1)), true);
  assert.equal(canDecideTimeout(state(0)), false);
  assert.equal(canDecideTimeout(state(null)), false);
  assert.equal(canDecideTimeout(state(1, { daily: true })), false);
  assert.equal(isTimeOut(state(1, { since: SINCE + 1, out: SINCE + 99_000 })), false);
  assert.equal(isTimeOut(state(1, { runs: null, since: null, out: null }, null)), false);
});
