/** Join request: poll until a player at the table lets this phone in. */
import { getJson } from "../shared/http.js";

const POLL_INTERVAL = 2_000;
const page = document.getElementById("asking");

async function pollState() {
  const answer = await getJson(page.dataset.statusUrl);
  const { state, url } = answer.data ?? {};
  if (state === "in") return location.replace(url);
  if (state === "turned_away" || answer.status === 403) return showDenied();
  setTimeout(pollState, POLL_INTERVAL);
}

function showDenied() {
  const text = gettext("Ask the players at the table, then scan the code again.");
  page.querySelector("h1").textContent = gettext("Your request was denied");
  page.querySelector("[data-status]").textContent = text;
  page.querySelector("[data-pending]").hidden = true;
  page.querySelector("[data-denied]").hidden = false;
}

setTimeout(pollState, POLL_INTERVAL);
