// Runs in the <head> of a live page: connects while the script that draws is still on its way, which takes as long.
// A classic script on purpose: modules wait for the page. `socket.js` takes the connection over, and what it has heard.
{
  const KINDS = ["open", "message", "error", "close"];
  const asked = document.currentScript.dataset;
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${asked.path}`;
  const happened = [];
  const hear = (event) => happened.push(event);
  let line = new WebSocket(address, asked.wire);
  for (const kind of KINDS) line.addEventListener(kind, hear);

  /** Whoever takes it listens at once, and hears all that has happened before anything new, its end too. */
  const hand = (taken) => {
    for (const kind of KINDS) taken.removeEventListener(kind, hear);
    queueMicrotask(() => {
      for (const event of happened) taken.dispatchEvent(new event.constructor(event.type, event));
    });
    return taken;
  };

  /**
   * Promises the connection to whoever wants this very one, once.
   * @param {string} url @param {string} wire @returns {(() => WebSocket)|null} hands it over
   */
  window.takeEarly = (url, wire) => {
    if (!line || url !== address || wire !== asked.wire) return null;
    const taken = line;
    line = null;
    return () => hand(taken);
  };

  // By then the script that draws has run, or never will: nobody is there who only seems to look.
  addEventListener("load", () => line?.close());
}
