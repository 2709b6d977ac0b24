/** Actions around a companion table, for pad and display: codes, devices, sheets and settings. */
import { getJson, postForm } from "../shared/http.js";
import { savePreference } from "../shared/preferences.js";
import { saveItem } from "../shared/storage.js";
import { setNote, setPreference } from "./state.js";

/** Create the actions around a game. @param {object} app `state()`, `setState(state)`, `urls` */
export const createTableActions = (app) => {
  const invites = createInviteActions(app);
  return { urls: app.urls, ...invites, ...createDeviceActions(app, invites), ...createSheetActions(app) };
};

const update = (app, changes) => app.setState({ ...app.state(), ...changes });
const showFailure = (app, answer) => app.setState(setNote(app.state(), "bad", answer.message));

/** Create the actions on codes and of the host. */
function createInviteActions(app) {
  async function loadInvite() {
    const answer = await getJson(app.urls.invite);
    if (answer.ok) update(app, { invite: answer.data.invite });
  }

  async function host(deed, fields = {}) {
    const answer = await postForm(app.urls[deed], fields);
    if (!answer.ok) return showFailure(app, answer);
    if (answer.data.invite) update(app, { invite: answer.data.invite });
    else loadInvite();
  }

  async function seatCode(seat) {
    update(app, { sheet: "seat-code", seatInvite: null });
    const answer = await postForm(app.urls.seatCode, { seat });
    if (answer.ok) return update(app, { seatInvite: answer.data.invite });
    update(app, { sheet: null });
    showFailure(app, answer);
  }

  return { loadInvite, host, seatCode, showCode: () => update(app, { showCode: true }) };
}

/** Create the actions on other devices: allow, deny and remove. */
function createDeviceActions(app, { host }) {
  async function letIn(request, yes) {
    update(app, { away: [...app.state().away, request.device] });
    const answer = await postForm(app.urls.letIn, { device: String(request.device), yes: yes ? "1" : "0" });
    if (answer.ok) return;
    update(app, { away: app.state().away.filter((one) => one !== request.device) });
    showFailure(app, answer);
  }

  function remove() {
    const { removing } = app.state();
    update(app, { sheet: null, seatInvite: null });
    host("remove", { device: String(removing.id) });
  }

  return { letIn, remove, removes: (device) => update(app, { sheet: "remove", removing: device }) };
}

/** Create the actions on sheets and settings. */
function createSheetActions(app) {
  const close = () => update(app, { sheet: null, seatInvite: null });

  function cancelled(event) {
    event.preventDefault();
    close();
  }

  /** Set a preference. Vibration is one choice for all pages. */
  function pref(name, on) {
    if (name === "buzz") savePreference("vibration", on);
    else saveItem(`pad:${name}`, on);
    app.setState(setPreference(app.state(), { [name]: on }));
  }

  return { close, cancelled, pref, open: (sheet) => update(app, { sheet }) };
}

/**
 * Create a timer that removes a note after a while.
 * @param {object} app `state()`, `setState(state)` @param {number} pause
 * @returns {(before: import("./state.js").State) => void} to be called after every change
 */
export function createNoteTimer(app, pause) {
  let timer = 0;
  const unsay = (note) => app.state().note === note && update(app, { note: null });
  return (before) => {
    const { note } = app.state();
    if (note === before.note) return;
    clearTimeout(timer);
    if (note) timer = setTimeout(unsay, pause, note);
  };
}
