/** What a person wants of the site in a game against it. No browser here: `app` brings what an act needs of it. */
import { hintNote } from "./aided.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

/**
 * The acts of a person who plays against the site.
 * @param {object} app `state()`, `become(state)`, `send(message)`, `newId()`
 */
export function wishActs(app) {
  const { state, become } = app;
  const say = (kind, text) => become({ ...state(), note: { kind, text } });
  const aided = () => Boolean(state().view?.aid) && state().view.you !== null && !state().view.result;

  /** Asked again for the same card, it is said again. */
  function hint() {
    if (!begins(app, aided)) return;
    const { aid, board } = state().view;
    if (aid.hint) return become({ ...state(), note: hintNote(aid.hint) });
    if (!aid.may_hint || state().pending) return say("why", TEXTS.notYet());
    wish(app, { type: "hint", ply: board.ply, line: aid.line });
    say("info", gettext("Looking for a hint …"));
  }

  function takeBack() {
    if (!begins(app, aided)) return;
    const { aid } = state().view;
    if (aid.back === null || state().pending) return say("why", gettext("There is nothing to take back yet."));
    wish(app, { type: "take_back", ply: aid.back, line: aid.line });
  }

  return { hint, takeBack, aided };
}

/** A finished trick that lies there has been seen by whoever asks for more. */
function begins({ state, become }, aided) {
  if (!aided() || state().wish) return false;
  if (States.looksAt(state())) become(States.dismissed(state()));
  return true;
}

function wish(app, message) {
  app.become({ ...app.state(), wish: { ...message, id: app.newId() } });
  sendWish(app);
}

/** Sends what was asked for, or sends it again: the same id is never answered by more than once. */
export function sendWish({ state, send }) {
  if (state().wish) send(state().wish);
}
