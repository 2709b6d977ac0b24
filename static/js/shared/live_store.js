/**
 * Store of a live page: its state, changed by the messages of the server.
 *
 * It answers heartbeats, asks for the view after a gap, and goes on to the next game. It knows no browser: the page
 * brings the drawing, and `live_page.js` the rest.
 *
 * @typedef {"connecting"|"open"|"lost"|"ended"} Link
 * @typedef {object} LiveState part of the state that all live pages share
 * @property {object|null} view the newest view of the server
 * @property {object|null} beat the last heartbeat
 * @property {Link} link
 * @property {string|null} bye the message with which the server closed the connection
 * @property {{message: string, url: string}|null} moderation the message of the moderators to this person
 *
 * @typedef {object} Page
 * @property {string} viewType the type of message that brings a view
 * @property {(before: LiveState) => void} draw draws the page after a change of the state
 * @property {(state: LiveState, view: object) => LiveState} receiveView returns the state with a view
 * @property {(view: object) => string|null} getNextGame returns the code of the game that follows this one
 * @property {(view: object, before: object|null) => void} [onView] does what a view needs besides the drawing
 * @property {(beat: object) => void} [onHeartbeat] does what a heartbeat needs besides the answer
 * @property {(link: Link) => void} [onLink]
 * @property {Record<string, (message: object) => void>} [messages] handlers of this page's other messages, by type
 *
 * @typedef {object} Browser
 * @property {(listen: object) => {send: (message: object) => boolean}} connect
 * @property {() => void} reload
 * @property {(code: string) => void} follow goes to another game
 * @property {() => void} awaitNext remembers, also after a reload, that the page saw the game without a next one
 * @property {() => boolean} stopAwaiting forgets it, and returns whether it was so
 */
import { EVENTS, reduceEvent } from "./reducer.js";

/** Closing code of an ended login; the page itself says what to do. */
export const SESSION_ENDED = 4401;

/** The state of every live page before its first view. @type {LiveState} */
export const LIVE_STATE = { view: null, beat: null, link: "connecting", bye: null, moderation: null };

/** Return whether the state has a newer view. @param {LiveState} state @param {object} view @returns {boolean} */
export const isOutdated = (state, view) => Boolean(state.view) && view.version < state.view.version;

/**
 * Apply a change of the connection. One that the server has closed for good stays closed.
 * @param {LiveState} state @param {Link} link @returns {LiveState}
 */
export const applyLink = (state, link) => (state.link === "ended" ? state : { ...state, link });

/**
 * Create the store of a live page.
 * @param {LiveState} first @param {Page} page @param {Browser} browser
 * @returns {{state: () => LiveState, setState: (next: LiveState) => void, send: (message: object) => boolean,
 *   open: () => void}}
 *   `open` connects; until then `send` sends nothing
 */
export function createLiveStore(first, page, browser) {
  let state = first;
  let connection = null;
  const store = { state: () => state, setState, send: (message) => Boolean(connection?.send(message)), open };

  function setState(next) {
    const before = state;
    state = next;
    if (next !== before) page.draw(before);
  }

  function open() {
    const handlers = createHandlers(store, page, browser);
    connection = browser.connect({ message: (data) => handlers[data.type]?.(data),
      link: createLinkHandler(store, page, browser) });
  }

  return store;
}

const createHandlers = (store, page, browser) => ({
  ...page.messages,
  [page.viewType]: (view) => applyView(view, store, page, browser),
  ...Object.fromEntries(EVENTS.map((type) => [type, (event) => applyEvent(event, store, page, browser)])),
  beat: (message) => (page.onHeartbeat?.(message), answerHeartbeat(message, store)),
  told: (message) => store.setState({ ...store.state(), moderation: message }),
  bye: ({ message }) => store.setState({ ...store.state(), bye: message }),
});

function applyView(view, store, page, browser) {
  const before = store.state().view;
  store.setState(page.receiveView(store.state(), view));
  page.onView?.(view, before);
  const code = page.getNextGame(view);
  if (!code) browser.awaitNext();
  else if (browser.stopAwaiting()) browser.follow(code);
}

/** Apply an event, or ask for the view after a gap. */
function applyEvent(event, store, page, browser) {
  const { view } = store.state();
  const next = reduceEvent(view, event);
  if (next) applyView(next, store, page, browser);
  else if (!view || view.version < event.version) store.send({ type: "sync" });
}

/** Answer a heartbeat, and ask for the view if its version is newer. */
function answerHeartbeat(message, store) {
  const { view } = store.state();
  store.send({ type: "here", version: view?.version ?? 0 });
  if (view && message.version > view.version) store.send({ type: "sync" });
  store.setState({ ...store.state(), beat: message });
}

const createLinkHandler = (store, page, browser) => (link, code) => {
  store.setState(applyLink(store.state(), link));
  if (code === SESSION_ENDED) browser.reload();
  page.onLink?.(link);
};

/** Return a new id of a message: 24 random characters. On plain http crypto.randomUUID is missing. */
export function createMessageId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
