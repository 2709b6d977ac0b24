/**
 * Push subscription of this browser, and the buttons that change it.
 *
 * @typedef {"on"|"off"|"denied"|"home"|"never"} State `home`: the site must be added to the home screen first
 */
import { postForm } from "../shared/http.js";

const WORKER = "/worker.js";
const settings = document.querySelector("[data-push]");
const failure = settings?.querySelector("[data-push-failure]");
const buttons = settings ? [...settings.querySelectorAll("[data-push-subscribe], [data-push-unsubscribe]")] : [];

const { Notification } = window;

/** Browsers have service workers on encrypted connections alone. */
const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && Boolean(Notification);
/** Return whether the page is installed, which Safari on a phone needs. */
const isInstalled = () => !("standalone" in navigator) || navigator.standalone;

/** Return whether this browser is subscribed, or why it cannot be. @returns {Promise<State>} */
async function getState() {
  if (!isSupported()) return isInstalled() || !window.isSecureContext ? "never" : "home";
  if (Notification.permission === "denied") return "denied";
  const subscription = await getSubscription();
  const isValid = subscription && hasCurrentKey(subscription) && Notification.permission === "granted";
  return isValid && await computeDigest(subscription.endpoint) === settings.dataset.digest ? "on" : "off";
}

async function getSubscription() {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return await worker?.pushManager.getSubscription() ?? null;
}

/** Return whether a subscription is for the current key of the site. */
const hasCurrentKey = ({ options }) => encodeBase64(options.applicationServerKey) === settings.dataset.serverKey;

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && !hasCurrentKey(former)) await former.unsubscribe();
  const applicationServerKey = settings.dataset.serverKey;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const fields = { endpoint: subscription.endpoint, p256dh: encodeBase64(subscription.getKey("p256dh")),
    auth: encodeBase64(subscription.getKey("auth")) };
  const answer = await postForm(settings.dataset.subscribeUrl, fields);
  if (answer.ok) settings.dataset.digest = await computeDigest(subscription.endpoint);
  return answer.message;
}

/** Unsubscribe. If the request fails, the site learns it from the push service. */
async function unsubscribe() {
  const subscription = await getSubscription();
  const answer = subscription && await postForm(settings.dataset.unsubscribeUrl, { endpoint: subscription.endpoint });
  await subscription?.unsubscribe();
  settings.dataset.digest = "";
  return answer?.message;
}

/**
 * Change the subscription, and show the new state.
 * @param {() => Promise<string|null|undefined>} change returns the sentence to show after a failure
 */
async function handleClick(change) {
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
  failure.textContent = text ?? "";
  failure.hidden = !text;
}

async function showState() {
  const state = await getState();
  for (const one of settings.querySelectorAll("[data-message]")) one.hidden = one.dataset.message !== state;
  settings.querySelector("[data-push-subscribe]").hidden = state !== "off";
  settings.querySelector("[data-push-unsubscribe]").hidden = state !== "on";
}

/** Base64 for addresses, without padding. @param {ArrayBuffer} bytes */
const encodeBase64 = (bytes) => window.btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function computeDigest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new window.TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

if (settings) {
  settings.querySelector("[data-push-subscribe]").addEventListener("click", () => handleClick(subscribe));
  settings.querySelector("[data-push-unsubscribe]").addEventListener("click", () => handleClick(unsubscribe));
  showState();
}
