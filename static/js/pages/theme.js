// Runs in <head>, before the first paint, so that a stored choice never flashes the other theme.
// A classic script on purpose: modules run too late.
{
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
  const label = (button) => button.setAttribute("aria-pressed", String(current() === "dark"));

  const switchWith = (button) => {
    button.hidden = false;
    label(button);
    button.addEventListener("click", () => {
      root.dataset.theme = current() === "dark" ? "light" : "dark";
      keep(root.dataset.theme);
      label(button);
    });
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

  const saved = stored();
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-theme-switch]").forEach(switchWith);
    // An open menu closes on Escape and on a tap elsewhere; without this script it closes by its own button.
    document.addEventListener("click", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
  });
}
