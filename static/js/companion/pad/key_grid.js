/** Grid of card keys: its rows, and keyboard navigation over them. */
import { FACTIONS } from "../../shared/texts.js";

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Knights begin at 2. */
const isCard = (code) => code !== "K0" && code !== "K1";

/**
 * Lay out the keys in rows. Upright, rows with a likely card are the lowest, near the thumb.
 * @param {{wide: boolean, turned: boolean, likely: string[]|null}} order @returns {(string|null)[][]}
 */
export function layoutKeys({ wide, turned, likely }) {
  const digits = turned === wide ? [...DIGITS].reverse() : DIGITS;
  const grid = wide ? FACTIONS.map((letter) => digits.map((digit) => letter + digit))
    : digits.map((digit) => FACTIONS.map((letter) => letter + digit));
  const found = grid.map((row) => row.map((code) => (isCard(code) ? code : null)));
  if (wide || !likely) return found;
  const near = (row) => row.some((code) => likely.includes(code));
  return [...found.filter((row) => !near(row)), ...found.filter(near)];
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const EDGES = { Home: "start", End: "end" };

/**
 * Listen to the keyboard.
 * @param {HTMLElement} root
 * @param {object} act `key(code)`, `letter(letter|null)`, `letterNow()`, `undo()`, `cancel()`, `grid()`, `padOpen()`,
 *   `shortcuts()`
 */
export function listenKeyboard(root, act) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select") || document.querySelector("dialog[open]");
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (moveFocus(root, event.key, act) || runCommand(event, act)) event.preventDefault();
  });
}

/** @returns {boolean} whether the key meant something */
function runCommand(event, act) {
  if (act.shortcuts() && typeCharacter(event.key.toUpperCase(), act)) return true;
  if (event.key === "Backspace") return act.letterNow() ? act.letter(null) : act.undo(), true;
  if (event.key === "Escape") return act.letterNow() ? act.letter(null) : act.cancel(), true;
  return false;
}

/** Type a letter or digit, unless shortcuts are off for speech input and stray keys. */
function typeCharacter(key, act) {
  if (/^[0-9]$/.test(key) && act.letterNow()) return act.key(act.letterNow() + key), true;
  if (FACTIONS.includes(key) && act.padOpen()) return act.letter(key), true;
  return false;
}

function moveFocus(root, key, act) {
  const code = document.activeElement?.dataset?.card;
  if (!code || !(key in STEPS || key in EDGES)) return false;
  const grid = act.grid();
  const to = key in EDGES ? getEdge(grid, code, EDGES[key]) : stepFrom(grid, code, STEPS[key]);
  root.querySelector(`[data-card="${to}"]`)?.focus();
  return true;
}

function findKey(grid, code) {
  const row = grid.findIndex((line) => line.includes(code));
  return [row, grid[row].indexOf(code)];
}

function stepFrom(grid, code, [down, right]) {
  const [row, column] = findKey(grid, code);
  return grid[row + down]?.[column + right] ?? code;
}

function getEdge(grid, code, side) {
  const line = grid[findKey(grid, code)[0]].filter(Boolean);
  return side === "start" ? line[0] : line.at(-1);
}
