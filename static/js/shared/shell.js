/**
 * What every live page does alike: it keeps one state, tells the server what it has seen, asks for what it missed, and
 * goes on to the next game. It knows no browser: the page brings its drawing, and `live.js` the rest.
 *
 * @typedef {"connecting"|"open"|"lost"|"ended"} Link
 * @typedef {object} Live what the state of every live page holds
 * @property {object|null} view the newest truth of the server
 * @property {object|null} beat who is there, as the server last said
 * @property {Link} link
 * @property {string|null} bye why the server sent this page away
 * @property {{message: string, url: string}|null} told what the moderators have to say to this person alone
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
 */
import { changed } from "./changes.js";

/** Closing code of a login that ended; the page itself says what to do. */
export const SESSION_ENDED = 4401;

/** @type {Live} */
export const LIVE = { view: null, beat: null, link: "connecting", bye: null, told: null };

/** @param {Live} state @param {object} view @returns {boolean} whether something newer is known already */
export const outdated = (state, view) => Boolean(state.view) && view.version < state.view.version;

/** A line that the server has closed for good stays closed. @param {Live} state @param {Link} link @returns {Live} */
export const linked = (state, link) => (state.link === "ended" ? state : { ...state, link });

/**
 * @param {Live} first @param {Page} page @param {Around} around
 * @returns {{state: () => Live, become: (next: Live) => void, send: (message: object) => boolean, open: () => void}}
 *   `open` connects; until then `send` sends nothing
 */
export function openShell(first, page, around) {
  let state = first;
  let line = null;
  const shell = { state: () => state, become, send: (message) => Boolean(line?.send(message)), open };

  function become(next) {
    const before = state;
    state = next;
    if (next !== before) page.draw(before);
  }

  function open() {
    const hears = hearing(shell, page, around);
    line = around.connect({ message: (data) => hears[data.type]?.(data), link: linking(shell, page, around) });
  }

  return shell;
}

const hearing = (shell, page, around) => ({
  ...page.messages,
  [page.kind]: (view) => viewing(view, shell, page, around),
  change: (change) => changing(change, shell, page, around),
  beat: (message) => (page.beat?.(message), beating(message, shell)),
  told: (told) => shell.become({ ...shell.state(), told }),
  bye: ({ message }) => shell.become({ ...shell.state(), bye: message }),
});

function viewing(view, shell, page, around) {
  const before = shell.state().view;
  shell.become(page.received(shell.state(), view));
  page.viewed?.(view, before);
  const code = page.next(view);
  if (code && before && !page.next(before)) around.follow(code);
}

/** A change to another view than the one that is known is of no use: the view itself is. */
function changing(change, shell, page, around) {
  const { view } = shell.state();
  for (const id of change.accepted ?? []) page.messages?.accepted?.({ id, version: change.version });
  const next = changed(view, change);
  if (next) viewing(next, shell, page, around);
  else if (!view || view.version < change.version) shell.send({ type: "sync" });
}

/** Whoever is behind the version that a beat carries has missed something. */
function beating(message, shell) {
  const { view } = shell.state();
  shell.send({ type: "here", version: view?.version ?? 0 });
  if (view && message.version > view.version) shell.send({ type: "sync" });
  shell.become({ ...shell.state(), beat: message });
}

const linking = (shell, page, around) => (link, code) => {
  shell.become(linked(shell.state(), link));
  if (code === SESSION_ENDED) around.reload();
  page.linked?.(link);
};
