/** What a person does around the game, on a pad as on a display: codes, devices, sheets and settings. */
import { prefer } from "../shared/preferences.js";
import { fetchJson, send } from "../shared/send.js";
import { keep } from "../shared/store.js";
import { noted, preferring } from "./state.js";

/**
 * @param {object} app `state()`, `become(state)`, `urls`
 */
export const deeds = (app) => {
  const invites = inviting(app);
  return { urls: app.urls, ...invites, ...devices(app, invites), ...sheets(app) };
};

const set = (app, changes) => app.become({ ...app.state(), ...changes });
const fail = (app, answer) => app.become(noted(app.state(), "bad", answer.message));

/** The codes that lead to the table, and what the host does with them. */
function inviting(app) {
  async function loadInvite() {
    const answer = await fetchJson(app.urls.invite);
    if (answer.ok) set(app, { invite: answer.data.invite });
  }

  async function host(deed, fields = {}) {
    const answer = await send(app.urls[deed], fields);
    if (!answer.ok) return fail(app, answer);
    if (answer.data.invite) set(app, { invite: answer.data.invite });
    else loadInvite();
  }

  async function seatCode(seat) {
    set(app, { sheet: "seat-code", seatInvite: null });
    const answer = await send(app.urls.seatCode, { seat });
    if (answer.ok) return set(app, { seatInvite: answer.data.invite });
    set(app, { sheet: null });
    fail(app, answer);
  }

  return { loadInvite, host, seatCode, showCode: () => set(app, { showCode: true }) };
}

/** Other devices: let in, sent away. */
function devices(app, { host }) {
  async function letIn(request, yes) {
    set(app, { away: [...app.state().away, request.device] });
    const answer = await send(app.urls.letIn, { device: String(request.device), yes: yes ? "1" : "0" });
    if (!answer.ok) fail(app, answer);
  }

  function remove() {
    const { removing } = app.state();
    set(app, { sheet: null, seatInvite: null });
    host("remove", { device: String(removing.id) });
  }

  return { letIn, remove, removes: (device) => set(app, { sheet: "remove", removing: device }) };
}

/** What is open over the page, and what this device remembers. */
function sheets(app) {
  const close = () => set(app, { sheet: null, seatInvite: null });

  function cancelled(event) {
    event.preventDefault();
    close();
  }

  /** Whether it shakes is one choice for all pages. */
  function pref(name, on) {
    if (name === "buzz") prefer("vibration", on);
    else keep(`pad:${name}`, on);
    app.become(preferring(app.state(), { [name]: on }));
  }

  return { close, cancelled, pref, open: (sheet) => set(app, { sheet }) };
}

/**
 * Lets a note go by itself after a while.
 * @param {object} app `state()`, `become(state)` @param {number} pause
 * @returns {(before: import("./state.js").State) => void} to be told of every change
 */
export function hush(app, pause) {
  let timer = 0;
  const unsay = (note) => app.state().note === note && set(app, { note: null });
  return (before) => {
    const { note } = app.state();
    if (note === before.note) return;
    clearTimeout(timer);
    if (note) timer = setTimeout(unsay, pause, note);
  };
}
