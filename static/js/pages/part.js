// Adds this browser's part to the form that makes or joins a game. Without this script the game goes without the part.
import { gives, NEW, partFor } from "../shared/promises.js";

const forms = document.querySelectorAll("form[data-commitment]");
const nameOf = ({ dataset }) => dataset.game ?? NEW;

function fill(form) {
  form.elements.part.value = partFor(nameOf(form), form.dataset.commitment);
}

/** Another tab may have sent a part to the same deal. */
function sent(event) {
  const form = event.currentTarget;
  fill(form);
  gives(nameOf(form), form.dataset.commitment, form.elements.part.value);
}

/** A page out of the browser's memory still holds the ticket that it has used. */
async function renew(form) {
  if (!form.dataset.tickets) return;
  const answer = await fetch(form.dataset.tickets, { headers: { Accept: "application/json" }, cache: "no-store" });
  const { ticket, commitment } = await answer.json();
  form.dataset.commitment = commitment;
  form.elements.ticket.value = ticket;
  fill(form);
}

for (const form of forms) {
  fill(form);
  form.addEventListener("submit", sent);
}
// Offline, the old ticket stays, and the site says that a part is missing.
const again = () => Promise.all([...forms].map(renew)).catch(() => {});
addEventListener("pageshow", (event) => event.persisted && again());
