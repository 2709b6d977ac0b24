// Theme of Swagger UI, which it takes from a class of <html>.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

const dress = () => {
  const theme = root.dataset.theme ?? (system.matches ? "dark" : "light");
  root.classList.toggle("dark-mode", theme === "dark");
};

dress();
system.addEventListener("change", dress);
new MutationObserver(dress).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
