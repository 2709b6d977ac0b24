/** A line that is played out waits until each finished trick has been looked at. */

const LOOKED_AT = ".court.done";

/** @param {HTMLElement} table @returns {Promise<void>} done once no finished trick lies on it */
export function looked(table) {
  return new Promise((resolve) => {
    const watch = new MutationObserver(look);
    watch.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    look();
    function look() {
      if (table.querySelector(LOOKED_AT)) return;
      watch.disconnect();
      resolve();
    }
  });
}
