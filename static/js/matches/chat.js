/**
 * Chat of a match as a part of its state. It knows no browser: `app` brings what an action needs of it.
 *
 * @typedef {{number: number, seat: 0|1, word: string|null, text: string, at: string}} Said
 * @typedef {object} Words
 * @property {boolean} may
 * @property {{mine: boolean, theirs: boolean}|null} free who agreed to free text; null where nobody may write
 * @property {{follows: boolean, muted: boolean, blocked: boolean, may_follow: boolean}} other
 * @property {Said[]} said
 */

/** Milliseconds for which a phrase is shown; a text stays longer. */
export const PHRASE_TIME = 6_000;
const TEXT_TIME = 12_000;
/** Number of messages that are remembered. */
const MAX_MESSAGES = 50;

/**
 * Return how long a message is shown beside its speaker.
 * @param {Said} said @returns {number} milliseconds that it is shown beside its speaker
 */
export const getSpeechTime = (said) => (said.word ? PHRASE_TIME : TEXT_TIME);

/** Return whether this person can speak to another one here. */
export const canChat = (view) => view.you !== null && !view.aid && view.players.every((player) => player);

/** Receive the whole chat. @param {object} state @param {Words} words */
export const receiveChat = (state, words) => ({ ...state, words: { ...words, error: state.words?.error ?? null } });

/** Receive a message, and show it beside its speaker once. @param {object} state @param {Said} said */
export function receiveChatMessage(state, said) {
  const known = state.words?.said ?? [];
  if (known.some(({ number }) => number === said.number)) return state;
  const words = state.words && { ...state.words, said: [...known, said].slice(-MAX_MESSAGES), error: null };
  return { ...state, words, speaking: { ...state.speaking, [said.seat]: said } };
}

/** Clear what was shown beside a speaker. @param {object} state @param {Said} said */
export function clearSpeech(state, { seat, number }) {
  if (state.speaking[seat]?.number !== number) return state;
  return { ...state, speaking: { ...state.speaking, [seat]: null } };
}

/** Receive the refusal of a message. @param {object} state @param {string} id @param {string} text */
export function refuseChat(state, id, text) {
  if (state.saying !== id) return state;
  return { ...state, saying: null, note: { kind: "bad", text }, words: state.words && { ...state.words, error: text } };
}

/** Receive the acceptance of a message. @param {object} state @param {string} id */
export const acceptChat = (state, id) => (state.saying === id ? { ...state, saying: null } : state);

/**
 * Create the actions of the chat and on the other player.
 * @param {object} app `state()`, `setState(state)`, `send(message)`, `newId()`, `post(name, fields)`
 */
export function createChatActions(app) {
  const { state, setState } = app;
  const ask = () => app.send({ type: "words" });

  function send(message, then) {
    const id = app.newId();
    if (!app.send({ ...message, id })) return;
    setState({ ...state(), saying: id, words: { ...state().words, error: null }, ...then });
  }

  /** Say a phrase. The page shows it once the server has accepted it. */
  const speak = (word) => send({ type: "say", word }, { dialog: null });

  function write(text) {
    if (text.trim()) send({ type: "write", text });
  }

  const agree = (on) => send({ type: "agree", on });

  /** Change the relation to the other player, over HTTP as on every other page. */
  async function decide(deed) {
    setState({ ...state(), busy: true });
    const { ok, message } = await app.post("across", { do: deed });
    const words = ok ? state().words : { ...state().words, error: message };
    setState({ ...state(), busy: false, words });
    ask();
  }

  return { askWords: ask, speak, write, agree, decide };
}
