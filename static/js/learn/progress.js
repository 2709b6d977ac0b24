/**
 * Progress in the lessons, kept in this browser: cards played and lessons done.
 *
 * @typedef {{played: string[], done: boolean}} Progress
 */
import { loadItem, saveItem } from "../shared/storage.js";

const KEY = "learn";

/** Load the progress of a lesson. @param {string} lesson @returns {Progress} */
export function loadProgress(lesson) {
  const saved = loadItem(KEY, {})?.[lesson];
  return { played: Array.isArray(saved?.played) ? saved.played : [], done: saved?.done === true };
}

/**
 * Save the progress of a lesson. A lesson that was done once stays done.
 * @param {string} lesson @param {Progress} progress
 */
export function saveProgress(lesson, { played, done }) {
  saveItem(KEY, { ...loadItem(KEY, {}), [lesson]: { played, done: done || loadProgress(lesson).done } });
}

/** Remove the cards of a lesson. A lesson that was done stays done. @param {string} lesson */
export const resetProgress = (lesson) => saveProgress(lesson, { played: [], done: false });
