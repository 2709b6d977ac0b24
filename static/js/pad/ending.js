/** What the end of a game asks of this device: one thing at a time, worked out from what is shown. */

/**
 * @typedef {"go"|"look"|"confirm"|"dispute"|"rematch"|"agree"|"asked"} Step
 *   `go`: the rematch has begun; `look`: nothing is asked; `confirm`: is the result right; `dispute`: it is said not to
 *   be; `rematch`: it can be asked for; `agree`: the other side asks for it; `asked`: this side does
 */

/** @param {import("./project.js").Shown} shown @returns {Step} */
export function stepOf(shown) {
  const { view } = shown;
  if (view.rematch) return "go";
  if (!view.you.seats.length || view.status !== "finished") return "look";
  const words = view.result?.ruled ? [] : view.you.seats.map((seat) => confirmed(shown, seat));
  if (words.includes(false)) return "dispute";
  if (words.includes(null)) return "confirm";
  return wishOf(shown);
}

function wishOf(shown) {
  if (wish(shown, shown.view.you.seats[0])) return "asked";
  return wish(shown, rival(shown.view)) ? "agree" : "rematch";
}

/** What a seat says of the result, what waits on this device included. @returns {boolean|null} */
export function confirmed({ items, view }, seat) {
  const waiting = items.filter((item) => item.type === "confirm" && item.seat === seat).at(-1);
  return waiting?.accept ?? view.confirmed[seat];
}

/** Whether a seat wants a rematch, what waits on this device included; null while it has not said so. */
export function wish({ items, view }, seat) {
  const waiting = items.filter((item) => item.type === "rematch").at(-1);
  return waiting && seat === view.you.seats[0] ? waiting.accept : view.again[seat];
}

/** The seat that a rematch has to be agreed with, null where nobody has it but this device. @returns {0|1|null} */
export function rival(view) {
  const other = [0, 1].find((seat) => !view.you.seats.includes(seat) && view.seats[seat].devices.length);
  return other ?? null;
}
