/** Waits until somebody at the table lets this phone in. */
import { fetchJson } from "../shared/send.js";

const EVERY = 2_000;
const page = document.getElementById("asking");

async function look() {
  const answer = await fetchJson(page.dataset.asked);
  const { state, url } = answer.data ?? {};
  if (state === "in") return location.replace(url);
  if (state === "turned_away" || answer.status === 403) return turnedAway();
  setTimeout(look, EVERY);
}

function turnedAway() {
  const text = gettext("The table said no. Ask the people there, and scan the code again.");
  page.querySelector("[data-status]").textContent = text;
}

setTimeout(look, EVERY);
