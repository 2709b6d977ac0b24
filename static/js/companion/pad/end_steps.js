/** Steps of the end of a game on this device, and the cue of a new view. */

/**
 * @typedef {"go"|"look"|"confirm"|"dispute"|"rematch"|"agree"|"asked"} Step
 *   `go`: the rematch has begun; `look`: nothing is asked; `confirm`: is the result right; `dispute`: it is said not to
 *   be; `rematch`: it can be asked for; `agree`: the other side asks for it; `asked`: this side does
 */

/** Return the step that the end asks of this device. @param {import("./projection.js").Shown} shown @returns {Step} */
export function getEndStep(shown) {
  const { view } = shown;
  if (view.rematch) return "go";
  if (!view.you.seats.length || view.status !== "finished") return "look";
  const words = view.result?.ruled ? [] : view.you.seats.map((seat) => getConfirmation(shown, seat));
  if (words.includes(false)) return "dispute";
  if (words.includes(null)) return "confirm";
  return getRematchStep(shown);
}

function getRematchStep(shown) {
  if (getRematchWish(shown, shown.view.you.seats[0])) return "asked";
  return getRematchWish(shown, getOtherSeat(shown.view)) ? "agree" : "rematch";
}

/** Return what a seat says of the result, waiting entries included. @returns {boolean|null} */
export function getConfirmation({ items, view }, seat) {
  const waiting = items.filter((item) => item.type === "confirm" && item.seat === seat).at(-1);
  return waiting?.accept ?? view.confirmed[seat];
}

/** Return whether a seat wants a rematch, waiting entries included; null before its answer. */
export function getRematchWish({ items, view }, seat) {
  const waiting = items.filter((item) => item.type === "rematch").at(-1);
  return waiting && seat === view.you.seats[0] ? waiting.accept : view.again[seat];
}

/** Return the seat that must agree to a rematch, null where this device holds both. @returns {0|1|null} */
export function getOtherSeat(view) {
  const other = [0, 1].find((seat) => !view.you.seats.includes(seat) && view.seats[seat].devices.length);
  return other ?? null;
}

const hasOther = (view) => getOtherSeat(view) !== null;

/** Return the seat that asks this device for a rematch. @param {object|null} view @returns {0|1|null} */
export function findRematchSeat(view) {
  if (!view || view.status !== "finished" || view.rematch || !view.you.seats.length) return null;
  const other = getOtherSeat(view);
  return other !== null && view.again[other] && view.again[view.you.seats[0]] === null ? other : null;
}

/**
 * Find the cue of a new view.
 * @param {object} view @param {object|null} before the view before it; with the first nothing is new
 * @returns {"start"|"rematch"|null}
 */
export function findViewCue(view, before) {
  if (!before || !view.you.seats.length) return null;
  if (hasOther(view) && !hasOther(before)) return "start";
  return findRematchSeat(view) !== null && findRematchSeat(before) === null ? "rematch" : null;
}
