/** Scene of the display: values read from a view, without drawing. */
import { getLastTrick, getTrick, isOver } from "../state.js";

/**
 * Return the scene of a view.
 * @param {object} view @param {object|null} invite the way in, where there is one to show
 */
export function getScene(view, invite) {
  if (isOver(view)) return "over";
  if (invite && view.status === "gathering") return "gathering";
  if (view.depth === "piles") return "piles";
  return view.depth === "scoring" && view.phase === 1 ? "undead" : "tricks";
}

/** Return the trick being played; until its first card, the one before it. @returns {{trick: object, done: boolean}} */
export function getStageTrick(view) {
  const now = { ...getTrick(view.tricks, view.phase, view.trick), leader: view.leader };
  const last = getLastTrick(view);
  const fresh = !now.revealed && !now.lead && !now.follow;
  return fresh && last ? { trick: last, done: true } : { trick: now, done: false };
}

/** Return the place of a trick in which a seat plays; null while the leader is unknown. */
export function getPlace(seat, { leader }) {
  if (leader === null) return null;
  return leader === seat ? "lead" : "follow";
}

/** List the places of a trick whose player is unknown. */
export const listUnassigned = (trick) =>
  (trick.leader === null ? ["lead", "follow"].filter((place) => trick[place]) : []);

/** List the Undead of phase one: those of each side, and those not entered yet, in the order of the deck. */
export function listUndead(view) {
  const { left, off } = view.pads.undead;
  const all = Object.keys({ ...left, ...off }).sort();
  const of = (seat) => all.filter((code) => view.score[seat].includes(code));
  return { all, piles: [of(0), of(1)], missing: all.filter((code) => !view.score.flat().includes(code)) };
}

/** List the factions whose piles are not counted yet. @param {object[]} piles */
export const listUncounted = (piles) => piles.filter((pile) => pile.asks !== null);

/** Return whether the stage marks a seat as the leader. */
export const isLeader = (view, seat, scene) => scene === "tricks" && view.leader === seat;
