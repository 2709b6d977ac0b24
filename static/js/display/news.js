/** What is worth saying aloud when a view replaces the one before. */
import { outcome, tugLabel } from "../table/texts.js";
import { lastTold, over } from "../table/view.js";

/**
 * The sentences that are new since the view before, in the order in which they are to be said.
 * @param {object} view @param {object|null} before nothing is said of what stood there when the page was opened
 * @returns {string[]}
 */
export function fresh(view, before) {
  if (!before) return [];
  const said = [...story(view, before), ...counts(view, before), ...slips(view, before)];
  return over(view) && !over(before) ? [...said, outcome(view)] : said;
}

/** A trick that is over; a correction of an older one is told once more as it is now. */
function story(view, before) {
  const last = lastTold(view);
  return last && last.story !== lastTold(before)?.story ? [last.story] : [];
}

/** Where no trick is logged, the counts are the news. */
function counts(view, before) {
  if (view.depth === "every" || (view.depth === "scoring" && view.phase === 2)) return [];
  const known = (one, index) => one.counts.join() !== before.factions[index].counts.join();
  return view.factions.filter(known).map((one) => tugLabel(one, view.names));
}

function slips(view, before) {
  const told = new Set(before.slips.map((one) => one.key));
  return view.slips.filter((one) => !one.stands && !told.has(one.key)).map((one) => one.text);
}
