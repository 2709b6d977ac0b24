/** Views of a table, as far as pad and display read them. */
import { createTrick } from "../../static/js/companion/state.js";

const COPIES = { left: { G0: 5, G1: 1, K5: 1, U3: 1 }, off: {} };
const pad = () => structuredClone(COPIES);

/** The first trick: Ana (seat 0) plays on this device and leads; nothing is logged. */
export const view = (version, changes = {}) => ({
  version, status: "playing", depth: "every", phase: 1, trick: 1, leader: 0, turn: 0, names: ["Ana", "Bram"],
  you: { device: 1, seats: [0], role: "player", host: true }, joinable: false, locked: false, frozen: false,
  changes: [], handovers: [], ask: [ask("revealed"), ask("lead"), ask("follow")], missing: [], tricks: [],
  requests: [], undo: null, seats: [{ devices: [1] }, { devices: [2] }],
  pads: { recruit: pad(), play: pad(), support: pad() }, confirmed: [null, null], result: null, factions: [],
  ...changes,
});

/** A question of the server. */
export const ask = (place, { phase = 1, trick = 1, ...more } = {}) =>
  ({ phase, trick, place, seat: 0, mine: true, private: false, optional: false, pad: "play", text: place, ...more });

/** A trick with what is known of it. */
export const trick = (phase, number, cards) => ({ ...createTrick(phase, number), ...cards });

/** An entry of the log as it is sent. */
export const log = (place, card, { phase = 1, trick: number = 1, id = `${phase}.${number}.${place}` } = {}) =>
  ({ type: "log", phase, trick: number, place, card, id });
