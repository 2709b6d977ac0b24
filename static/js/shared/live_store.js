/**
 * Store of a live page: state, messages of the server, and what was missed.
 *
 * It answers heartbeats, asks for the view after a gap, and goes on to the next game. It knows no browser: the page
 * brings
 * its drawing, and `live_page.js` the rest.
 *
 * @typedef {"connecting"|"open"|"lost"|"ended"} Link
 * @typedef {object} Live what the state of every live page holds
 * @property {object|null} view the newest truth of the server
 * @property {object|null} beat who is there, as the server last said
 * @property {Link} link
 * @property {string|null} bye why the server sent this page away
 * @property {{message: string, url: string}|null} moderation what the moderators have to say to this person alone
 *
 * @typedef {object} Page
 * @property {string} kind the type of message that brings a view
 * @property {(before: Live) => void} draw called whenever the state has become another one
 * @property {(state: Live, view: object) => Live} received
 * @property {(view: object) => string|null} next code of the game that follows this one
 * @property {(view: object, before: object|null) => void} [viewed] what a view brings besides its drawing
 * @property {(beat: object) => void} [beat] what a beat brings besides who is there
 * @property {(link: Link) => void} [linked]
 * @property {Record<string, (message: object) => void>} [messages] what only this page understands, by type
 *
 * @typedef {object} Around
 * @property {(listen: object) => {send: (message: object) => boolean}} connect
 * @property {() => void} reload
 * @property {(code: string) => void} follow goes to another game
 * @property {() => void} awaitNext remembers, also after a reload, that the page saw the game without a next one
 * @property {() => boolean} stopAwaiting forgets it, and returns whether it was so
 */
import { EVENTS, reduceEvent } from "./reducer.js";

/** Closing code of an ended login; the page itself says what to do. */
export const SESSION_ENDED = 4401;

/** The state of every live page before its first view. @type {Live} */
export const LIVE_STATE = { view: null, beat: null, link: "connecting", bye: null, moderation: null };

/**
 * Return whether a newer view is known.
 * @param {Live} state @param {object} view @returns {boolean} whether something newer is known already
 */
export const isOutdated = (state, view) => Boolean(state.view) && view.version < state.view.version;

/**
 * Apply a change of the connection. One that the server has closed for good stays closed.
 * @param {Live} state @param {Link} link @returns {Live}
 */
export const applyLink = (state, link) => (state.link === "ended" ? state : { ...state, link });

/**
 * Create the store of a live page.
 * @param {Live} first @param {Page} page @param {Around} around
 * @returns {{state: () => Live, become: (next: Live) => void, send: (message: object) => boolean, open: () => void}}
 *   `open` connects; until then `send` sends nothing
 */
export function createLiveStore(first, page, around) {
  let state = first;
  let line = null;
  const store = { state: () => state, setState, send: (message) => Boolean(line?.send(message)), open };

  function setState(next) {
    const before = state;
    state = next;
    if (next !== before) page.draw(before);
  }

  function open() {
    const hears = createHandlers(store, page, around);
    line = around.connect({ message: (data) => hears[data.type]?.(data),
      link: createLinkHandler(store, page, around) });
  }

  return store;
}

const createHandlers = (store, page, around) => ({
  ...page.messages,
  [page.kind]: (view) => applyView(view, store, page, around),
  ...Object.fromEntries(EVENTS.map((type) => [type, (event) => applyEvent(event, store, page, around)])),
  beat: (message) => (page.beat?.(message), answerHeartbeat(message, store)),
  told: (message) => store.setState({ ...store.state(), moderation: message }),
  bye: ({ message }) => store.setState({ ...store.state(), bye: message }),
});

function applyView(view, store, page, around) {
  const before = store.state().view;
  store.setState(page.received(store.state(), view));
  page.viewed?.(view, before);
  const code = page.next(view);
  if (!code) around.awaitNext();
  else if (around.stopAwaiting()) around.follow(code);
}

/** Apply an event, or ask for the view after a gap. */
function applyEvent(event, store, page, around) {
  const { view } = store.state();
  const next = reduceEvent(view, event);
  if (next) applyView(next, store, page, around);
  else if (!view || view.version < event.version) store.send({ type: "sync" });
}

/** Answer a heartbeat, and ask for the view if its version is newer. */
function answerHeartbeat(message, store) {
  const { view } = store.state();
  store.send({ type: "here", version: view?.version ?? 0 });
  if (view && message.version > view.version) store.send({ type: "sync" });
  store.setState({ ...store.state(), beat: message });
}

const createLinkHandler = (store, page, around) => (link, code) => {
  store.setState(applyLink(store.state(), link));
  if (code === SESSION_ENDED) around.reload();
  page.linked?.(link);
};

/**
 * Create the id of a message, also on plain http, where crypto.randomUUID is missing.
 * @returns {string} 24 random characters, also on plain http where crypto.randomUUID is missing
 */
export function createMessageId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
