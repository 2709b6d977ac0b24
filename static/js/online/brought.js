/** What the page came with is said at the table itself, where it moves nothing. */

/**
 * Takes the sentences above the table away, and gives them as what is said there.
 * @param {Document} page
 * @returns {{kind: "bad"|"info", text: string, stays: true}|null} it stays until the reader plays a card
 */
export function brought(page) {
  const list = page.querySelector(".messages");
  if (!list) return null;
  const said = [...list.querySelectorAll(".message")];
  list.remove();
  const kind = said.some((one) => one.classList.contains("error")) ? "bad" : "info";
  return said.length ? { kind, text: said.map((one) => one.textContent.trim()).join(" "), stays: true } : null;
}
