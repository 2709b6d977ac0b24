/** Waiting page of an invitation: go to the game as soon as an opponent joins. */
import { recordView } from "../shared/commitments.js";
import { playCue } from "../shared/cues.js";
import { createTabTitle } from "../shared/notifications.js";
import { connect } from "../shared/socket.js";
import { scheduleOffer } from "./bot_offer.js";

/** Milliseconds that the sound lasts, which would end with the page. */
const SOUND_TIME = 900;
const page = document.querySelector("[data-invitation]");
const setTabTitle = createTabTitle(document, page.dataset.dotted);
let isLeaving = false;

const openGame = () => location.replace(page.dataset.game);

/** Announce the opponent. A hidden page opens the table as soon as it is visible. */
function handleStatus({ status }) {
  if (isLeaving || status === "waiting") return;
  isLeaving = true;
  if (status === "playing") announceOpponent();
  else openGame();
}

function announceOpponent() {
  setTabTitle(page.dataset.startText);
  const heard = playCue("start");
  if (document.hidden) document.addEventListener("visibilitychange", openGame, { once: true });
  else if (heard) setTimeout(openGame, SOUND_TIME);
  else openGame();
}

function handleView(view) {
  recordView(view);
  handleStatus(view);
}

const answers = {
  view: handleView,
  beat: ({ version }) => socket.send({ type: "here", version }),
};

scheduleOffer(document);
const socket = connect(`/ws/m/${page.dataset.code}/`, {
  message: (message) => answers[message.type]?.(message),
  link: () => {},
});
