/** What a person does around the game: tabs, sheets, settings, codes and devices. */
import { copyText } from "../shared/copytext.js";
import { fetchJson, send } from "../shared/send.js";
import { keep } from "../shared/store.js";
import * as States from "../pad/state.js";
import { shareText, TEXTS } from "../pad/texts.js";

/**
 * @param {object} app `state()`, `become(state)`, `urls`, `brand`, `store`
 */
export function deeds(app) {
  const set = (changes) => app.become({ ...app.state(), ...changes });
  const fail = (answer) => app.become(States.noted(app.state(), "bad", answer.message));

  async function loadInvite() {
    const answer = await fetchJson(app.urls.invite);
    if (answer.ok) set({ invite: answer.data.invite });
  }

  async function host(deed, fields = {}) {
    const answer = await send(app.urls[deed], fields);
    if (!answer.ok) return fail(answer);
    if (answer.data.invite) set({ invite: answer.data.invite });
    else loadInvite();
  }

  async function seatCode(seat) {
    set({ sheet: "seat-code", seatInvite: null });
    const answer = await send(app.urls.seatCode, { seat });
    if (answer.ok) return set({ seatInvite: answer.data.invite });
    set({ sheet: null });
    fail(answer);
  }

  async function letIn(request, yes) {
    set({ away: [...app.state().away, request.device] });
    const answer = await send(app.urls.letIn, { device: String(request.device), yes: yes ? "1" : "0" });
    if (!answer.ok) fail(answer);
  }

  async function share() {
    const text = shareText(app.state().view, app.brand);
    if (navigator.share && (await shared(text))) return;
    if (await copyText(text)) app.become(States.noted(app.state(), "good", gettext("The result is copied.")));
    else set({ sheet: "copy", shareText: text });
  }

  const close = () => set({ sheet: null, seatInvite: null });

  return {
    urls: app.urls,
    texts: TEXTS,
    loadInvite,
    host,
    seatCode,
    letIn,
    share,
    close,
    tab: (tab) => set({ tab, chosen: null, was: null, letter: null }),
    open: (sheet) => set({ sheet }),
    dismiss: () => set({ note: null }),
    peek: () => set({ peek: !app.state().peek }),
    showCode: () => set({ showCode: true }),
    removes: (device) => set({ sheet: "remove", removing: device }),
    remove() {
      close();
      host("remove", { device: String(app.state().removing.id) });
    },
    pref(name, on) {
      keep(`pad:${name}`, on);
      set({ prefs: { ...app.state().prefs, [name]: on } });
    },
    outside: (event) => event.target === event.currentTarget && app.act.cancelled(event),
    cancelled(event) {
      event.preventDefault();
      const { state } = { state: app.state() };
      if (state.conflicts.length) return app.act.keepIt();
      if (state.sheet) return close();
      const asking = state.view.requests.map((request) => request.device);
      set({ away: [...state.away, ...asking] });
    },
  };
}

async function shared(text) {
  try {
    await navigator.share({ text });
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}
