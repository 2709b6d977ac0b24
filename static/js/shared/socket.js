/** WebSocket connection that reconnects, and notices when the other end has gone silent. */
import ReconnectingWebSocket from "../../vendor/ws.js";

/** Closing code of a client that sent too much: it reconnects after `SILENCE_TIMEOUT`. */
const RATE_LIMITED = 4429;

const SILENCE_TIMEOUT = 12_000;
const STALE_AFTER = 6_000;

const createOptions = (opened) => ({
  minReconnectionDelay: 300 + Math.random() * 400,
  maxReconnectionDelay: 2_000 + Math.random() * 1_000,
  reconnectionDelayGrowFactor: 1.5,
  connectionTimeout: 2_500,
  maxEnqueuedMessages: 0,
  WebSocket: createSocketFactory(opened),
  shouldReconnectOnClose: (event) => !isFinal(event.code) && event.code !== RATE_LIMITED,
});

/** Return whether the server closed the connection for good. @param {number} code @returns {boolean} */
const isFinal = (code) => code >= 4400 && code < 4500 && code !== RATE_LIMITED;

/** Return the absolute address of a socket on this host. @param {string} path @returns {string} */
const getSocketUrl = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

/** Return a constructor that gives the early connection (`preconnect.js`) first, and then new ones. */
function createSocketFactory(opened) {
  let first = opened;
  return function Line(url) {
    const early = first?.();
    first = null;
    return early ?? new WebSocket(url);
  };
}

/**
 * Connect to a path of this site.
 * @param {string} path
 * @param {{message: (data: object) => void, link: (state: "open"|"lost"|"ended", code?: number) => void}} listen
 * @returns {{send: (data: object) => boolean, close: () => void}} `send` returns whether the message left; it is
 *   never queued. After `close` no listener is called any more
 */
export function connect(path, listen) {
  const url = getSocketUrl(path);
  const socket = new ReconnectingWebSocket(url, [], createOptions(window.takeEarly?.(url)));
  let heard = Date.now();
  let ended = false;
  const revive = () => !ended && (listen.link("lost"), (heard = Date.now()), socket.reconnect());
  const wake = () => !document.hidden && Date.now() - heard > STALE_AFTER && revive();

  socket.addEventListener("open", () => ((heard = Date.now()), listen.link("open")));
  socket.addEventListener("message", (event) => {
    heard = Date.now();
    const data = parseJson(event.data);
    if (data) listen.message(data);
  });
  socket.addEventListener("close", (event) => {
    if (ended) return;
    ended = isFinal(event.code);
    listen.link(ended ? "ended" : "lost", event.code);
  });
  const watch = setInterval(() => Date.now() - heard > SILENCE_TIMEOUT && revive(), 1_000);
  addEventListener("online", revive);
  addEventListener("offline", () => !ended && listen.link("lost"));
  addEventListener("pageshow", (event) => event.persisted && revive());
  document.addEventListener("visibilitychange", wake);
  return {
    send: (data) => socket.readyState === 1 && socket.send(JSON.stringify(data)),
    close: () => ((ended = true), clearInterval(watch), socket.close()),
  };
}

/** Parse JSON; null if it is malformed. @param {unknown} text @returns {object|null} */
function parseJson(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
