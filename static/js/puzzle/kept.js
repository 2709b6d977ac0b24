/**
 * What this browser keeps of the puzzle that it was last at: the cards that were played, or that its answer is wanted.
 *
 * @typedef {{played: string[], show: boolean}} Kept
 */
import { keep, recall } from "../shared/store.js";

const KEY = "puzzle";

/** @param {string} number @returns {Kept} */
export function kept(number) {
  const one = recall(KEY, {});
  const mine = one?.number === number;
  return { played: mine && Array.isArray(one.played) ? one.played : [], show: mine && one.show === true };
}

/** What is decided begins anew the next time. @param {string} number @param {{played: string[], done: boolean}} now */
export const keepPuzzle = (number, { played, done }) => keep(KEY, { number, played: done ? [] : played });

/** The next time the answer is shown. @param {string} number */
export const wantAnswer = (number) => keep(KEY, { number, show: true });
