/** Local storage; values last as long as the page where the browser keeps nothing (private windows). */

const memory = new Map();

/** Load a value. @param {string} key @param {any} otherwise @returns {any} */
export function loadItem(key, otherwise) {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text === undefined || text === null ? otherwise : JSON.parse(text);
  } catch {
    return memory.has(key) ? JSON.parse(memory.get(key)) : otherwise;
  }
}

/** Save a value. @param {string} key @param {any} value */
export function saveItem(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    // Kept in memory.
  }
}
