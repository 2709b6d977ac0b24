/** How the keys of the pad lie. */
import { FACTIONS } from "../shared/texts.js";

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Knights begin at 2. */
const exists = (code) => code !== "K0" && code !== "K1";

/**
 * The rows as they are seen: from 9 down to 0 or the other way round, or a row for each faction. Upright, rows with a
 * likely card are the lowest, where the thumb is.
 * @param {{wide: boolean, turned: boolean, likely: string[]|null}} order @returns {(string|null)[][]}
 */
export function rows({ wide, turned, likely }) {
  const digits = turned === wide ? [...DIGITS].reverse() : DIGITS;
  const grid = wide ? FACTIONS.map((letter) => digits.map((digit) => letter + digit))
    : digits.map((digit) => FACTIONS.map((letter) => letter + digit));
  const found = grid.map((row) => row.map((code) => (exists(code) ? code : null)));
  if (wide || !likely) return found;
  const near = (row) => row.some((code) => likely.includes(code));
  return [...found.filter((row) => !near(row)), ...found.filter(near)];
}
