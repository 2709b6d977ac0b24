/**
 * Progress in the lessons, kept in this browser: cards played and lessons done.
 *
 * @typedef {{played: string[], done: boolean}} Kept
 */
import { loadItem, saveItem } from "../shared/storage.js";

const KEY = "learn";

/** Load the progress of a lesson. @param {string} lesson @returns {Kept} */
export function loadProgress(lesson) {
  const one = loadItem(KEY, {})?.[lesson];
  return { played: Array.isArray(one?.played) ? one.played : [], done: one?.done === true };
}

/** Save the progress of a lesson. A lesson that was done once stays done. @param {string} lesson @param {Kept} now */
export function saveProgress(lesson, { played, done }) {
  saveItem(KEY, { ...loadItem(KEY, {}), [lesson]: { played, done: done || loadProgress(lesson).done } });
}

/**
 * Reset the cards of a lesson. It stays done.
 * @param {string} lesson as if nothing had been played; that it was done stays
 */
export const resetProgress = (lesson) => saveProgress(lesson, { played: [], done: false });
