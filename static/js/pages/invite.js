// Waits beside the invitation and goes to the game as soon as somebody sits down.
import { cue } from "../shared/cues.js";
import { changed } from "../shared/changes.js";
import { offer } from "./offer.js";
import { saw } from "../shared/promises.js";
import { connect } from "../shared/socket.js";
import { openTab } from "../shared/tab.js";

/** As long as the sound lasts, which would end with the page. */
const HEARD = 900;
const page = document.querySelector("[data-invitation]");
const tab = openTab(document, page.dataset.dotted);
let come = false;
let known = null;

const go = () => location.replace(page.dataset.game);

/** Who looks elsewhere is called, and finds the table when they come back. */
function called({ status }) {
  if (come || status === "waiting") return;
  come = true;
  if (status === "playing") welcome();
  else go();
}

function welcome() {
  tab(page.dataset.come);
  const heard = cue("sat");
  if (document.hidden) document.addEventListener("visibilitychange", go, { once: true });
  else if (heard) setTimeout(go, HEARD);
  else go();
}

function see(view) {
  known = view;
  saw(view);
  called(view);
}

/** A change to another view than the one that is known is of no use: the view itself is. */
function follow(change) {
  const next = changed(known, change);
  if (next) see(next);
  else socket.send({ type: "sync" });
}

const answers = {
  view: see,
  change: follow,
  beat: ({ version }) => socket.send({ type: "here", version }),
};

offer(document);
const socket = connect(`/ws/m/${page.dataset.code}/`, {
  message: (message) => answers[message.type]?.(message),
  link: () => {},
});
