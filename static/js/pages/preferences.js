// Each choice holds as soon as it is made. Without this script the page is a form with a button.
import { canShake, cue } from "../shared/cues.js";
import { CHOICES, prefer, preferences, watchPreferences } from "../shared/preferences.js";

const form = document.querySelector("[data-preferences-form]");
const status = form.querySelector("[data-status]");
const hearing = form.querySelector("[data-try-sound]");

const LONG_ENOUGH = 4_000;
let said = null;

const fieldsOf = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
/** As a form says it. @param {string} name @param {string} text */
const valueOf = (name, text) => CHOICES[name].find((value) => String(value) === text);

function show(now) {
  for (const [name, value] of Object.entries(now)) {
    for (const field of fieldsOf(name)) {
      field.checked = field.type === "checkbox" ? value : field.value === String(value);
    }
  }
  hearing.hidden = !now.sound;
}

async function changed({ target }) {
  if (target.name === "language") return form.requestSubmit();
  if (!(target.name in CHOICES)) return undefined;
  say("");
  const kept = prefer(target.name, target.type === "checkbox" ? target.checked : valueOf(target.name, target.value));
  if (target.name === "vibration") cue("turn");
  say(await kept ? form.dataset.kept : form.dataset.failed);
  return undefined;
}

/** For a while: it covers a line of the page. @param {string} text */
function say(text) {
  status.textContent = text;
  clearTimeout(said);
  said = setTimeout(() => { status.textContent = ""; }, LONG_ENOUGH);
}

show(preferences());
watchPreferences(show);
form.addEventListener("change", changed);
hearing.addEventListener("click", () => cue("end"));
form.querySelector("[data-no-vibration]").hidden = canShake();
form.querySelector("[data-save]").hidden = true;
