/**
 * How much time each seat has left, by the clock of the site. Values and functions that know no browser.
 *
 * @typedef {{daily: boolean, left: [number, number], runs: 0|1|null, since: number|null, out: number|null}} Clock as in
 *   a view, in milliseconds
 * @typedef {object} Moment what the clocks say just now
 * @property {[string, string]} texts
 * @property {[boolean, boolean]} low which of them warn
 * @property {boolean} late whether the time of the seat whose clock runs is out
 * @property {number|null} next milliseconds after which they say something else; null: they stand
 */
import { say } from "../shared/texts.js";

/** Milliseconds left from which on a clock in real time warns. */
export const WARN = 10_000;
const SECOND = 1_000;
const TENTH = 100;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Beats of which the quickest tells the time: a minute of them. */
const KEPT = 12;

/**
 * The time of the site, from what its beats say: of several the one that was the shortest time on its way.
 * @param {() => number} here milliseconds of this device, which only go forward
 * @returns {{heard: (site: number|null|undefined) => void, now: () => number|null}} `now` is null before the first
 */
export function openTime(here) {
  let ahead = [];
  return {
    heard(site) {
      if (Number.isFinite(site)) ahead = [...ahead, here() - site].slice(-KEPT);
    },
    now: () => (ahead.length ? here() - Math.min(...ahead) : null),
  };
}

/** @param {Clock} clock @param {0|1} seat @param {number|null} now @returns {number} milliseconds, never less than 0 */
export function left(clock, seat, now) {
  const gone = clock.runs === seat && now !== null ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock.left[seat] - gone);
}

/** @param {Clock} clock @param {number|null} now the time of the site @returns {Moment} */
export function moment(clock, now) {
  const both = [left(clock, 0, now), left(clock, 1, now)];
  const late = clock.out !== null && now !== null && now >= clock.out;
  return {
    texts: both.map((one) => timeText(one, clock.daily)),
    low: both.map((one, seat) => !clock.daily && clock.runs === seat && one <= WARN),
    late,
    next: clock.runs === null || now === null || late ? null : change(clock, both[clock.runs], now),
  };
}

/** When the text of the running clock becomes another one, or its time is out. */
function change(clock, rest, now) {
  if (rest <= 0) return Math.max(1, clock.out - now);
  const step = stepOf(rest, clock.daily);
  return Math.max(1, rest % step || step);
}

const stepOf = (rest, daily) => (daily ? MINUTE : rest <= WARN ? TENTH : SECOND);

/** @param {number} rest milliseconds @param {boolean} daily @returns {string} "4:32", "9.4", or "2 d 14 h" */
export function timeText(rest, daily) {
  if (daily) return longText(Math.ceil(rest / MINUTE) * MINUTE);
  if (rest <= WARN) return (Math.ceil(rest / TENTH) / 10).toFixed(1);
  const seconds = Math.ceil(rest / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function longText(rest) {
  const [days, hours, minutes] = [rest / DAY, (rest % DAY) / HOUR, (rest % HOUR) / MINUTE].map(Math.floor);
  if (days) return say(gettext("%(days)s d %(hours)s h"), { days, hours });
  return hours ? say(gettext("%(hours)s h %(minutes)s min"), { hours, minutes })
    : say(gettext("%(minutes)s min"), { minutes });
}

/** @param {import("./state.js").State} state @returns {boolean} whether this page saw the time of the seat run out */
export const isLate = ({ view, late }) => Boolean(view?.clock?.out) && view.clock.out === late;

/** @param {import("./state.js").State} state @returns {boolean} whether the reader is to say how the game goes on */
export const decides = (state) =>
  isLate(state) && !state.view.clock.daily && state.view.you !== null && state.view.you !== state.view.clock.runs;
