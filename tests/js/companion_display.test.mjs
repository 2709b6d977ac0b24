/** Tests of the display: its scenes, values of a view, and announcements. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalogue.mjs";
import {
  getPlace, getScene, getStageTrick, isLeader, listUnassigned, listUncounted, listUndead,
} from "../../static/js/companion/display/scene.js";
import { createSpeech, findVoice, listAnnouncements } from "../../static/js/companion/display/speech.js";
import { trick, view } from "./table_views.mjs";

const told = (number, story) => trick(1, number, { over: true, logged: ["lead"], story });
const faction = (letter, counts) => ({ faction: letter, counts, certain: false, vote: null, ahead: null });
const shown = (version, changes = {}) => view(version, { slips: [], factions: [], ...changes });

test("each depth has its own scene", () => {
  const scene = (changes) => getScene(view(1, changes), null);
  assert.equal(scene({}), "tricks");
  assert.equal(scene({ depth: "scoring" }), "undead");
  assert.equal(scene({ depth: "scoring", phase: 2 }), "tricks");
  assert.equal(scene({ depth: "piles" }), "piles");
  assert.equal(scene({ depth: "piles", status: "finished" }), "over");
});

test("the way in stands in the middle only when it is there and nothing was logged", () => {
  assert.equal(getScene(view(1, { status: "gathering" }), null), "tricks");
  assert.equal(getScene(view(1, { status: "gathering" }), {}), "gathering");
  assert.equal(getScene(view(1), {}), "tricks");
});

test("until its first card the trick before stays", () => {
  const before = told(1, "Ana won.");
  assert.deepEqual(getStageTrick(view(1, { trick: 2, tricks: [before] })), { trick: before, done: true });
  const now = getStageTrick(view(1, { trick: 2, tricks: [before, trick(1, 2, { revealed: "K5" })] }));
  assert.deepEqual([now.trick.revealed, now.trick.leader, now.done], ["K5", 0, false]);
});

test("a card lies on the side of who played it, or between them while nobody knows", () => {
  assert.deepEqual([getPlace(0, { leader: 0 }), getPlace(1, { leader: 0 }), getPlace(0, { leader: null })],
    ["lead", "follow", null]);
  assert.deepEqual(listUnassigned(trick(1, 1, { leader: null, lead: "K5" })), ["lead"]);
  assert.deepEqual(listUnassigned(trick(1, 1, { leader: 1, lead: "K5" })), []);
  assert.deepEqual([isLeader(view(1), 0, "tricks"), isLeader(view(1), 1, "tricks"), isLeader(view(1), 0, "over")],
    [true, false, false]);
});

test("what phase one scores is had by a side or missing", () => {
  const pads = { undead: { left: { U3: 1, U9: 1 }, off: { U5: "seen", U1: "seen" } } };
  assert.deepEqual(listUndead(view(1, { pads, score: [["K5", "U5"], ["U1"]] })),
    { all: ["U1", "U3", "U5", "U9"], piles: [["U5"], ["U1"]], missing: ["U3", "U9"] });
});

test("a pile whose highest cards are asked for is not counted to the end", () => {
  const piles = [{ asks: null }, { asks: "highest" }, { asks: "counts" }];
  assert.deepEqual(listUncounted(piles), piles.slice(1));
});

test("what stood there at first is not said, and a story only once", () => {
  const first = shown(1, { tricks: [told(1, "Ana won.")] });
  const second = shown(2, { tricks: [told(1, "Ana won."), told(2, "Bram won.")] });
  assert.deepEqual(listAnnouncements(first, null), []);
  assert.deepEqual(listAnnouncements(second, first), ["Bram won."]);
  assert.deepEqual(listAnnouncements(second, second), []);
});

test("counts are said where no trick is logged", () => {
  const before = { factions: [faction("U", [0, 0])] };
  const after = { factions: [faction("U", [1, 0])] };
  const said = (changes) => listAnnouncements(shown(2, { ...after, ...changes }), shown(1, { ...before, ...changes }));
  assert.deepEqual(said({ depth: "piles" }), ["Undead: Ana 1, Bram 0. Nobody is ahead."]);
  assert.deepEqual(said({ depth: "scoring" }), ["Undead: Ana 1, Bram 0. Nobody is ahead."]);
  assert.deepEqual(said({ depth: "scoring", phase: 2 }), []);
  assert.deepEqual(said({}), []);
});

test("a slip and the end are said", () => {
  const slip = { key: "a", text: "Bram did not follow.", stands: false };
  assert.deepEqual(listAnnouncements(shown(2, { slips: [slip] }), shown(1)), ["Bram did not follow."]);
  assert.deepEqual(listAnnouncements(shown(2, { slips: [{ ...slip, stands: true }] }), shown(1)), []);
  const end = shown(2, { status: "finished", result: { text: "Ana wins." } });
  assert.deepEqual(listAnnouncements(end, shown(1)), ["Ana wins."]);
  assert.deepEqual(listAnnouncements(end, end), []);
});

const voice = (lang, localService = false) => ({ lang, localService });

test("a voice speaks the language of the page, of its region first, and needs no network where it can", () => {
  const voices = [voice("de-DE", true), voice("zh-CN", true), voice("zh-TW"), voice("nl-BE"), voice("nl_NL", true)];
  assert.equal(findVoice(voices, "nl"), voices[4]);
  assert.equal(findVoice(voices, "zh-Hant"), voices[2]);
  assert.equal(findVoice(voices, "id"), null);
});

/** A browser with these voices, and what it was made to say. */
function talker(voices) {
  const said = [];
  class SpeechSynthesisUtterance extends EventTarget {
    constructor(text) {
      super();
      this.text = text;
    }
  }
  const speechSynthesis = { getVoices: () => voices, speak: (words) => said.push(words), cancel: () => {} };
  return { said, browser: { speechSynthesis, SpeechSynthesisUtterance } };
}

test("sentences are said in the language of the page", () => {
  const { said, browser } = talker([voice("nl-NL")]);
  createSpeech(browser, "nl", assert.fail).say(["Een.", "Twee."]);
  assert.deepEqual(said.map(({ text, lang }) => [text, lang]), [["Een.", "nl-NL"], ["Twee.", "nl-NL"]]);
});

test("without a voice for it, and where the browser waits for a tap, that is told", () => {
  const why = [];
  const { said, browser } = talker([voice("nl-NL")]);
  createSpeech(browser, "id", (one) => why.push(one)).say(["Satu."]);
  assert.deepEqual([why, said], [["no-voice"], []]);
  createSpeech(browser, "nl", (one) => why.push(one)).say(["Een."]);
  said[0].dispatchEvent(Object.assign(new Event("error"), { error: "not-allowed" }));
  said[0].dispatchEvent(Object.assign(new Event("error"), { error: "canceled" }));
  assert.deepEqual(why, ["no-voice", "blocked"]);
});

test("voices that are not known yet are looked for by the browser; one that cannot speak is none", () => {
  const { said, browser } = talker([]);
  createSpeech(browser, "id", assert.fail).say(["Satu."]);
  assert.equal(said[0].lang, "id");
  assert.equal(createSpeech({}, "id", assert.fail), null);
});
