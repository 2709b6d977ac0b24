/** Actions of a person at a match, as changes of its state. They know no browser: `app` brings what they need of it. */
import { createHintNote } from "./aid.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

/**
 * Create the actions on cards.
 * @param {object} app `state()`, `scene()`, `setState(state)`, `send(message)`, `newId()`, `confirms()`, and
 * `thought()`
 *   where there may be a clock
 */
export function createCardActions(app) {
  const { state, scene, setState } = app;
  const why = (text) => setState({ ...state(), note: { kind: "why", text } });
  const dismiss = () => setState(States.dismissTrick(state()));
  const cardAt = (at) => scene()?.hand?.find((card) => card.place === at);

  /** Explain why a card may not be played. */
  function explain(card) {
    if (held()) return;
    if (card.reason) why(card.reason);
    else if (state().note?.kind === "why") setState({ ...state(), note: null });
  }

  /** Lift a card with the first tap, and play it with the second. */
  function tap(at) {
    const card = cardAt(at);
    if (held()) return setState({ ...States.dismissTrick(state()), lifted: card.legal ? at : null });
    if (state().lifted === at && card.legal) return play(at);
    setState({ ...state(), lifted: state().lifted === at ? null : at });
    explain(card);
  }

  function play(at) {
    const card = cardAt(at);
    if (!card || held()) return dismiss();
    if (card.reason) return explain(card);
    if (!card.legal || !States.canPlay(state())) return why(TEXTS.notYet());
    setState(States.playCard(state(), app.newId(), card.code, app.thought?.()));
    sendPendingCard(app);
  }

  /** Press a card. With a finger, or by preference, the first press only lifts it. */
  function press(at, finger) {
    if (!cardAt(at)) return;
    if (finger || held() || app.confirms()) tap(at);
    else play(at);
  }

  /** Play a card that was carried to the middle. That is no accident, so a finished trick goes as well. */
  function carry(at) {
    if (!cardAt(at)) return;
    if (held()) setState(States.endStage(States.dismissTrick(state())));
    play(at);
  }

  const held = () => States.isTrickShown(state());
  const lower = () => setState({ ...state(), lifted: null, note: null });
  return { explain, press, tap, play, carry, dismiss, lower, held };
}

/** Send the pending card, or send it again: the same id is never played twice. */
export function sendPendingCard({ state, send }) {
  const { pending } = state();
  if (!pending || pending.accepted !== null) return;
  const { card, ply, id, line, thought } = pending;
  send({ type: "play", card, ply, id, ...definedFields({ line, thought }) });
}

const definedFields = (said) => Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));

/**
 * Create the actions on dialogs and forms.
 * @param {object} app `state()`, `scene()`, `setState(state)`, `post(name, fields)`, `keepShortcuts(on)`
 */
export function createPageActions(app) {
  const { state, scene, setState } = app;
  const open = (dialog) => setState({ ...state(), dialog: scene()?.board || dialog === "help" ? dialog : null });

  /** Post a form, and show a refusal as a note. */
  async function post(name, fields) {
    setState({ ...state(), busy: true });
    const { ok, message } = await app.post(name, fields);
    setState({ ...state(), busy: false, dialog: null, note: ok ? state().note : { kind: "bad", text: message } });
  }

  function useShortcuts(on) {
    app.keepShortcuts(on);
    setState({ ...state(), shortcuts: on });
  }

  return {
    open,
    opens: (dialog) => (event) => (event.stopPropagation(), open(dialog)),
    close: () => setState({ ...state(), dialog: null }),
    shortcuts: () => state().shortcuts,
    useShortcuts,
    post,
  };
}

/**
 * Create the answers to a challenge.
 * @param {object} app `state()`, `setState(state)`, `answer(challenge, yes)`, `go(url)`
 */
export function createChallengeActions({ state, setState, answer: send, go }) {
  const later = () => setState({ ...state(), challenge: null });

  /** Answer the challenge, and show a refusal as a note. */
  async function answer(yes) {
    const { challenge } = state();
    setState({ ...state(), busy: true });
    const { ok, message, url } = await send(challenge, yes);
    const note = ok ? state().note : { kind: "bad", text: message };
    setState({ ...state(), busy: false, challenge: null, note });
    if (ok && yes) go(url);
  }

  return { answer, later };
}

/**
 * Create the actions in games against bots.
 * @param {object} app `state()`, `setState(state)`, `send(message)`, `newId()`
 */
export function createAidActions(app) {
  const { state, setState } = app;
  const say = (kind, text) => setState({ ...state(), note: { kind, text } });
  const aided = () => Boolean(state().view?.aid) && state().view.you !== null && !state().view.result;

  /** Asked again for the same card, it is said again. */
  function hint() {
    if (!canAsk(app, aided)) return;
    const { aid, board } = state().view;
    if (aid.hint) return setState({ ...state(), note: createHintNote(aid.hint) });
    if (!aid.may_hint || state().pending) return say("why", TEXTS.notYet());
    sendRequest(app, { type: "hint", ply: board.ply, line: aid.line });
    say("info", gettext("Looking for a hint …"));
  }

  function takeBack() {
    if (!canAsk(app, aided)) return;
    const { aid } = state().view;
    if (aid.back === null || state().pending) return say("why", gettext("There is nothing to take back yet."));
    sendRequest(app, { type: "take_back", ply: aid.back, line: aid.line });
  }

  return { hint, takeBack, aided };
}

/** Return whether aid may be requested. A finished trick is dismissed first. */
function canAsk({ state, setState }, aided) {
  if (!aided() || state().wish) return false;
  if (States.isTrickShown(state())) setState(States.dismissTrick(state()));
  return true;
}

function sendRequest(app, message) {
  app.setState({ ...app.state(), wish: { ...message, id: app.newId() } });
  sendPendingRequest(app);
}

/** Send the pending request, or send it again: the same id is answered once. */
export function sendPendingRequest({ state, send }) {
  if (state().wish) send(state().wish);
}
