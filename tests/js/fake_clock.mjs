/** Clock that a test advances. */

/** @param {number} start in milliseconds */
export function openClock(start = 1_000_000) {
  let now = start;
  let alarms = [];
  const set = (at, ring) => alarms.push({ at, ring });

  function every(time, ring) {
    set(now + time, () => {
      every(time, ring);
      ring();
    });
  }

  /** Rings what is due on the way, in order of time. */
  function tick(time) {
    const end = now + time;
    for (let due = next(end); due; due = next(end)) {
      alarms = alarms.filter((alarm) => alarm !== due);
      now = due.at;
      due.ring();
    }
    now = end;
  }

  const next = (end) => alarms.filter((alarm) => alarm.at <= end).sort((a, b) => a.at - b.at)[0];
  return { now: () => now, every, after: (time, ring) => set(now + time, ring), tick };
}
