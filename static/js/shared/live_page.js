/** Browser of a live page: its root element, transport and reload. */
import { connect } from "./socket.js";

const RELOAD_INTERVAL = 60_000;
/** Fragment of the address of a game that another one led to. */
const FOLLOWED = "#followed";
let transport = connect;

/**
 * Set another transport than a socket, before the page is mounted.
 * @param {typeof connect} other is given the address that stands where others have that of their socket
 */
export const setTransport = (other) => (transport = other);

/**
 * Mount the page on the element with the address of the socket.
 * @param {string} [classes] of the place that is drawn in
 * @param {boolean} [waits] what stood there stays until `appear` is called: it is drawn already
 * @returns {{root: HTMLElement, place: HTMLElement, dataset: DOMStringMap, appear: () => void,
 *   browser: import("./live_store.js").Browser}}
 */
export function mountPage(classes = "", waits = false) {
  const root = document.querySelector("[data-socket]");
  const place = document.createElement("div");
  const { dataset } = root;
  place.className = classes;
  const appear = () => place.isConnected || showPlace(root, place);
  if (!waits) appear();
  if (location.hash === FOLLOWED) replaceEntry({ awaitsNext: true }, location.pathname + location.search);
  const browser = { connect: (listen) => transport(dataset.socket, listen), reload: reloadPage,
    follow: (code) => location.assign(dataset.url.replace(dataset.code, code) + FOLLOWED), awaitNext, stopAwaiting };
  return { root, place, dataset, appear, browser };
}

function showPlace(root, place) {
  root.querySelector("noscript")?.remove();
  root.querySelector(".opening")?.remove();
  root.append(place);
}

/** Change the page's entry in the history, which a reload keeps, and a phone that unloaded the page. */
const replaceEntry = (changes, url = "") => history.replaceState({ ...history.state, ...changes }, "", url);

/** Remember that this page goes on to the next game once there is one. */
function awaitNext() {
  if (!history.state?.awaitsNext) replaceEntry({ awaitsNext: true });
}

/** Forget it. @returns {boolean} whether this page awaited the next game */
function stopAwaiting() {
  if (!history.state?.awaitsNext) return false;
  replaceEntry({ awaitsNext: false });
  return true;
}

/** Reload the page, but not again and again. @returns {boolean} not if this tab has just tried that */
export function reloadPage() {
  if (Date.now() - (history.state?.reloaded ?? 0) < RELOAD_INTERVAL) return false;
  replaceEntry({ reloaded: Date.now() });
  location.reload();
  return true;
}
