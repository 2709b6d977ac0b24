/** Sends the queue, a batch at a time and in order, until every entry is answered. */

const BATCH = 30;
const PATIENCE = 4_000;
const PAUSE = 1_500;
/** Refusals that say nothing about the entry: it is sent again. */
const PASSING = ["busy", "unavailable", "restarting", "slow_down", "too_many", "frozen"];

/**
 * @typedef {object} Box
 * @property {boolean} open whether the line is up
 * @property {boolean} held whether a moderator stopped the game
 * @property {number} size how many entries go at once
 * @property {number} since when the last batch left
 * @property {Set<string>} flight ids that are on their way
 */

/**
 * @param {ReturnType<typeof import("./queue.js").openQueue>} queue
 * @param {(message: object) => boolean} send
 * @param {{now: () => number, every: (time: number, act: () => void) => void, after: (time: number, act: () => void)
 *   => void}} clock in milliseconds
 */
export function openOutbox(queue, send, clock) {
  const box = { queue, send, clock, open: false, held: false, size: BATCH, since: 0, flight: new Set() };
  clock.every(1_000, () => lookAgain(box));
  return {
    pump: () => pump(box),
    /** @param {boolean} now whether the line is up */
    line(now) {
      box.open = now;
      restart(box);
    },
    /** @param {boolean} now whether a moderator stopped the game: what waits is kept until it goes on */
    hold(now) {
      box.held = now;
      pump(box);
    },
    /** @param {string} id */
    accepted(id) {
      box.size = BATCH;
      answered(box, id);
    },
    /**
     * @param {{id: string|null, code: string}} refusal
     * @returns {object|null} the entry that is finally refused and off the queue, null if there is none
     */
    refused(refusal) {
      if (PASSING.includes(refusal.code)) return wait(box);
      return refusal.id === null ? unreadable(box) : drop(box, refusal.id);
    },
  };
}

function pump(box) {
  if (!box.open || box.held || box.flight.size) return;
  const items = box.queue.all().map((entry) => entry.item).slice(0, box.size);
  if (!items.length || !box.send(items.length === 1 ? items[0] : { type: "entries", items })) return;
  const ids = items.map((item) => item.id);
  for (const id of ids) box.flight.add(id);
  box.since = box.clock.now();
  box.queue.markSent(ids);
}

function restart(box) {
  box.flight.clear();
  pump(box);
}

/** What is not answered for long is sent anew: its id makes that harmless. */
function lookAgain(box) {
  if (box.flight.size && box.clock.now() - box.since > PATIENCE) restart(box);
  else pump(box);
}

function answered(box, id) {
  box.queue.remove(id);
  box.flight.delete(id);
  pump(box);
}

function wait(box) {
  box.clock.after(PAUSE, () => restart(box));
  return null;
}

function drop(box, id) {
  const entry = box.queue.all().find((one) => one.item.id === id) ?? null;
  answered(box, id);
  return entry;
}

/** A frame that the server cannot read: its entries go one by one, so that only the bad one is lost. */
function unreadable(box) {
  const [id] = box.flight;
  if (id === undefined) return null;
  const alone = box.flight.size === 1;
  box.size = 1;
  if (alone) return drop(box, id);
  restart(box);
  return null;
}
