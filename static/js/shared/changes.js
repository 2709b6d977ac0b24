/**
 * What changed of a view, put into the view before it: docs/protocol.md says how a change is written.
 *
 * @typedef {null|boolean|number|string|Array<any>|Record<string, any>} Value
 * @typedef {{after: number, version: number, view: object, accepted?: string[]}} Change
 */

/**
 * @param {object|null} view the one that is known
 * @param {Change} change
 * @returns {object|null} the view with it; null if the change is to another one, and something was missed
 */
export const changed = (view, { after, version, view: change }) =>
  (view?.version === after ? { ...folded(view, change), version } : null);

/**
 * What is there after a change; nothing is altered in place.
 * @param {Value} there @param {Value} change @returns {Value}
 */
export function folded(there, change) {
  if (Array.isArray(change)) return replaced(there, change);
  return change !== null && typeof change === "object" ? inside(there, change) : change;
}

function replaced(there, change) {
  if (change.length === 1) return change[0];
  const [at, gone, ...items] = change;
  return [...there.slice(0, at), ...items, ...there.slice(at + gone)];
}

/** Fields of an object or places of a list, of which those that change alike are named together. */
function inside(there, change) {
  const found = Array.isArray(there) ? [...there] : { ...there };
  for (const [names, one] of Object.entries(change)) {
    for (const name of names.split(" ")) put(found, name, one);
  }
  return found;
}

function put(found, name, change) {
  if (Array.isArray(change) && !change.length) delete found[name];
  else found[name] = folded(found[name], change);
}
