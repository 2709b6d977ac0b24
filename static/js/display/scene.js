/** What the display is about now, and what is read off a view for it: no drawing. */
import { lastTold, over, trickAt } from "../table/view.js";

/** @param {object} view @param {object|null} invite the way in, where there is one to show */
export function sceneOf(view, invite) {
  if (over(view)) return "over";
  if (invite && view.status === "gathering") return "gathering";
  if (view.depth === "piles") return "piles";
  return view.depth === "scoring" && view.phase === 1 ? "undead" : "tricks";
}

/** The trick being played; until its first card, the one before it. @returns {{trick: object, done: boolean}} */
export function trickOnStage(view) {
  const now = { ...trickAt(view.tricks, view.phase, view.trick), leader: view.leader };
  const last = lastTold(view);
  const fresh = !now.revealed && !now.lead && !now.follow;
  return fresh && last ? { trick: last, done: true } : { trick: now, done: false };
}

/** The place of a trick in which a seat plays; null while it is not known who leads. */
export function placeOf(seat, { leader }) {
  if (leader === null) return null;
  return leader === seat ? "lead" : "follow";
}

/** The cards of a trick of which nobody knows yet who played them. */
export const loose = (trick) =>
  (trick.leader === null ? ["lead", "follow"].filter((place) => trick[place]) : []);

/** What phase one scores: what each side has of it, and what nobody has entered yet, in the order of the deck. */
export function entered(view) {
  const { left, off } = view.pads.undead;
  const all = Object.keys({ ...left, ...off }).sort();
  const of = (seat) => all.filter((code) => view.score[seat].includes(code));
  return { all, piles: [of(0), of(1)], missing: all.filter((code) => !view.score.flat().includes(code)) };
}

/** The factions whose piles are not counted to the end. @param {object[]} piles */
export const uncounted = (piles) => piles.filter((pile) => pile.asks !== null);

/** Who leads, as the stage marks it. */
export const leads = (view, seat, scene) => scene === "tricks" && view.leader === seat;

