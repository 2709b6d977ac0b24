/** Offer of a bot on the page that waits for an opponent. */

/** Milliseconds before the offer. */
export const OFFER_AFTER = 15_000;

/**
 * Show the offer of a page later; a page without one shows nothing.
 * @param {Document} page @param {(then: () => void, after: number) => unknown} [later]
 */
export function scheduleOffer(page, later = setTimeout) {
  const form = page.querySelector("[data-offer]");
  if (form) later(() => form.removeAttribute("hidden"), OFFER_AFTER);
}
