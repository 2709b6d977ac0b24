// Waits beside the invitation and goes to the table as soon as somebody sits down.

const page = document.querySelector("[data-invitation]");
const scheme = location.protocol === "https:" ? "wss" : "ws";
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;
// The server closes with 4400 and up when trying again would not help, but for "too much", which passes.
const FINAL = 4400;
const TOO_MUCH = 4429;
const PAUSE = 10000;
let pause = FIRST_PAUSE;
let leaving = false;

const answers = {
  view(message, socket) {
    if (message.status === "waiting") return;
    leaving = true;
    socket.close();
    location.replace(page.dataset.table);
  },
  beat(message, socket) {
    socket.send(JSON.stringify({ type: "here", version: message.version }));
  },
};

const again = (event) => {
  const passing = event.code === TOO_MUCH;
  if (leaving || (event.code >= FINAL && event.code < 4500 && !passing)) return;
  if (passing) pause = PAUSE;
  setTimeout(listen, pause * (0.7 + Math.random() * 0.6));
  pause = Math.min(pause * 2, LONGEST_PAUSE);
};

function listen() {
  const socket = new WebSocket(`${scheme}://${location.host}/ws/m/${page.dataset.code}/`);
  socket.addEventListener("open", () => { pause = FIRST_PAUSE; });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    answers[message.type]?.(message, socket);
  });
  socket.addEventListener("close", again);
}

addEventListener("pagehide", () => { leaving = true; });
// Back from the browser's memory the socket is gone.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
listen();
