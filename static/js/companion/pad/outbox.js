/**
 * Outbox of the pad: a stored queue of entries, sent in batches until the server has answered each.
 *
 * @typedef {object} Entry
 * @property {object} item the message as it is sent; `item.id` makes resending harmless
 * @property {boolean} sent whether it ever left this device
 */

/**
 * Create the queue. Every change reads what is stored first, since two pages of a device share it.
 * @param {{read: () => Entry[], write: (entries: Entry[]) => void}} store
 * @param {() => void} changed called after every change
 */
export function createQueue(store, changed) {
  const write = (entries) => (store.write(entries), changed());
  return {
    /** @returns {Entry[]} */
    all: store.read,
    /** @param {object} item */
    add: (item) => write([...store.read(), { item, sent: false }]),
    /** @param {string} id */
    remove: (id) => write(store.read().filter((entry) => entry.item.id !== id)),
    /** @param {string[]} ids */
    markSent(ids) {
      const entries = store.read();
      if (!entries.some((entry) => !entry.sent && ids.includes(entry.item.id))) return;
      write(entries.map((entry) => (ids.includes(entry.item.id) ? { ...entry, sent: true } : entry)));
    },
  };
}

const BATCH = 30;
const ANSWER_TIMEOUT = 4_000;
const RETRY_AFTER = 1_500;
/** Codes of refusals after which an entry is sent again. */
const TEMPORARY_REFUSALS = ["busy", "unavailable", "restarting", "slow_down", "too_many", "frozen"];

/**
 * @typedef {object} Box
 * @property {boolean} open whether the line is up
 * @property {boolean} held whether a moderator stopped the game
 * @property {number} size how many entries go at once
 * @property {number} since when the last batch left
 * @property {Set<string>} flight ids that are on their way
 */

/**
 * Create the outbox.
 * @param {ReturnType<typeof createQueue>} queue
 * @param {(message: object) => boolean} send
 * @param {{now: () => number, every: (time: number, act: () => void) => void, after: (time: number, act: () => void)
 *   => void}} clock in milliseconds
 */
export function createOutbox(queue, send, clock) {
  const box = { queue, send, clock, open: false, held: false, size: BATCH, since: 0, flight: new Set() };
  clock.every(1_000, () => checkTimeout(box));
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
      removeAnswered(box, id);
    },
    /**
     * @param {{id: string|null, code: string}} refusal
     * @returns {object|null} the entry that is finally refused and off the queue, null if there is none
     */
    refused(refusal) {
      if (TEMPORARY_REFUSALS.includes(refusal.code)) return retryLater(box);
      return refusal.id === null ? dropUnreadable(box) : dropEntry(box, refusal.id);
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

/** Send entries anew that are not answered for long: their ids make that harmless. */
function checkTimeout(box) {
  if (box.flight.size && box.clock.now() - box.since > ANSWER_TIMEOUT) restart(box);
  else pump(box);
}

function removeAnswered(box, id) {
  box.queue.remove(id);
  box.flight.delete(id);
  pump(box);
}

function retryLater(box) {
  box.clock.after(RETRY_AFTER, () => restart(box));
  return null;
}

function dropEntry(box, id) {
  const entry = box.queue.all().find((one) => one.item.id === id) ?? null;
  removeAnswered(box, id);
  return entry;
}

/** Send the entries of an unreadable frame one by one, so that only the bad one is lost. */
function dropUnreadable(box) {
  const [id] = box.flight;
  if (id === undefined) return null;
  const alone = box.flight.size === 1;
  box.size = 1;
  if (alone) return dropEntry(box, id);
  restart(box);
  return null;
}
