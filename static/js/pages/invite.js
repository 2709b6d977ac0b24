// Waits beside the invitation and goes to the game as soon as somebody sits down.
import { saw } from "../shared/promises.js";
import { connect } from "../shared/socket.js";

const page = document.querySelector("[data-invitation]");

const answers = {
  view: (view) => (saw(view), view.status !== "waiting" && location.replace(page.dataset.game)),
  beat: ({ version }) => socket.send({ type: "here", version }),
};

const socket = connect(`/ws/m/${page.dataset.code}/`, {
  message: (message) => answers[message.type]?.(message),
  link: () => {},
});
