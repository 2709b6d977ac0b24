/**
 * What is said at a match, as a part of the state of its page. No browser here: `app` brings what an act needs of it.
 *
 * @typedef {{number: number, seat: 0|1, word: string|null, text: string, at: string}} Said
 * @typedef {object} Words
 * @property {boolean} may
 * @property {{mine: boolean, theirs: boolean}|null} free who agreed to free text; null where nobody may write
 * @property {{follows: boolean, muted: boolean, blocked: boolean, may_follow: boolean}} other
 * @property {Said[]} said
 */

/** Milliseconds for which somebody is seen to speak; longer for a text of their own. */
export const SPEAKS = 6_000;
const WRITES = 12_000;
/** What is remembered of what was said. */
const MOST = 50;

/** @param {Said} said @returns {number} milliseconds that it is shown beside its speaker */
export const lasts = (said) => (said.word ? SPEAKS : WRITES);

/** Whether this person can speak to another one here, so that it is worth asking for the words. */
export const speaks = (view) => view.you !== null && !view.aid && view.players.every((player) => player);

/** All that was said. @param {object} state @param {Words} words */
export const hearsAll = (state, words) => ({ ...state, words: { ...words, error: state.words?.error ?? null } });

/** Something was said just now: it is shown beside its speaker, once. @param {object} state @param {Said} said */
export function hears(state, said) {
  const known = state.words?.said ?? [];
  if (known.some(({ number }) => number === said.number)) return state;
  const words = state.words && { ...state.words, said: [...known, said].slice(-MOST), error: null };
  return { ...state, words, speaking: { ...state.speaking, [said.seat]: said } };
}

/** What was shown beside a speaker has been read. @param {object} state @param {Said} said */
export function silent(state, { seat, number }) {
  if (state.speaking[seat]?.number !== number) return state;
  return { ...state, speaking: { ...state.speaking, [seat]: null } };
}

/** A refusal of something that was to be said. @param {object} state @param {string} id @param {string} text */
export function unsaid(state, id, text) {
  if (state.saying !== id) return state;
  return { ...state, saying: null, note: { kind: "bad", text }, words: state.words && { ...state.words, error: text } };
}

/** @param {object} state @param {string} id */
export const stored = (state, id) => (state.saying === id ? { ...state, saying: null } : state);

/**
 * What a person says, and decides about the other player.
 * @param {object} app `state()`, `become(state)`, `send(message)`, `newId()`, `post(name, fields)`
 */
export function wordActs(app) {
  const { state, become } = app;
  const ask = () => app.send({ type: "words" });

  function send(message, then) {
    const id = app.newId();
    if (!app.send({ ...message, id })) return;
    become({ ...state(), saying: id, words: { ...state().words, error: null }, ...then });
  }

  /** The page shows it when the site has heard it. */
  const speak = (word) => send({ type: "say", word }, { dialog: null });

  function write(text) {
    if (text.trim()) send({ type: "write", text });
  }

  const agree = (on) => send({ type: "agree", on });

  /** What one decides about the other player goes over HTTP, as from every other page. */
  async function decide(deed) {
    become({ ...state(), busy: true });
    const { ok, message } = await app.post("across", { do: deed });
    const words = ok ? state().words : { ...state().words, error: message };
    become({ ...state(), busy: false, words });
    ask();
  }

  return { askWords: ask, speak, write, agree, decide };
}
