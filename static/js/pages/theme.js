// Theme and size of the cards, set in <head> before the first paint, so that the other colours never flash.
// A classic script on purpose: modules run too late. `shared/preferences.js` resolves choices in the same way.
{
  const root = document.documentElement;

  const stored = (key) => {
    try { return JSON.parse(localStorage.getItem(key)) ?? {}; } catch { return {}; }
  };
  const keep = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch { /* private window: the choice lasts for this page */ }
  };
  const person = root.dataset.person ?? "";
  const waiting = () => {
    const unsent = stored("preferences:unsent");
    return unsent.person === person ? unsent.chosen : {};
  };
  const holding = () => {
    const here = stored("preferences");
    const given = JSON.parse(root.dataset.preferences || "{}");
    return { theme: waiting().theme ?? given.theme ?? here.theme, large: here.large ?? given.large };
  };

  const dress = ({ theme, large }) => {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.toggleAttribute("data-large", large === true);
    document.querySelectorAll("[data-theme-switch]").forEach(label);
  };

  const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const current = () => root.dataset.theme || system();
  const label = (button) => button.setAttribute("aria-pressed", String(current() === "dark"));

  /** Save the theme at once, in case the page is left, and send it as soon as the module is there. */
  const turn = () => {
    const theme = current() === "dark" ? "light" : "dark";
    dress({ theme, large: "large" in root.dataset });
    keep("preferences", { ...stored("preferences"), theme });
    keep("preferences:unsent", { person, chosen: { ...waiting(), theme } });
    import("../shared/preferences.js").then(({ savePreference }) => savePreference("theme", theme),
      () => { /* offline: later */ });
  };

  const switchWith = (button) => {
    button.hidden = false;
    label(button);
    button.addEventListener("click", turn);
  };

  const openMenus = () => document.querySelectorAll("details.menu[open]");
  const closeOutside = (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
  };
  const closeOnEscape = (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  };

  dress(holding());

  document.addEventListener("preferences", ({ detail }) => dress(detail));
  addEventListener("storage", ({ key }) => key === "preferences" && dress(holding()));
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-theme-switch]").forEach(switchWith);
    // An open menu closes on Escape and on a tap elsewhere; without this script it closes by its own button.
    document.addEventListener("click", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
  });
}
