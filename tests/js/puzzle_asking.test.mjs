/** Nothing is answered that was not sent as an answer, and every answer is heard before it is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asking } from "../../static/js/puzzle/asking.js";

const ok = { ok: true, data: { done: false } };

function line(answer = ok) {
  const asked = [];
  return {
    asked,
    look: async () => (asked.push("look"), answer),
    answer: async (fields) => (asked.push(fields), answer),
  };
}

test("without a card it is looked at, and with cards they are sent", async () => {
  const one = line();
  const ask = asking(one, false, () => {});
  await ask([]);
  await ask(["G3", "K2"]);
  assert.deepEqual(one.asked, ["look", { played: "G3,K2" }]);
});

test("who wants the answer asks for it", async () => {
  const one = line();
  await asking(one, true, () => {})([]);
  assert.deepEqual(one.asked, [{ show: "1" }]);
});

test("what is answered is heard first and given on", async () => {
  const heard = [];
  assert.equal(await asking(line(), false, (data) => heard.push(data))([]), ok);
  assert.deepEqual(heard, [ok.data]);
});

test("a refusal is given on and not heard", async () => {
  const heard = [];
  const refusal = { ok: false, status: 409, code: "must_follow", data: null };
  assert.equal(await asking(line(refusal), false, (data) => heard.push(data))(["G3"]), refusal);
  assert.deepEqual(heard, []);
});
