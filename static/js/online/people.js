/** Who is meant by a seat. */

/** @param {import("./scene.js").Scene} scene @param {0|1} seat @returns {string} */
export const playerName = (scene, seat) => scene.view.players[seat]?.name ?? gettext("Nobody");

/** @returns {boolean} whether it is the seat of whoever looks at this page */
export const mine = (scene, seat) => seat === scene.you;
