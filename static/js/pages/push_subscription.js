/**
 * Push subscription of this browser, and the buttons that change it.
 *
 * @typedef {"on"|"off"|"denied"|"home"|"never"} State
 */
import { postForm } from "../shared/http.js";

const WORKER = "/worker.js";
const settings = document.querySelector("[data-told]");
const failed = settings?.querySelector("[data-told-failed]");
const buttons = settings ? [...settings.querySelectorAll("[data-told-on], [data-told-off]")] : [];

const { Notification } = window;

/** Browsers have service workers on encrypted connections alone. */
const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && Boolean(Notification);
/** Return whether the page is installed, which Safari on a phone needs. */
const isInstalled = () => !("standalone" in navigator) || navigator.standalone;

/** @returns {Promise<State>} */
async function getState() {
  if (!isSupported()) return isInstalled() || !window.isSecureContext ? "never" : "home";
  if (Notification.permission === "denied") return "denied";
  const known = await getSubscription();
  const meant = known && hasCurrentKey(known) && Notification.permission === "granted";
  return meant && await hashText(known.endpoint) === settings.dataset.mark ? "on" : "off";
}

async function getSubscription() {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return await worker?.pushManager.getSubscription() ?? null;
}

/** Return whether a subscription is for the current key of the site. */
const hasCurrentKey = ({ options }) => encodeBase64(options.applicationServerKey) === settings.dataset.key;

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && !hasCurrentKey(before)) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: settings.dataset.key });
  const fields = { endpoint: made.endpoint, p256dh: encodeBase64(made.getKey("p256dh")),
    auth: encodeBase64(made.getKey("auth")) };
  const answer = await postForm(settings.dataset.onUrl, fields);
  if (answer.ok) settings.dataset.mark = await hashText(made.endpoint);
  return answer.message;
}

/** Unsubscribe. If the request fails, the site learns it from the push service. */
async function unsubscribe() {
  const known = await getSubscription();
  const answer = known && await postForm(settings.dataset.offUrl, { endpoint: known.endpoint });
  await known?.unsubscribe();
  settings.dataset.mark = "";
  return answer?.message;
}

/** @param {() => Promise<string|null|undefined>} change gives the sentence to show when it failed */
async function handlePress(change) {
  for (const button of buttons) button.disabled = true;
  showFailure(null);
  try {
    showFailure(await change());
  } catch {
    showFailure(gettext("Can't reach your browser's push service. Try again later."));
  }
  await showState();
  for (const button of buttons) button.disabled = false;
}

function showFailure(text) {
  failed.textContent = text ?? "";
  failed.hidden = !text;
}

async function showState() {
  const state = await getState();
  for (const one of settings.querySelectorAll("[data-says]")) one.hidden = one.dataset.says !== state;
  settings.querySelector("[data-told-on]").hidden = state !== "off";
  settings.querySelector("[data-told-off]").hidden = state !== "on";
}

/** Base64 for addresses, without padding. @param {ArrayBuffer} bytes */
const encodeBase64 = (bytes) => window.btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function hashText(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new window.TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

if (settings) {
  settings.querySelector("[data-told-on]").addEventListener("click", () => handlePress(subscribe));
  settings.querySelector("[data-told-off]").addEventListener("click", () => handlePress(unsubscribe));
  showState();
}
