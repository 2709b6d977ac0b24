/**
 * Sounds of the game, synthesized by the browser: each is a few short tones and breaths of noise.
 *
 * `cues.js` loads this after the page, where the person wants sound.
 *
 * @typedef {object} Tone
 * @property {number} at seconds after the beginning
 * @property {number} long seconds until it has died away
 * @property {number} loud 0 to 1
 * @property {OscillatorType|"noise"} wave
 * @property {number} pitch in Hz; of noise: where its band lies
 * @property {number} [to] the pitch at the end
 * @property {number} [rise] seconds until it is at its loudest
 */

const RISE = 0.004;
const SILENT = 0.0001;
/** Partials of an anvil and a glass: factor of the pitch, and loudness. */
const ANVIL = [[1, 1], [2.76, 0.4], [5.4, 0.16]];
const GLASS = [[1, 1], [2, 0.35], [4.1, 0.12]];

const toneOf = (wave) => (at, pitch, long, loud, more) => ({ at, wave, pitch, long, loud, ...more });
const sine = toneOf("sine");
const triangle = toneOf("triangle");
const noise = toneOf("noise");
const struck = (partials) => (at, pitch, long, loud) =>
  partials.map(([times, part]) => sine(at, pitch * times, long / Math.sqrt(times), loud * part));
const glass = struck(GLASS);
const anvil = struck(ANVIL);
const horn = (at, pitch, long, loud) =>
  [1, 2, 3].map((times) => triangle(at, pitch * times, long, loud / times, { rise: 0.03 }));
const knock = (at, pitch, loud) =>
  [sine(at, pitch, 0.11, loud, { to: pitch / 2 }), noise(at, pitch * 5, 0.03, loud / 2)];

/** Tones of each sound. @type {Readonly<Record<string, readonly Tone[]>>} */
export const SOUNDS = Object.freeze({
  card: [noise(0, 2_400, 0.07, 0.5, { to: 900 }), sine(0.012, 170, 0.09, 0.45, { to: 80 })],
  trick: [noise(0, 1_100, 0.16, 0.4, { to: 3_200, rise: 0.06 }), ...glass(0.12, 587, 0.3, 0.22),
    ...glass(0.2, 880, 0.35, 0.22)],
  goblins: [659, 494, 698, 523].map((pitch, place) =>
    triangle(place * 0.075, pitch, 0.09, 0.4, { to: pitch * 1.12 })),
  knights: [...horn(0, 392, 0.2, 0.3), ...horn(0.15, 587, 0.5, 0.3)],
  undead: [sine(0, 147, 0.85, 0.4, { to: 110, rise: 0.12 }), sine(0, 156, 0.8, 0.3, { to: 113, rise: 0.15 }),
    noise(0.05, 500, 0.7, 0.16, { to: 260, rise: 0.25 })],
  dwarves: [...anvil(0, 620, 0.35, 0.3), ...anvil(0.19, 830, 0.5, 0.3), noise(0, 3_000, 0.03, 0.3)],
  doppelgangers: [...glass(0, 740, 0.3, 0.3), ...glass(0.16, 748, 0.5, 0.22), ...glass(0.16, 733, 0.5, 0.22)],
  vote: [...glass(0, 1_047, 0.3, 0.3), ...glass(0.09, 1_568, 0.5, 0.3)],
  turn: [sine(0, 392, 0.22, 0.45), ...glass(0.11, 523, 0.4, 0.3)],
  end: [...[523, 659, 784].flatMap((pitch, place) => glass(place * 0.11, pitch, 0.6, 0.22)),
    ...glass(0.33, 1_047, 0.62, 0.26), ...horn(0.33, 262, 0.55, 0.12)],
  challenge: [...horn(0, 392, 0.2, 0.26), ...horn(0.16, 523, 0.22, 0.26), ...horn(0.34, 659, 0.5, 0.26)],
  time: [0, 0.16, 0.32].flatMap((at) => [sine(at, 988, 0.1, 0.4), ...glass(at, 1_976, 0.12, 0.14)]),
  start: [...knock(0, 230, 0.6), ...knock(0.15, 230, 0.6), ...glass(0.34, 659, 0.5, 0.26)],
  rematch: [...glass(0, 523, 0.3, 0.28), ...glass(0.12, 392, 0.3, 0.28), ...glass(0.24, 523, 0.3, 0.28),
    ...glass(0.36, 784, 0.5, 0.28)],
});

/** Return the seconds that a sound lasts. @param {string} name @returns {number} */
export const getLength = (name) => Math.max(...SOUNDS[name].map(({ at, long }) => at + long));

/** Play a sound. @param {BaseAudioContext} context @param {string} name @param {number} [from] */
export function play(context, name, from = context.currentTime) {
  for (const one of SOUNDS[name]) startTone(context, one, from + one.at);
}

function startTone(context, one, from) {
  const source = one.wave === "noise" ? createNoiseSource(context)
    : Object.assign(context.createOscillator(), { type: one.wave });
  const last = one.wave === "noise" ? source.connect(createBandFilter(context, one, from)) : source;
  const swell = context.createGain();
  if (one.wave !== "noise") rampFrequency(source.frequency, one, from);
  rampGain(swell.gain, one, from);
  last.connect(swell).connect(context.destination);
  source.start(from);
  source.stop(from + one.long);
}

function rampGain(gain, { loud, long, rise = RISE }, from) {
  gain.setValueAtTime(SILENT, from);
  gain.exponentialRampToValueAtTime(loud, from + rise);
  gain.exponentialRampToValueAtTime(SILENT, from + long);
}

function rampFrequency(frequency, { pitch, to = pitch, long }, from) {
  frequency.setValueAtTime(pitch, from);
  frequency.exponentialRampToValueAtTime(to, from + long);
}

function createBandFilter(context, one, from) {
  const filter = Object.assign(context.createBiquadFilter(), { type: "bandpass" });
  rampFrequency(filter.frequency, one, from);
  return filter;
}

const noiseBuffers = new WeakMap();

/** Create a source of noise, the same half second over and over, so that a sound is always the same. */
function createNoiseSource(context) {
  if (!noiseBuffers.has(context)) noiseBuffers.set(context, createNoise(context));
  return Object.assign(context.createBufferSource(), { buffer: noiseBuffers.get(context), loop: true });
}

function createNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let place = 0; place < samples.length; place += 1) {
    seed = (seed * 16_807) % 2_147_483_647;
    samples[place] = seed / 1_073_741_823.5 - 1;
  }
  return buffer;
}
