/** State that a page load brings: the view that this tab showed last, and messages of the server. */

const getKey = (socket) => `shown:${socket}`;

/** Load the view that this tab showed last. @param {string} socket its path @returns {object|null} */
export function loadShownView(socket) {
  try {
    return JSON.parse(sessionStorage.getItem(getKey(socket)));
  } catch {
    return null;
  }
}

/** Statuses whose views are not saved, since the next person at this tab must not see the cards. */
const OVER = ["finished", "called_off"];

/** Save the view that this tab shows. @param {string} socket @param {object} view */
export function saveShownView(socket, view) {
  try {
    if (OVER.includes(view.status)) sessionStorage.removeItem(getKey(socket));
    else sessionStorage.setItem(getKey(socket), JSON.stringify(view));
  } catch {
    // A browser that keeps nothing shows the newest view after a reload.
  }
}

/**
 * Take the server's messages out of the page, and return them as a note.
 * @param {Document} page
 * @returns {{kind: "bad"|"info", text: string, stays: true}|null} it stays until the reader plays a card
 */
export function takeServerMessages(page) {
  const list = page.querySelector(".messages");
  if (!list) return null;
  const said = [...list.querySelectorAll(".message")];
  list.remove();
  const kind = said.some((one) => one.classList.contains("error")) ? "bad" : "info";
  return said.length ? { kind, text: said.map((one) => one.textContent.trim()).join(" "), stays: true } : null;
}
