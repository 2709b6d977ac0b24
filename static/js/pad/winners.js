/**
 * Which answers win, as a table: the rules themselves are the server's alone, and a test holds this to them.
 * A row for each card led and a bit for each answer, both in the order of the pad: Goblins, Knights from 2, Undead,
 * Dwarves, Doppelgängers.
 */
const WINS = `
  7fffc00001ff 3fffc00000ff 1fffc000007f 0fffc000003f 07ffc000001f 03ffc000000f 01ffc0000007 00ffc0000003
  007fc0000001 003fc0000000 001fc000007f 000fc000003f 0007c000001f 0003c000000f 0001c0000007 0000c0000003
  000040000001 000000000000 00001ff001ff 00000ff000ff 000007f0007f 000003f0003f 000001f0001f 000000f0000f
  000000700007 000000300003 000000100001 000000000000 00000007fdff 00000003fcff 00000001fc7f 00000000fc3f
  000000007c1f 000000003c0f 000000001c07 000000000c03 000000000401 000000000000 0000000001ff 0000000000ff
  00000000007f 00000000003f 00000000001f 00000000000f 000000000007 000000000003 000000000001 000000000000
`.trim().split(/\s+/).map((row) => BigInt(`0x${row}`));

const CARDS = ["G", "K", "U", "D", "P"].flatMap((letter) =>
  Array.from({ length: 10 }, (_, value) => letter + value)).filter((code) => code !== "K0" && code !== "K1");

/** @param {string} lead @param {string} follow @returns {boolean} whether the answer wins the trick */
export function answerWins(lead, follow) {
  const bit = BigInt(CARDS.length - 1 - CARDS.indexOf(follow));
  return ((WINS[CARDS.indexOf(lead)] >> bit) & 1n) === 1n;
}
