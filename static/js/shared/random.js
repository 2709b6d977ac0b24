/** @returns {string} 24 random characters, also on plain http where crypto.randomUUID is missing */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
