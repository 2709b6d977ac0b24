/** What the tab says of a page that is open somewhere: its title, and its icon while nobody looks. */

/**
 * @param {Document} page @param {string|undefined} dotted address of the icon with a dot
 * @returns {(text: string|null) => void} says a text before the page's own title, or nothing any more
 */
export function openTab(page, dotted) {
  const plain = page.title;
  const icon = page.querySelector('link[rel~="icon"]');
  const usual = icon?.href;
  let said = null;

  function show() {
    const title = said ? `● ${said} · ${plain}` : plain;
    if (page.title !== title) page.title = title;
    if (!icon || !dotted) return;
    const wanted = said && page.hidden ? dotted : usual;
    if (icon.href !== wanted) icon.href = wanted;
  }

  page.addEventListener("visibilitychange", show);
  return (text) => {
    said = text;
    show();
  };
}
