/**
 * The bell in the header: the games that wait for a card of the person. Its template is templates/parts/bell.html.
 *
 * @typedef {{text: string, url: string}} Waiting
 */

/** @param {HTMLElement|null} bell @param {{label: string, games: Waiting[]}} waiting as the server says it */
export function ring(bell, { label, games }) {
  if (!bell) return;
  const count = bell.querySelector(".bell-count");
  const list = bell.querySelector("[data-bell-games]");
  const shown = [...list.children].map((link) => link.textContent + link.getAttribute("href")).join("\n");
  if (shown !== games.map(({ text, url }) => text + url).join("\n")) list.replaceChildren(...games.map(line));
  count.hidden = !games.length;
  count.textContent = String(games.length);
  bell.querySelector("[data-bell-none]").hidden = Boolean(games.length);
  bell.querySelector("[data-bell-label]").textContent = label;
}

const line = ({ text, url }) => Object.assign(document.createElement("a"), { href: url, textContent: text });
