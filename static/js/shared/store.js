/** Values kept in this browser; where it keeps nothing (private windows), they last as long as the page. */

const memory = new Map();

/** @param {string} key @param {any} otherwise @returns {any} */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text === undefined || text === null ? otherwise : JSON.parse(text);
  } catch {
    return memory.has(key) ? JSON.parse(memory.get(key)) : otherwise;
  }
}

/** @param {string} key @param {any} value */
export function keep(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    // Kept in memory.
  }
}
