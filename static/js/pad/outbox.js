/** Sends the queue, a batch at a time and in order, until every entry is answered. */

const BATCH = 30;
const PATIENCE = 4_000;
const PAUSE = 1_500;
/** Refusals that say nothing about the entry: it is sent again. */
const PASSING = ["busy", "unavailable", "restarting", "slow_down", "too_many", "frozen"];

/**
 * @param {ReturnType<typeof import("./queue.js").openQueue>} queue
 * @param {(message: object) => boolean} send
 */
export function openOutbox(queue, send) {
  let open = false;
  let held = false;
  let size = BATCH;
  let since = 0;
  const flight = new Set();

  function pump() {
    if (!open || held || flight.size) return;
    const items = queue.all().map((entry) => entry.item).slice(0, size);
    if (!items.length) return;
    const ids = items.map((item) => item.id);
    if (!send(items.length === 1 ? items[0] : { type: "entries", items })) return;
    ids.forEach((id) => flight.add(id));
    since = Date.now();
    queue.markSent(ids);
  }

  function land(id) {
    flight.delete(id);
    pump();
  }

  setInterval(() => {
    if (flight.size && Date.now() - since > PATIENCE) flight.clear();
    pump();
  }, 1_000);

  return {
    pump,
    /** @param {boolean} now whether the line is up */
    line(now) {
      open = now;
      flight.clear();
      pump();
    },
    /** @param {boolean} now whether a moderator stopped the game: what waits is kept until it goes on */
    hold(now) {
      held = now;
      pump();
    },
    accepted(id) {
      queue.remove(id);
      size = BATCH;
      land(id);
    },
    /**
     * @param {{id: string|null, code: string}} refusal
     * @returns {object|null} the entry that is finally refused and off the queue, null if there is none
     */
    refused(refusal) {
      if (PASSING.includes(refusal.code)) return wait();
      if (refusal.id !== null) return drop(refusal.id);
      return unreadable();
    },
  };

  function wait() {
    setTimeout(() => (flight.clear(), pump()), PAUSE);
    return null;
  }

  function drop(id) {
    const entry = queue.all().find((one) => one.item.id === id) ?? null;
    queue.remove(id);
    land(id);
    return entry;
  }

  /** A frame that the server cannot read: its entries go one by one, so that only the bad one is lost. */
  function unreadable() {
    const [id] = flight;
    if (id === undefined) return null;
    const alone = flight.size === 1;
    size = 1;
    if (alone) return drop(id);
    flight.clear();
    pump();
    return null;
  }
}
