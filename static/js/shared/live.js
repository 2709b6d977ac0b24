/** The browser around a live page: where it is drawn, its socket, and how it is left. */
import { connect } from "./socket.js";

const PAUSE = 60_000;
let carrier = connect;

/**
 * Sets another way to the server than a socket, for the page of a lesson; before it is taken over.
 * @param {typeof connect} other is given the address that stands where others have that of their socket
 */
export const carryBy = (other) => (carrier = other);

/**
 * Takes over the element with the address of the socket: what stood there for those without a script goes.
 * @param {string} [classes] of the place that is drawn in
 * @param {boolean} [waits] what stood there stays until `appear` is called: it is drawn already
 * @returns {{root: HTMLElement, place: HTMLElement, dataset: DOMStringMap, appear: () => void,
 *   around: import("./shell.js").Around}}
 */
export function takeOver(classes = "", waits = false) {
  const root = document.querySelector("[data-socket]");
  const place = document.createElement("div");
  const { dataset } = root;
  place.className = classes;
  const appear = () => place.isConnected || shows(root, place);
  if (!waits) appear();
  const follow = (code) => location.assign(dataset.url.replace(dataset.code, code));
  const around = { connect: (listen) => carrier(dataset.socket, listen), reload, follow };
  return { root, place, dataset, appear, around };
}

function shows(root, place) {
  root.querySelector("noscript")?.remove();
  root.querySelector(".opening")?.remove();
  root.append(place);
}

/** Loads the page anew, kept from going round in circles. @returns {boolean} not if this tab has just tried that */
export function reload() {
  if (Date.now() - (history.state?.reloaded ?? 0) < PAUSE) return false;
  history.replaceState({ ...history.state, reloaded: Date.now() }, "");
  location.reload();
  return true;
}
