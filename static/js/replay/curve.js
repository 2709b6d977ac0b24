/** The chance of a seat as a line with the band of its uncertainty, in the units of a drawing. */

export const WIDE = 320;
export const HIGH = 120;
const EDGE = 6;
/** The band shows two standard errors to each side. */
const ERRORS = 2;

const round = (number) => Math.round(number * 10) / 10;
const bound = (chance) => Math.max(0, Math.min(1, chance));

/** @param {number} step @param {number} last @returns {number} */
export const across = (step, last) => round(EDGE + (WIDE - 2 * EDGE) * (last ? step / last : 0));

/** @param {number} chance @returns {number} 1 is at the top */
export const down = (chance) => round(EDGE + (HIGH - 2 * EDGE) * (1 - bound(chance)));

/** @param {import("./judged.js").Point[]} points @param {number} last step of the game @returns {string} a path */
export const linePath = (points, last) => join(points.map(({ step, chance }) => [across(step, last), down(chance)]));

/** There along the upper edge of the band, back along the lower one; "" where nothing is uncertain. */
export function bandPath(points, last) {
  const open = points.filter(({ error }) => error > 0);
  if (!open.length) return "";
  const edge = (sign) => open.map(({ step, chance, error }) =>
    [across(step, last), down(chance + sign * ERRORS * error)]);
  return `${join([...edge(1), ...edge(-1).reverse()])}Z`;
}

const join = (places) => places.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");

/** The chance at a step: that of the last point not after it. @returns {number|null} */
export function chanceAt(points, step) {
  const before = points.filter((point) => point.step <= step);
  return before.at(-1)?.chance ?? null;
}
