/** Preferences page: each choice holds at once. Without this script the page is a form with a button. */
import { canVibrate, playCue } from "../shared/cues.js";
import { CHOICES, getPreferences, savePreference, subscribePreferences } from "../shared/preferences.js";

const form = document.querySelector("[data-preferences-form]");
const status = form.querySelector("[data-status]");
const soundButton = form.querySelector("[data-try-sound]");

const STATUS_TIME = 4_000;
let statusTimer = null;

const findFields = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
/** As a form says it. @param {string} name @param {string} text */
const parseValue = (name, text) => CHOICES[name].find((value) => String(value) === text);

function showChoices(now) {
  for (const [name, value] of Object.entries(now)) {
    for (const field of findFields(name)) {
      field.checked = field.type === "checkbox" ? value : field.value === String(value);
    }
  }
  soundButton.hidden = !now.sound;
}

async function handleChange({ target }) {
  if (target.name === "language") return form.requestSubmit();
  if (!(target.name in CHOICES)) return undefined;
  showStatus("");
  const kept = savePreference(target.name, target.type === "checkbox" ? target.checked
    : parseValue(target.name, target.value));
  if (target.name === "vibration") playCue("turn");
  showStatus(await kept ? form.dataset.kept : form.dataset.failed);
  return undefined;
}

/** Show a status for a while, since it covers a line of the page. @param {string} text */
function showStatus(text) {
  status.textContent = text;
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => { status.textContent = ""; }, STATUS_TIME);
}

showChoices(getPreferences());
subscribePreferences(showChoices);
form.addEventListener("change", handleChange);
soundButton.addEventListener("click", () => playCue("end"));
form.querySelector("[data-no-vibration]").hidden = canVibrate();
form.querySelector("[data-save]").hidden = true;
