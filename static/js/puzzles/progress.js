/**
 * Progress in the last puzzle, kept in this browser, and its requests to the server.
 *
 * @typedef {{played: string[], show: boolean}} Kept
 */
import { loadItem, saveItem } from "../shared/storage.js";

const KEY = "puzzle";

/** Load the progress of a puzzle. @param {string} number @returns {Kept} */
export function loadPuzzle(number) {
  const one = loadItem(KEY, {});
  const mine = one?.number === number;
  return { played: mine && Array.isArray(one.played) ? one.played : [], show: mine && one.show === true };
}

/**
 * Save the progress of a puzzle. A decided one begins anew the next time.
 * @param {string} number @param {{played: string[], done: boolean}} now
 */
export const savePuzzle = (number, { played, done }) => saveItem(KEY, { number, played: done ? [] : played });

/** Show the answer after the next load. @param {string} number */
export const requestAnswer = (number) => saveItem(KEY, { number, show: true });

/**
 * Create the function that asks the server how a puzzle stands.
 * @typedef {object} Line
 * @property {() => Promise<import("../shared/http.js").Answer>} look how it stands to begin with
 * @property {(fields: Record<string, string>) => Promise<import("../shared/http.js").Answer>} answer
 * 
 * @param {Line} line
 * @param {boolean} show whether the answer is wanted instead
 * @param {(data: object) => void} heard is told of every answer, before anything of it is shown
 * @returns {(played: string[]) => Promise<import("../shared/http.js").Answer>}
 */
export function createRequester(line, show, heard) {
  return async (played) => {
    const answer = await request(line, show, played);
    if (answer.ok) heard(answer.data);
    return answer;
  };
}

function request(line, show, played) {
  if (show) return line.answer({ show: "1" });
  return played.length ? line.answer({ played: played.join() }) : line.look();
}
