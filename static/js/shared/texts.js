/**
 * Fills the places of a translated sentence by name, so that every language may put them where it needs them.
 * @param {string} format e.g. "%(card)s beats %(other)s."
 * @param {Record<string, any>} values
 * @returns {string}
 */
export const say = (format, values) => interpolate(format, values, true);
