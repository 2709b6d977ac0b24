/** Copies a text, also on plain http where the clipboard interface does not exist. @returns {Promise<boolean>} */
export async function copyText(text) {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied: the old way may still work.
    }
  }
  return copyField(text);
}

/** The field must lie in an open dialog if there is one, which lets nothing outside be selected. */
function copyField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
