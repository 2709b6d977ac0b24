/**
 * Progress in the last puzzle, saved in this browser, and its requests to the server.
 *
 * @typedef {{played: string[], show: boolean}} PuzzleProgress
 */
import { loadItem, saveItem } from "../shared/storage.js";

const KEY = "puzzle";

/** Load the progress of a puzzle. @param {string} number @returns {PuzzleProgress} */
export function loadPuzzle(number) {
  const saved = loadItem(KEY, {});
  const isSame = saved?.number === number;
  return { played: isSame && Array.isArray(saved.played) ? saved.played : [], show: isSame && saved.show === true };
}

/**
 * Save the progress of a puzzle. A decided one starts again the next time.
 * @param {string} number @param {{played: string[], done: boolean}} progress
 */
export const savePuzzle = (number, { played, done }) => saveItem(KEY, { number, played: done ? [] : played });

/** Show the answer after the next load. @param {string} number */
export const requestAnswer = (number) => saveItem(KEY, { number, show: true });

/**
 * Create the function that requests the steps of a puzzle after some cards.
 * @typedef {object} PuzzleRequests
 * @property {() => Promise<import("../shared/http.js").Answer>} load requests the first step
 * @property {(fields: Record<string, string>) => Promise<import("../shared/http.js").Answer>} submit
 *
 * @param {PuzzleRequests} requests
 * @param {boolean} show whether to request the solution
 * @param {(data: object) => void} onAnswer called before anything of an answer is shown
 * @returns {(played: string[]) => Promise<import("../shared/http.js").Answer>}
 */
export function createRequester(requests, show, onAnswer) {
  return async (played) => {
    const answer = await request(requests, show, played);
    if (answer.ok) onAnswer(answer.data);
    return answer;
  };
}

function request({ load, submit }, show, played) {
  if (show) return submit({ show: "1" });
  return played.length ? submit({ played: played.join() }) : load();
}
