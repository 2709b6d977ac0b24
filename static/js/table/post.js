/** Forms sent without leaving the page. */
import { TEXTS } from "./texts.js";

/**
 * Posts a form of this site.
 * @param {string} url
 * @param {Record<string, string>} [fields]
 * @returns {Promise<string|null>} null when done, else the sentence that says why not
 */
export async function post(url, fields = {}) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const headers = { "X-CSRFToken": token, Accept: "application/json" };
  try {
    const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
    const data = await answer.json().catch(() => null);
    return data?.ok || (answer.ok && !data?.message) ? null : data?.message ?? TEXTS.failed();
  } catch {
    return TEXTS.failed();
  }
}

/** @returns {string} a random id, also on plain http where crypto.randomUUID is missing */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
