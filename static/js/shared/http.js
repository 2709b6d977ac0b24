/**
 * HTTP requests without leaving the page.
 *
 * @typedef {{ok: boolean, status: number, code: string|null, message: string|null, data: any}} Answer
 *   `status` 0: nothing reached the server; `message`: the sentence to show when it is not `ok`
 */

const JSON_ONLY = { Accept: "application/json" };

/** Post a form. @param {string} url @param {Record<string, string>} [fields] @returns {Promise<Answer>} */
export function postForm(url, fields = {}) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const headers = { ...JSON_ONLY, "X-CSRFToken": token };
  return request(url, { method: "POST", headers, body: new URLSearchParams(fields) });
}

/** Get JSON. @param {string} url @returns {Promise<Answer>} */
export const getJson = (url) => request(url, { headers: JSON_ONLY, cache: "no-store" });

async function request(url, options) {
  try {
    const answer = await fetch(url, options);
    const data = await answer.json().catch(() => null);
    const ok = answer.ok && data !== null;
    const message = ok ? null : data?.message ?? failureText();
    return { ok, status: answer.status, code: data?.code ?? null, message, data };
  } catch {
    return { ok: false, status: 0, code: null, message: failureText(), data: null };
  }
}

const failureText = () => gettext("Couldn't reach the server. Try again.");
