/** Entry point of the watch page: keep the games fresh, the first of them over sockets, the rest by polling. */
import { createLiveStore, isOutdated, LIVE_STATE } from "../shared/live_store.js";
import { connect } from "../shared/socket.js";
import { drawMiniboard } from "./miniboard.js";
import { createMiniboard } from "./miniboard_state.js";

const EVERY = 4_000;
/** An address may have sixty sockets, for all who share it; the games below are as fresh as the list. */
const SOCKETS = 6;
const root = document.querySelector("[data-watch]");
/** @type {Map<string, {item: HTMLElement, isConnected: () => boolean, close: () => void}>} by code */
const followed = new Map();
let shown = null;

const findItems = (place) => [...place.querySelectorAll("[data-socket]")];

/** Follow the game of an item over its socket. @param {HTMLElement} item */
function followItem(item) {
  let connection = null;
  const draw = (before) => before.view !== store.state().view && drawItem(item, store.state().view);
  const page = { viewType: "view", draw, receiveView, getNextGame: () => null };
  const browser = { connect: (listen) => (connection = connect(item.dataset.socket, listen)), reload() {}, follow() {},
    awaitNext() {}, stopAwaiting: () => false };
  const store = createLiveStore(LIVE_STATE, page, browser);
  store.open();
  const isConnected = () => store.state().link === "open";
  followed.set(item.dataset.code, { item, isConnected, close: () => connection.close() });
}

const findPlace = (item) => item.querySelector(".small-live");
const receiveView = (state, view) => (isOutdated(state, view) ? state : { ...state, view });

/** Draw an item. The first drawing replaces that of the server. */
function drawItem(item, view) {
  const place = findPlace(item);
  if (!view.board) return;
  if (!("drawn" in place.dataset)) place.replaceChildren();
  place.dataset.drawn = "";
  drawMiniboard(place, createMiniboard(view));
}

/** Keep a followed board. While its socket is away, it takes the list's values. */
function keepFollowed(fresh) {
  const known = followed.get(fresh.dataset.code);
  if (!known) return fresh;
  if (!known.isConnected()) findPlace(known.item).replaceWith(findPlace(fresh));
  return known.item;
}

const getFocusedKey = () => (root.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null);

/** Show a new list. While a game that is gone has the focus, the list waits. */
function showList(html) {
  const key = getFocusedKey();
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (key !== null && !fresh.content.querySelector(`[data-key="${CSS.escape(key)}"]`)) return false;
  for (const item of findItems(fresh.content)) item.replaceWith(keepFollowed(item));
  root.replaceChildren(fresh.content);
  if (key !== null) root.querySelector(`[data-key="${CSS.escape(key)}"]`).focus({ preventScroll: true });
  connectItems();
  return true;
}

/** Close the sockets of games that are gone, and connect the first that have none. */
function connectItems() {
  const items = findItems(root);
  for (const [code, { item, close }] of followed) if (!items.includes(item)) (close(), followed.delete(code));
  for (const item of items) if (followed.size < SOCKETS && !followed.has(item.dataset.code)) followItem(item);
}

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(root.dataset.source, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const html = await answer.text();
  if (html !== shown && showList(html)) shown = html;
}

const refreshQuietly = () => refresh().catch(() => { /* offline: the next round tries again */ });

connectItems();
setInterval(refreshQuietly, EVERY);
document.addEventListener("visibilitychange", refreshQuietly);
