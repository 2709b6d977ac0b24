/** What a person answers to a challenge. No browser here: `app` brings what an act needs of it. */

/**
 * @param {object} app `state()`, `become(state)`, `answer(challenge, yes)`, `go(url)`
 */
export function challengeActs({ state, become, answer: send, go }) {
  const later = () => become({ ...state(), challenge: null });

  /** A refusal is shown where the person looks. */
  async function answer(yes) {
    const { challenge } = state();
    become({ ...state(), busy: true });
    const { ok, message, url } = await send(challenge, yes);
    const note = ok ? state().note : { kind: "bad", text: message };
    become({ ...state(), busy: false, challenge: null, note });
    if (ok && yes) go(url);
  }

  return { answer, later };
}
