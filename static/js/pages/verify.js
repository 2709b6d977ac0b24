/** Verification of a recorded deal in this browser. Nothing of the record leaves it. */
import { compareRecord } from "../shared/commitments.js";
import { getJson } from "../shared/http.js";
import { verifyDeal } from "../shared/shuffle.js";

const page = document.querySelector("[data-verify]");
const answer = page.querySelector("[data-answer]");
const text = page.querySelector("#record");
const file = page.querySelector("#file");
const CODE = /\b[2-9A-HJ-NP-Z]{8}\b/;

/** Show the messages with these names, and no others. */
function showMessages(...names) {
  for (const one of page.querySelectorAll("[data-message]")) one.hidden = !names.includes(one.dataset.message);
  answer.hidden = false;
  answer.focus();
}

/** Verify a record. @param {string} content of a file @param {string|null} code of its game, where it is known */
function checkRecord(content, code) {
  const record = parseRecord(content);
  const verdict = verifyDeal(record);
  answer.dataset.verdict = verdict;
  if (verdict !== "verified") return showMessages(verdict);
  const comparison = compareRecord(code, record);
  if (comparison === "other") answer.dataset.verdict = "other_commitment";
  return showMessages(answer.dataset.verdict, ...listMissingParts(record), `browser_${comparison}`);
}

function parseRecord(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** List the texts about missing parts. */
function listMissingParts({ seats, shuffle: { parts } }) {
  page.querySelectorAll("[data-seat]").forEach((one) => { one.textContent = seats[Number(one.dataset.seat)]; });
  if (!parts[0] && !parts[1]) return ["no_part"];
  return [0, 1].filter((seat) => !parts[seat]).map((seat) => `no_part_${seat}`);
}

/** Load the record of the game in the address, from this site alone. */
async function loadRecord(code) {
  const found = await getJson(page.dataset.record.replace("AAAAAAAA", code));
  if (found.ok) {
    text.value = JSON.stringify(found.data);
    return checkRecord(text.value, code);
  }
  page.querySelector("[data-message=refused]").textContent = found.message;
  return showMessages("refused");
}

file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  text.value = (await chosen.text()).replace(/^\ufeff/, "");
  checkRecord(text.value, CODE.exec(chosen.name)?.[0] ?? null);
});
page.querySelector("#check").addEventListener("click", () => checkRecord(text.value, null));
page.querySelector("[data-tools]").hidden = false;

const asked = CODE.exec(new URLSearchParams(location.search).get("game")?.toUpperCase() ?? "");
if (asked) loadRecord(asked[0]);
