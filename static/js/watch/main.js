// Keeps the games that are being played fresh: which ones by asking now and then, the first of them by their sockets.
import { LIVE, openShell, outdated } from "../shared/shell.js";
import { connect } from "../shared/socket.js";
import { draw } from "./draw.js";
import { smallOf } from "./small.js";

const EVERY = 4_000;
/** An address may have sixty sockets, for all who share it; the games below are as fresh as the list. */
const SOCKETS = 6;
const root = document.querySelector("[data-watch]");
/** @type {Map<string, {item: HTMLElement, hears: () => boolean, close: () => void}>} by code */
const open = new Map();
let shown = null;

const itemsOf = (place) => [...place.querySelectorAll("[data-socket]")];

/** Takes over an item: its socket tells what happens there from now on. @param {HTMLElement} item */
function follow(item) {
  let line = null;
  const page = { kind: "view", draw: (before) => before.view !== shell.state().view && paint(item, shell.state().view),
    received, next: () => null };
  const around = { connect: (hear) => (line = connect(item.dataset.socket, hear)), reload() {}, follow() {} };
  const shell = openShell(LIVE, page, around);
  shell.open();
  open.set(item.dataset.code, { item, hears: () => shell.state().link === "open", close: () => line.close() });
}

const placeOf = (item) => item.querySelector(".small-live");
const received = (state, view) => (outdated(state, view) ? state : { ...state, view });

/** The first drawing takes the place of what the server drew. */
function paint(item, view) {
  const place = placeOf(item);
  if (!view.board) return;
  if (!("drawn" in place.dataset)) place.replaceChildren();
  place.dataset.drawn = "";
  draw(place, smallOf(view));
}

/** A table that is followed stays as it is; what it does not hear by its socket it takes from the list. */
function kept(fresh) {
  const known = open.get(fresh.dataset.code);
  if (!known) return fresh;
  if (!known.hears()) placeOf(known.item).replaceWith(placeOf(fresh));
  return known.item;
}

const focusedKey = () => (root.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null);

/** Whoever has a game of the list under their fingers keeps it: if it is gone, the list waits until they leave. */
function show(html) {
  const key = focusedKey();
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (key !== null && !fresh.content.querySelector(`[data-key="${CSS.escape(key)}"]`)) return false;
  for (const item of itemsOf(fresh.content)) item.replaceWith(kept(item));
  root.replaceChildren(fresh.content);
  if (key !== null) root.querySelector(`[data-key="${CSS.escape(key)}"]`).focus({ preventScroll: true });
  listen();
  return true;
}

/** The sockets of games that are gone close, and the first that have none get one. */
function listen() {
  const items = itemsOf(root);
  for (const [code, { item, close }] of open) if (!items.includes(item)) (close(), open.delete(code));
  for (const item of items) if (open.size < SOCKETS && !open.has(item.dataset.code)) follow(item);
}

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(root.dataset.source, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const html = await answer.text();
  if (html !== shown && show(html)) shown = html;
}

const quietly = () => refresh().catch(() => { /* offline: the next round tries again */ });

listen();
setInterval(quietly, EVERY);
document.addEventListener("visibilitychange", quietly);
