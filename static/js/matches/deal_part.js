/**
 * Part of this browser to a deal, added to the forms that create or join a game.
 *
 * Without this script the game goes without the part.
 */
import { getPart, NEW_GAME, savePart } from "../shared/commitments.js";

const forms = document.querySelectorAll("form[data-commitment]");
const getKey = ({ dataset }) => dataset.game ?? NEW_GAME;

function fillPart(form) {
  form.elements.part.value = getPart(getKey(form), form.dataset.commitment);
}

/** Save the part on submit. Another tab may have sent one to the same deal. */
function handleSubmit(event) {
  const form = event.currentTarget;
  fillPart(form);
  savePart(getKey(form), form.dataset.commitment, form.elements.part.value);
}

/** Renew the ticket of a page that the browser restored from memory. */
async function renewTicket(form) {
  if (!form.dataset.tickets) return;
  const answer = await fetch(form.dataset.tickets, { headers: { Accept: "application/json" }, cache: "no-store" });
  const { ticket, commitment } = await answer.json();
  form.dataset.commitment = commitment;
  form.elements.ticket.value = ticket;
  fillPart(form);
}

for (const form of forms) {
  fillPart(form);
  form.addEventListener("submit", handleSubmit);
}
// Offline, the old ticket stays, and the site says that a part is missing.
const renewTickets = () => Promise.all([...forms].map(renewTicket)).catch(() => {});
addEventListener("pageshow", (event) => event.persisted && renewTickets());
