/** The clocks on the page: their figures go on by themselves, and what they come to is told once. */
import { moment } from "./clock.js";

/**
 * @param {object} page
 * @param {() => import("./clock.js").Clock|null} page.clock the one that is shown
 * @param {() => number|null} page.now the time of the site
 * @param {(seat: 0|1) => HTMLElement|null} page.place where the figures of a seat stand
 * @param {(seat: 0|1) => void} page.warns a seat has little time left; once a turn
 * @param {(out: number) => void} page.late the time of the seat to play is out
 * @param {(ring: () => void, after: number) => any} [page.later]
 * @param {(timer: any) => void} [page.never]
 * @returns {() => void} to be called whenever the page was drawn or the time is known better
 */
export function openTicking({ clock, now, place, warns, late, later = setTimeout, never = clearTimeout }) {
  let timer = null;
  let warned = null;

  function tick() {
    never(timer);
    timer = null;
    const shown = clock();
    if (!shown) return;
    const found = moment(shown, now());
    for (const seat of [0, 1]) write(place(seat), found, seat);
    if (found.next !== null) timer = later(tick, found.next);
    tell(shown, found);
  }

  function tell(shown, found) {
    if (shown.runs !== null && found.low[shown.runs] && warned !== shown.since) {
      warned = shown.since;
      warns(shown.runs);
    }
    if (found.late) late(shown.out);
  }

  return tick;
}

function write(element, { texts, low }, seat) {
  if (!element) return;
  if (element.textContent !== texts[seat]) element.textContent = texts[seat];
  element.parentElement.classList.toggle("low", low[seat]);
}
