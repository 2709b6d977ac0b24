/**
 * Hands something on by another app, where the phone can.
 * @param {ShareData} what
 * @returns {Promise<boolean>} also when the person thought better of it; false where nothing can be handed on
 */
export async function handOn(what) {
  if (!navigator.share) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}
