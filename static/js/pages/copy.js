// Copy buttons that also work on plain http, where the clipboard interface does not exist.

const fallback = (field) => {
  field.focus();
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
};

const copy = async (field) => {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      // Permission denied: the old way may still work.
    }
  }
  return fallback(field);
};

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.querySelector(button.dataset.copy);
  const words = button.textContent;
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    const copied = await copy(field);
    button.textContent = copied ? button.dataset.copied : button.dataset.failed;
    if (copied) button.focus();
    setTimeout(() => { button.textContent = words; }, 2500);
  });
}
