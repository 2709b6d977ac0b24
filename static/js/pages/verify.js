// Checks the deal of a record in this browser. Nothing of the record leaves it.
import { remembers } from "../shared/promises.js";
import { fetchJson } from "../shared/send.js";
import { check } from "../shared/shuffle.js";

const page = document.querySelector("[data-verify]");
const answer = page.querySelector("[data-answer]");
const text = page.querySelector("#record");
const file = page.querySelector("#file");
const CODE = /\b[2-9A-HJ-NP-Z]{8}\b/;

/** Shows the sentences with these names, and no others. */
function say(...names) {
  for (const one of page.querySelectorAll("[data-says]")) one.hidden = !names.includes(one.dataset.says);
  answer.hidden = false;
  answer.focus();
}

/** @param {string} content of a file @param {string|null} code of its game, where it is known */
function judge(content, code) {
  const record = decoded(content);
  const verdict = check(record);
  answer.dataset.verdict = verdict;
  if (verdict !== "verified") return say(verdict);
  const memory = remembers(code, record);
  if (memory === "other") answer.dataset.verdict = "other_promise";
  return say(memory === "other" ? "other_promise" : "verified", ...missing(record), `memory_${memory}`);
}

function decoded(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** Whose part is missing, by seat. */
function missing({ seats, shuffle: { parts } }) {
  page.querySelectorAll("[data-seat]").forEach((one) => { one.textContent = seats[Number(one.dataset.seat)]; });
  if (!parts[0] && !parts[1]) return ["no_part"];
  return [0, 1].filter((seat) => !parts[seat]).map((seat) => `no_part_${seat}`);
}

/** The record of the game that the address names, which only this site is asked for. */
async function open(code) {
  const found = await fetchJson(page.dataset.record.replace("AAAAAAAA", code));
  if (found.ok) {
    text.value = JSON.stringify(found.data);
    return judge(text.value, code);
  }
  page.querySelector("[data-says=refused]").textContent = found.message;
  return say("refused");
}

file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  text.value = (await chosen.text()).replace(/^\ufeff/, "");
  judge(text.value, CODE.exec(chosen.name)?.[0] ?? null);
});
page.querySelector("#check").addEventListener("click", () => judge(text.value, null));
page.querySelector("[data-tools]").hidden = false;

const asked = CODE.exec(new URLSearchParams(location.search).get("game")?.toUpperCase() ?? "");
if (asked) open(asked[0]);
