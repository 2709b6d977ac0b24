/**
 * Chess clocks of a match by the server's time. Values and functions that know no browser.
 *
 * @typedef {{daily: boolean, left: [number, number], runs: 0|1|null, since: number|null, out: number|null}} Clock as in
 *   a view, in milliseconds
 * @typedef {object} Moment what the clocks say just now
 * @property {[string, string]} texts
 * @property {[boolean, boolean]} low which of them warn
 * @property {boolean} late whether the time of the seat whose clock runs is out
 * @property {number|null} next milliseconds after which they say something else; null: they stand
 */
import { fill } from "../shared/texts.js";

/** Milliseconds left from which on a real-time clock warns. */
export const WARNING = 10_000;
const SECOND = 1_000;
const TENTH = 100;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Number of heartbeats of which the fastest tells the time: a minute of them. */
const SAMPLES = 12;

/**
 * Create a clock of the server's time, from the heartbeat that was fastest on its way.
 * @param {() => number} here milliseconds of this device, which only go forward
 * @returns {{addSample: (site: number|null|undefined) => void, now: () => number|null}} `now` is null before the first
 */
export function createServerClock(here) {
  let ahead = [];
  return {
    addSample(site) {
      if (Number.isFinite(site)) ahead = [...ahead, here() - site].slice(-SAMPLES);
    },
    now: () => (ahead.length ? here() - Math.min(...ahead) : null),
  };
}

/**
 * Return the time that a seat has left.
 * @param {Clock} clock @param {0|1} seat @param {number|null} now @returns {number} milliseconds, never less than 0
 */
export function getTimeLeft(clock, seat, now) {
  const gone = clock.runs === seat && now !== null ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock.left[seat] - gone);
}

/**
 * Return what both clocks show.
 * @param {Clock} clock @param {number|null} now the time of the site @returns {Moment}
 */
export function readClocks(clock, now) {
  const both = [getTimeLeft(clock, 0, now), getTimeLeft(clock, 1, now)];
  const late = clock.out !== null && now !== null && now >= clock.out;
  return {
    texts: both.map((one) => timeText(one, clock.daily)),
    low: both.map((one, seat) => !clock.daily && clock.runs === seat && one <= WARNING),
    late,
    next: clock.runs === null || now === null || late ? null : getTimeUntilChange(clock, both[clock.runs], now),
  };
}

/** Return when the running clock shows another text, or its time is out. */
function getTimeUntilChange(clock, rest, now) {
  if (rest <= 0) return Math.max(1, clock.out - now);
  const step = getStep(rest, clock.daily);
  return Math.max(1, rest % step || step);
}

const getStep = (rest, daily) => (daily ? MINUTE : rest <= WARNING ? TENTH : SECOND);

/**
 * Return a time as text.
 * @param {number} rest milliseconds @param {boolean} daily @returns {string} "4:32", "9.4", or "2 d 14 h"
 */
export function timeText(rest, daily) {
  if (daily) return daysText(Math.ceil(rest / MINUTE) * MINUTE);
  if (rest <= WARNING) return (Math.ceil(rest / TENTH) / 10).toFixed(1);
  const seconds = Math.ceil(rest / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function daysText(rest) {
  const [days, hours, minutes] = [rest / DAY, (rest % DAY) / HOUR, (rest % HOUR) / MINUTE].map(Math.floor);
  if (days) return fill(gettext("%(days)s d %(hours)s h"), { days, hours });
  return hours ? fill(gettext("%(hours)s h %(minutes)s min"), { hours, minutes })
    : fill(gettext("%(minutes)s min"), { minutes });
}

/**
 * Return whether this page saw the time of a seat run out.
 * @param {import("./state.js").State} state @returns {boolean}
 */
export const isTimeOut = ({ view, late }) => Boolean(view?.clock?.out) && view.clock.out === late;

/**
 * Return whether the reader may decide how the game goes on.
 * @param {import("./state.js").State} state @returns {boolean}
 */
export const canDecideTimeout = (state) =>
  isTimeOut(state) && !state.view.clock.daily && state.view.you !== null && state.view.you !== state.view.clock.runs;

/**
 * Create the ticker that writes the clocks into the page.
 * @param {object} page
 * @param {() => Clock|null} page.clock returns the clock of the current view
 * @param {() => number|null} page.now returns the time of the server
 * @param {(seat: 0|1) => HTMLElement|null} page.place returns the element with the time of a seat
 * @param {(seat: 0|1) => void} page.onLowTime called once a turn when a seat has little time left
 * @param {(out: number) => void} page.onTimeOut called when the time of the seat to play is out
 * @param {typeof setTimeout} [page.setTimer] @param {typeof clearTimeout} [page.clearTimer]
 * @returns {() => void} to be called after each drawing and each heartbeat
 */
export function createClockTicker({
  clock, now, place, onLowTime, onTimeOut, setTimer = setTimeout, clearTimer = clearTimeout,
}) {
  let timer = null;
  let warned = null;

  function tick() {
    clearTimer(timer);
    timer = null;
    const shown = clock();
    if (!shown) return;
    const found = readClocks(shown, now());
    for (const seat of [0, 1]) writeClock(place(seat), found, seat);
    if (found.next !== null) timer = setTimer(tick, found.next);
    notifyPage(shown, found);
  }

  function notifyPage(shown, found) {
    if (shown.runs !== null && found.low[shown.runs] && warned !== shown.since) {
      warned = shown.since;
      onLowTime(shown.runs);
    }
    if (found.late) onTimeOut(shown.out);
  }

  return tick;
}

function writeClock(element, { texts, low }, seat) {
  if (!element) return;
  if (element.textContent !== texts[seat]) element.textContent = texts[seat];
  element.parentElement.classList.toggle("low", low[seat]);
}
