/**
 * What this browser keeps of the lessons: the cards that were played in each, and which were done.
 *
 * @typedef {{played: string[], done: boolean}} Kept
 */
import { keep, recall } from "../shared/store.js";

const KEY = "learn";

/** @param {string} lesson @returns {Kept} */
export function kept(lesson) {
  const one = recall(KEY, {})?.[lesson];
  return { played: Array.isArray(one?.played) ? one.played : [], done: one?.done === true };
}

/**
 * Who has done a lesson once has done it, however often they start it again.
 * @param {string} lesson @param {Kept} now
 */
export function keepLesson(lesson, { played, done }) {
  keep(KEY, { ...recall(KEY, {}), [lesson]: { played, done: done || kept(lesson).done } });
}

/** @param {string} lesson as if nothing had been played; that it was done stays */
export const startAgain = (lesson) => keepLesson(lesson, { played: [], done: false });
