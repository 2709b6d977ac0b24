// Early connection of a live page, opened in <head> while the script that draws is still on its way.
// A classic script on purpose: modules wait for the page. `socket.js` takes the connection and its messages over.
{
  const KINDS = ["open", "message", "error", "close"];
  const asked = document.currentScript.dataset;
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${asked.path}`;
  const happened = [];
  const hear = (event) => happened.push(event);
  let line = new WebSocket(address);
  for (const kind of KINDS) line.addEventListener(kind, hear);

  /** Hand the connection over, and dispatch all earlier events before anything new, its end too. */
  const hand = (taken) => {
    for (const kind of KINDS) taken.removeEventListener(kind, hear);
    queueMicrotask(() => {
      for (const event of happened) taken.dispatchEvent(new event.constructor(event.type, event));
    });
    return taken;
  };

  /**
   * Return the connection to this address, once.
   * @param {string} url @returns {(() => WebSocket)|null} hands it over
   */
  window.takeEarly = (url) => {
    if (!line || url !== address) return null;
    const taken = line;
    line = null;
    return () => hand(taken);
  };

  // By then the script that draws has run, or never will: no player may seem present on a page that cannot draw.
  addEventListener("load", () => line?.close());
}
