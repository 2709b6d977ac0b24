// Keeps a page for when there is no network, once this one is there; on plain http browsers do not offer that.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
}
