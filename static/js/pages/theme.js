// Runs in <head>, before the first paint, so that a stored choice never flashes the other theme.
// A classic script on purpose: modules run too late.
(() => {
  const KEY = "theme";
  const root = document.documentElement;

  const stored = () => {
    try { return localStorage.getItem(KEY); } catch { return null; }
  };
  const keep = (theme) => {
    try { localStorage.setItem(KEY, theme); } catch { /* private window: the choice lasts for this page */ }
  };
  const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const current = () => root.dataset.theme || system();

  const saved = stored();
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;

  const label = (button) => button.setAttribute("aria-pressed", String(current() === "dark"));

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      label(button);
      button.addEventListener("click", () => {
        root.dataset.theme = current() === "dark" ? "light" : "dark";
        keep(root.dataset.theme);
        label(button);
      });
    }
    // An open menu closes on Escape and on a tap elsewhere; without this script it closes by its own button.
    const menus = () => document.querySelectorAll("details.menu[open]");
    document.addEventListener("click", (event) => {
      for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      for (const menu of menus()) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
  });
})();
