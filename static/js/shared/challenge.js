/** How a challenge is answered, on whatever page one is told of it. */
import { gives, partFor } from "./promises.js";
import { send } from "./send.js";

/**
 * @param {{join: string, decline: string, game: string, commitment: string}} answers what came with the challenge
 * @param {boolean} yes takes the seat, with a part of this browser's to the deal
 * @returns {Promise<{ok: boolean, message: string|null, url: string|null}>} where to go, or what went wrong
 */
export async function answer({ join, decline, game, commitment }, yes) {
  const part = yes && commitment ? partFor(game, commitment) : "";
  if (part) gives(game, commitment, part);
  const { ok, message, data } = await send(yes ? join : decline, part ? { part } : {});
  return { ok, message, url: data?.url ?? null };
}
