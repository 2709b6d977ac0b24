/** How a phone shakes: milliseconds of shaking, and of rest between. */

export const SHAKES = Object.freeze({
  card: [12],
  trick: [18, 40, 18],
  goblins: [10, 30, 10, 30, 10],
  knights: [50, 30, 20],
  undead: [90],
  dwarves: [30, 60, 30],
  doppelgangers: [20, 80, 20],
  vote: [15, 30, 30],
  turn: [40],
  end: [40, 60, 40, 60, 90],
  challenge: [50, 40, 50],
  time: [60, 40, 60, 40, 60],
  sat: [30, 90, 30],
  rematch: [30, 60, 30, 60, 30],
});
