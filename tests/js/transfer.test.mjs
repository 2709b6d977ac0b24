/** The note about a transfer: what it says to each reader, and where it leads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import { findTransferNote } from "../../static/js/shared/transfer.js";

const READER = { you: 0, names: ["Ana", "Bram"], online: false, urls: { transfer: "/offer/", hand: "/hand/" } };
const NO_OFFER = { agreed: [false, false], declined: null, entered: [false, false], game: null };
const offer = (changes) => ({ ...NO_OFFER, ...changes });
const noteOf = (changes, reader = {}) => findTransferNote(offer(changes), { ...READER, ...reader });

test("without an offer nothing is said", () => assert.equal(findTransferNote(null, READER), null));

test("an offer of the opponent asks for an answer", () => {
  assert.deepEqual(noteOf({ agreed: [false, true] }),
    { text: "Bram wants to continue online.", label: "Answer", url: "/offer/", asks: true });
  const { text } = noteOf({ agreed: [false, true] }, { online: true });
  assert.equal(text, "Bram wants to continue with real cards.");
});

test("an own offer can be taken back", () => assert.equal(noteOf({ agreed: [true, false] }).label, "Take back"));

test("once both agreed, the hand is entered", () => {
  assert.equal(noteOf({ agreed: [true, true] }).url, "/hand/");
  assert.equal(noteOf({ agreed: [true, true], entered: [true, false] }).text, "Waiting for Bram's hand …");
});

test("only the player who offered reads that it was declined", () => {
  assert.equal(noteOf({ declined: 1 }).text, "Bram wants to continue here.");
  assert.equal(noteOf({ declined: 0 }), null);
});

test("spectators read only that the game has moved", () => {
  assert.equal(noteOf({ agreed: [true, false] }, { you: null }), null);
  assert.equal(noteOf({ game: "K7MPX2QA" }, { you: null }).text, "This game has moved.");
});
