/** Share sheet of the phone, and the clipboard. */

/**
 * Open the share sheet, where the phone has one.
 * @param {ShareData} what
 * @returns {Promise<boolean>} also when the person thought better of it; false where nothing can be handed on
 */
export async function shareData(what) {
  if (!navigator.share) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

/** Copy a text, also on plain http, where the clipboard interface does not exist. @returns {Promise<boolean>} */
export async function copyText(text) {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied: the old way may still work.
    }
  }
  return copyFromField(text);
}

/** Copy from a field, which must lie in an open dialog, if any, to be selected. */
function copyFromField(text) {
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
