/**
 * A socket that comes back by itself and notices when the other end has gone silent.
 */
import ReconnectingWebSocket from "../../vendor/ws.js";

/** Views come whole once, and then what changed of them. */
const WIRE = "claim-wire.2";

/** Closing code of "too much": we stay away until it has been silent for as long as SILENCE. */
const TOO_MUCH = 4429;

const SILENCE = 12_000;
const STALE = 6_000;

const options = (opened) => ({
  minReconnectionDelay: 300 + Math.random() * 400,
  maxReconnectionDelay: 2_000 + Math.random() * 1_000,
  reconnectionDelayGrowFactor: 1.5,
  connectionTimeout: 2_500,
  maxEnqueuedMessages: 0,
  WebSocket: lineAfter(opened),
  shouldReconnectOnClose: (event) => !isFinal(event.code) && event.code !== TOO_MUCH,
});

/** @param {number} code @returns {boolean} whether the server asked us to stay away */
const isFinal = (code) => code >= 4400 && code < 4500 && code !== TOO_MUCH;

/** @param {string} path @returns {string} the absolute socket address on this host */
const address = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

/** What is called with `new`: gives the connection that was opened before (`early.js`) first, and then new ones. */
function lineAfter(opened) {
  let first = opened;
  return function Line(url, wire) {
    const early = first?.();
    first = null;
    return early ?? new WebSocket(url, wire);
  };
}

/**
 * Connects to a path of this site.
 * @param {string} path
 * @param {{message: (data: object) => void, link: (state: "open"|"lost"|"ended", code?: number) => void}} listen
 * @returns {{send: (data: object) => boolean, close: () => void}} send tells whether the message left at once; it is
 *   never queued. After close it stays closed, and nothing is told any more
 */
export function connect(path, listen) {
  const url = address(path);
  const socket = new ReconnectingWebSocket(url, WIRE, options(window.takeEarly?.(url, WIRE)));
  let heard = Date.now();
  let ended = false;
  const revive = () => !ended && (listen.link("lost"), (heard = Date.now()), socket.reconnect());
  const wake = () => !document.hidden && Date.now() - heard > STALE && revive();

  socket.addEventListener("open", () => ((heard = Date.now()), listen.link("open")));
  socket.addEventListener("message", (event) => {
    heard = Date.now();
    const data = parse(event.data);
    if (data) listen.message(data);
  });
  socket.addEventListener("close", (event) => {
    if (ended) return;
    ended = isFinal(event.code);
    listen.link(ended ? "ended" : "lost", event.code);
  });
  const watch = setInterval(() => Date.now() - heard > SILENCE && revive(), 1_000);
  addEventListener("online", revive);
  addEventListener("offline", () => !ended && listen.link("lost"));
  addEventListener("pageshow", (event) => event.persisted && revive());
  document.addEventListener("visibilitychange", wake);
  return {
    send: (data) => socket.readyState === 1 && socket.send(JSON.stringify(data)),
    close: () => ((ended = true), clearInterval(watch), socket.close()),
  };
}

/** @param {unknown} text @returns {object|null} */
function parse(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
