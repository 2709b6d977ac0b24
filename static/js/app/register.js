/** Register the service worker. Browsers offer none on plain http. */

if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
}
