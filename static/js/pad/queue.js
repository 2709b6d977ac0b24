/**
 * What this device logged and the server has not answered yet. It outlives reloads, an empty battery and the server.
 *
 * @typedef {object} Entry
 * @property {object} item the message as it is sent; `item.id` makes resending harmless
 * @property {boolean} sent whether it ever left this device
 */
import { keep, recall } from "../shared/store.js";

/**
 * Every change reads what is stored first: two pages of one device share one queue.
 * @param {string} key
 * @param {() => void} changed told after every change, also by another page
 */
export function openQueue(key, changed) {
  const all = () => recall(key, []);
  const write = (entries) => (keep(key, entries), changed());
  addEventListener("storage", (event) => event.key === key && changed());
  return {
    /** @returns {Entry[]} */
    all,
    /** @param {object} item */
    add: (item) => write([...all(), { item, sent: false }]),
    /** @param {string} id */
    remove: (id) => write(all().filter((entry) => entry.item.id !== id)),
    /** @param {string[]} ids */
    markSent(ids) {
      const entries = all();
      if (!entries.some((entry) => !entry.sent && ids.includes(entry.item.id))) return;
      write(entries.map((entry) => (ids.includes(entry.item.id) ? { ...entry, sent: true } : entry)));
    },
  };
}
