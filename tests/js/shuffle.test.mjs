/** Tests of the verification of deals: it agrees with the server's, and finds every change. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { computeCommitment, dealCards, verifyDeal } from "../../static/js/shared/shuffle.js";

const VECTORS = JSON.parse(readFileSync(`${import.meta.dirname}/deals.json`, "utf8"));

const row = ({ hands, deck }) => [...hands, deck].flat().join("");

function record(vector) {
  const { leader, cards, ...shuffle } = vector;
  const codes = cards.match(/../g);
  const hands = [codes.slice(0, 13), codes.slice(13, 26)];
  return structuredClone({
    format: "claim-record/1", seats: ["Ana", "Bram"], leader, hands, deck: codes.slice(26), plays: [], shuffle,
  });
}

const changed = (change) => {
  const one = record(VECTORS[7]);
  change(one);
  return verifyDeal(one);
};

test("all deals are those of the site", () => {
  assert.equal(VECTORS.length, 200);
  for (const vector of VECTORS) {
    const deal = dealCards(vector);
    assert.deepEqual([deal.leader, row(deal)], [vector.leader, vector.cards]);
    assert.equal(computeCommitment(vector.seed), vector.commitment);
    assert.equal(verifyDeal(record(vector)), "verified");
  }
});

test("a flipped bit is found", () => {
  const flip = (text, at) => text.replace(/./g, (digit, place) =>
    (place === at ? (parseInt(digit, 16) ^ 1).toString(16) : digit));
  for (let at = 0; at < 64; at += 1) {
    assert.equal(changed(({ shuffle }) => { shuffle.seed = flip(shuffle.seed, at); }), "other_seed");
    assert.equal(changed(({ shuffle }) => { shuffle.commitment = flip(shuffle.commitment, at); }), "other_seed");
    for (const seat of [0, 1]) {
      const verdict = changed(({ shuffle }) => { shuffle.parts[seat] = flip(shuffle.parts[seat], at); });
      assert.equal(verdict, "other_cards");
    }
  }
});

test("so is a part left out or moved, another lead, and cards in other places", () => {
  assert.equal(changed(({ shuffle }) => { shuffle.parts[0] = null; }), "other_cards");
  assert.equal(changed(({ shuffle }) => { shuffle.parts.reverse(); }), "other_cards");
  assert.equal(changed((one) => { one.leader = 1 - one.leader; }), "other_lead");
  assert.equal(changed((one) => { one.hands.reverse(); }), "other_cards");
  assert.equal(changed(({ deck }) => deck.reverse()), "other_cards");
  assert.equal(changed(({ hands }) => hands[0].push(hands[1].shift())), "other_cards");
});

test("cards that were played but not dealt are found, in either phase", () => {
  const plays = ({ hands }) => hands.flat();
  assert.equal(changed((one) => { one.plays = plays(one); }), "verified");
  assert.equal(changed((one) => { one.plays = [...plays(one), ...one.deck]; }), "verified");
  assert.equal(changed((one) => { one.plays = [one.deck.find((code) => !plays(one).includes(code))]; }), "other_plays");
  assert.equal(changed((one) => { one.plays = [...plays(one), "K9", "K9"]; }), "other_plays");
});

test("an old record has none, and what is no record is told from one that does not match", () => {
  assert.equal(changed((one) => { delete one.shuffle; }), "none");
  for (const bad of [null, 5, "text", [], {}, { format: "claim-table/1" }]) assert.equal(verifyDeal(bad), "unreadable");
  const bad = [
    { format: "claim-record/2" }, { hands: null }, { hands: [[], [5]] }, { deck: "G0" }, { plays: null }, { seats: 5 },
    { shuffle: null }, { shuffle: {} }, { shuffle: { ...record(VECTORS[7]).shuffle, version: "claim-deal/2" } },
    { shuffle: { ...record(VECTORS[7]).shuffle, parts: ["x", null] } },
    { shuffle: { ...record(VECTORS[7]).shuffle, seed: "AB" } },
    { shuffle: { ...record(VECTORS[7]).shuffle, lead: "0" } },
  ];
  for (const change of bad) assert.equal(changed((one) => Object.assign(one, change)), "unreadable");
});
