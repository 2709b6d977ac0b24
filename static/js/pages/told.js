/**
 * Whether this browser tells its person when it is their turn, and the buttons that change that. What is said is how
 * things stand: the browser allows it, has an address at its push service, and the site knows that one for this person.
 *
 * @typedef {"on"|"off"|"denied"|"home"|"never"} State
 */
import { send } from "../shared/send.js";

const WORKER = "/worker.js";
const part = document.querySelector("[data-told]");
const failed = part?.querySelector("[data-told-failed]");
const buttons = part ? [...part.querySelectorAll("[data-told-on], [data-told-off]")] : [];

const { Notification } = window;

/** Browsers have no service workers where somebody might read along. */
const able = () => "serviceWorker" in navigator && "PushManager" in window && Boolean(Notification);
/** Safari on a phone can, as soon as the site is one of its apps. */
const atHome = () => !("standalone" in navigator) || navigator.standalone;

/** @returns {Promise<State>} */
async function stateNow() {
  if (!able()) return atHome() || !window.isSecureContext ? "never" : "home";
  if (Notification.permission === "denied") return "denied";
  const known = await subscription();
  const meant = known && ours(known) && Notification.permission === "granted";
  return meant && await digest(known.endpoint) === part.dataset.mark ? "on" : "off";
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return await worker?.pushManager.getSubscription() ?? null;
}

/** Whether it is for the key that the site has now. */
const ours = ({ options }) => coded(options.applicationServerKey) === part.dataset.key;

async function on() {
  if (await Notification.requestPermission() !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && !ours(before)) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: part.dataset.key });
  const fields = { endpoint: made.endpoint, p256dh: coded(made.getKey("p256dh")), auth: coded(made.getKey("auth")) };
  const answer = await send(part.dataset.onUrl, fields);
  if (answer.ok) part.dataset.mark = await digest(made.endpoint);
  return answer.message;
}

/** The site learns it from the push service, should it not be reached now. */
async function off() {
  const known = await subscription();
  const answer = known && await send(part.dataset.offUrl, { endpoint: known.endpoint });
  await known?.unsubscribe();
  part.dataset.mark = "";
  return answer?.message;
}

/** @param {() => Promise<string|null|undefined>} change gives the sentence to show when it failed */
async function press(change) {
  for (const button of buttons) button.disabled = true;
  say(null);
  try {
    say(await change());
  } catch {
    say(gettext("This browser could not reach its push service. Try again later."));
  }
  await show();
  for (const button of buttons) button.disabled = false;
}

function say(text) {
  failed.textContent = text ?? "";
  failed.hidden = !text;
}

async function show() {
  const state = await stateNow();
  for (const one of part.querySelectorAll("[data-says]")) one.hidden = one.dataset.says !== state;
  part.querySelector("[data-told-on]").hidden = state !== "off";
  part.querySelector("[data-told-off]").hidden = state !== "on";
}

/** Base64 for addresses, without padding. @param {ArrayBuffer} bytes */
const coded = (bytes) => window.btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new window.TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

if (part) {
  part.querySelector("[data-told-on]").addEventListener("click", () => press(on));
  part.querySelector("[data-told-off]").addEventListener("click", () => press(off));
  show();
}
