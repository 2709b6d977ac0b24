// After a while without anybody, the page that waits offers an opponent of the site.

/** Milliseconds for which somebody may still come by. */
export const PATIENCE = 15_000;

/**
 * Shows the offer of a page when nobody came; a page without one shows nothing.
 * @param {Document} page @param {(then: () => void, after: number) => unknown} [later]
 */
export function offer(page, later = setTimeout) {
  const form = page.querySelector("[data-offer]");
  if (form) later(() => form.removeAttribute("hidden"), PATIENCE);
}
