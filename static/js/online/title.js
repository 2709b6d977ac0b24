/** The tab: its title says whose turn it is, its icon gets a dot while the page is not looked at. */
import { tabTitle } from "./texts.js";

const plain = document.title;
const icon = document.querySelector('link[rel~="icon"]');
const usual = icon?.href;

/** @param {import("./scene.js").Scene|null} scene @param {string} dotted address of the icon with a dot */
export function showTurn(scene, dotted) {
  const title = tabTitle(scene, plain);
  if (document.title !== title) document.title = title;
  if (!icon || !dotted) return;
  const wanted = document.hidden && title !== plain ? dotted : usual;
  if (icon.href !== wanted) icon.href = wanted;
}
