/**
 * What this device logged and the server has not answered yet. It outlives reloads, an empty battery and the server.
 *
 * @typedef {object} Entry
 * @property {object} item the message as it is sent; `item.id` makes resending harmless
 * @property {boolean} sent whether it ever left this device
 */

/**
 * Every change reads what is stored first: two pages of one device share one queue.
 * @param {{read: () => Entry[], write: (entries: Entry[]) => void}} store
 * @param {() => void} changed told after every change
 */
export function openQueue(store, changed) {
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
