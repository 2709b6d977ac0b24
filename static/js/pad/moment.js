/** Keeps the pad for a moment on what has just been filled, so that a second tap is about the same place. */
import { keyOf } from "./slots.js";

/** As long as a finger takes for a second tap that was meant like the first, in milliseconds. */
export const MOMENT = 300;

/**
 * @param {(time: number, act: () => void) => void} after
 * @param {() => void} changed told when the moment is over
 */
export function openMoment(after, changed) {
  let last = null;
  let held = null;

  function hold(ask) {
    held = ask;
    after(MOMENT, () => {
      if (held !== ask) return;
      held = null;
      changed();
    });
  }

  return {
    /**
     * What was asked until just now and is filled, by whomever; null once the moment is over.
     * @param {import("./project.js").Ask[]} asks what is asked now, the first first
     * @param {(ask: object) => boolean} filled
     */
    of(asks, filled) {
      const first = asks[0] ?? null;
      const moved = last && (!first || keyOf(last) !== keyOf(first));
      if (moved && filled(last)) hold(last);
      last = first;
      return held;
    },
    release: () => (held = null),
  };
}
