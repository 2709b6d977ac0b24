/** What `bin/check` asks of the scripts: the same limits that the Python has. */
import js from "@eslint/js";

const names = (...list) => Object.fromEntries(list.map((name) => [name, "readonly"]));

/** What a browser brings, as far as it is used here; `name`, `status` and the like are no globals, but slips. */
const BROWSER = names(
  "addEventListener", "clearInterval", "clearTimeout", "crypto", "CSS", "CustomEvent", "document", "DOMParser",
  "fetch", "File", "getComputedStyle", "history", "localStorage", "location", "matchMedia",
  "MutationObserver", "navigator", "performance", "postMessage", "queueMicrotask", "ResizeObserver", "scrollTo",
  "sessionStorage", "setInterval", "setTimeout", "URL", "URLSearchParams", "WebSocket", "window", "Worker",
);
/** What the catalogue of sentences brings. */
const CATALOGUE = names("gettext", "interpolate", "ngettext");
/** What a service worker has in place of a page. */
const WORKER = names("caches", "Request", "self", "URL");
const NODE = names("Event", "EventTarget", "globalThis", "queueMicrotask", "setTimeout", "structuredClone", "URL");

/** What runs before modules do. */
const CLASSIC = ["static/js/pages/theme.js", "static/js/app/offline.js", "static/js/shared/preconnect.js"];

const SMALL = {
  "complexity": ["error", 10],
  "max-depth": ["error", 3],
  "max-len": ["error", { code: 120, tabWidth: 2 }],
  "max-lines": ["error", 300],
  "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
  "max-nested-callbacks": ["error", 4],
  "max-params": ["error", 5],
};
const PLAIN = {
  "curly": ["error", "multi-line"],
  "default-param-last": "error",
  "eqeqeq": "error",
  "no-implicit-coercion": "error",
  "no-implicit-globals": "error",
  "no-param-reassign": "error",
  "no-self-compare": "error",
  "no-shadow": "error",
  "no-unused-vars": ["error", { args: "after-used" }],
  "no-use-before-define": ["error", { functions: false, variables: false }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-template": "error",
};

export default [
  { ignores: ["**/node_modules/", ".venv/", ".venvs/", ".pytest_cache/", "var/", "static/vendor/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { files: ["**/*.js", "**/*.mjs"], rules: { ...SMALL, ...PLAIN } },
  { files: ["static/js/**"], languageOptions: { globals: { ...BROWSER, ...CATALOGUE } } },
  { files: CLASSIC, languageOptions: { sourceType: "script" } },
  { files: ["static/js/app/service_worker.js"], languageOptions: { globals: WORKER } },
  { files: ["tests/js/**"], languageOptions: { globals: NODE } },
];
