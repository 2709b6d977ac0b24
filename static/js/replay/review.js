/** The review beside a replay: asked for when it is wanted, and again while the site is still thinking. */
import { fetchJson } from "../shared/send.js";
import { answered, CLOSED } from "./judged.js";
import { drawReview } from "./panel.js";
import { lastOf } from "./state.js";

const AGAIN = 1_500;

/**
 * @param {HTMLElement} place
 * @param {{url: string, near: 0|1, go: (step: number) => void,
 *   line: (step: number, cards: string[]) => Promise<import("../shared/send.js").Answer>}} page
 * @returns {{draw: (state: import("./state.js").Replay) => void}} shows what there is of a step
 */
export function openReview(place, page) {
  let asked = CLOSED;
  let replay = null;
  const act = {
    ask: () => ask({ ...CLOSED, state: "asking" }),
    go: page.go,
    line: async ({ ply, line }) => {
      const { ok, message } = await page.line(ply, line);
      if (!ok) shows({ ...asked, state: "failed", message });
    },
  };

  function shows(next) {
    asked = next;
    draw(replay);
  }

  async function ask(meanwhile) {
    shows(meanwhile);
    const next = answered(await fetchJson(page.url));
    shows(next);
    if (next.state === "thinking") setTimeout(() => ask(next), AGAIN);
  }

  function draw(state) {
    replay = state;
    if (!state?.data) return;
    const names = state.data.players.map(({ name }) => name);
    drawReview(place, asked, { step: state.step, last: lastOf(state), near: page.near, names }, act);
    place.hidden = false;
  }

  return { draw };
}
