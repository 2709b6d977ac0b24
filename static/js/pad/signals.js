/** What of a new view calls whoever holds this phone: the other side has come, or asks for a rematch. */
import { rival } from "./ending.js";

const there = (view) => rival(view) !== null;

/** @param {object|null} view @returns {0|1|null} the seat that asks this device for a rematch */
export function asking(view) {
  if (!view || view.status !== "finished" || view.rematch || !view.you.seats.length) return null;
  const other = rival(view);
  return other !== null && view.again[other] && view.again[view.you.seats[0]] === null ? other : null;
}

/**
 * @param {object} view @param {object|null} before the view before it; with the first nothing is new
 * @returns {"sat"|"rematch"|null} the sound of it
 */
export function signalOf(view, before) {
  if (!before || !view.you.seats.length) return null;
  if (there(view) && !there(before)) return "sat";
  return asking(view) !== null && asking(before) === null ? "rematch" : null;
}
