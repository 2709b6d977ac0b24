/** The keyboard on the pad: arrows over the grid, a faction's letter and then a digit, undo and cancel. */
import { FACTIONS } from "../shared/texts.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const EDGES = { Home: "start", End: "end" };

/**
 * @param {HTMLElement} root
 * @param {object} act `key(code)`, `letter(letter|null)`, `letterNow()`, `undo()`, `cancel()`, `grid()`, `padOpen()`,
 *   `shortcuts()`
 */
export function listen(root, act) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select") || document.querySelector("dialog[open]");
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (move(root, event.key, act) || command(event, act)) event.preventDefault();
  });
}

/** @returns {boolean} whether the key meant something */
function command(event, act) {
  if (act.shortcuts() && character(event.key.toUpperCase(), act)) return true;
  if (event.key === "Backspace") return act.letterNow() ? act.letter(null) : act.undo(), true;
  if (event.key === "Escape") return act.letterNow() ? act.letter(null) : act.cancel(), true;
  return false;
}

/** Whoever speaks to the machine, or hits keys by accident, can do without keys that act by themselves. */
function character(key, act) {
  if (/^[0-9]$/.test(key) && act.letterNow()) return act.key(act.letterNow() + key), true;
  if (FACTIONS.includes(key) && act.padOpen()) return act.letter(key), true;
  return false;
}

function move(root, key, act) {
  const code = document.activeElement?.dataset?.card;
  if (!code || !(key in STEPS || key in EDGES)) return false;
  const grid = act.grid();
  const to = key in EDGES ? edge(grid, code, EDGES[key]) : step(grid, code, STEPS[key]);
  root.querySelector(`[data-card="${to}"]`)?.focus();
  return true;
}

function place(grid, code) {
  const row = grid.findIndex((line) => line.includes(code));
  return [row, grid[row].indexOf(code)];
}

function step(grid, code, [down, right]) {
  const [row, column] = place(grid, code);
  return grid[row + down]?.[column + right] ?? code;
}

function edge(grid, code, side) {
  const line = grid[place(grid, code)[0]].filter(Boolean);
  return side === "start" ? line[0] : line.at(-1);
}
