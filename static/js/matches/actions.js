/** Actions of a person at a match, as changes of its state. They know no browser: `app` brings what they need of it. */
import { createHintNote } from "./aid.js";
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

/**
 * Create the actions on cards.
 * @param {object} app `state()`, `scene()`, `setState(state)`, `send(message)`, `newId()`, `confirms()`, and
 *   `thought()` where there may be a clock
 */
export function createCardActions(app) {
  const { state, scene, setState } = app;
  const why = (text) => setState({ ...state(), note: { kind: "why", text } });
  const dismiss = () => setState(States.dismissTrick(state()));
  const cardAt = (at) => scene()?.hand?.find((card) => card.place === at);

  /** Explain why a card may not be played, but not while one is being sent: the turn for which it holds is over. */
  function explain(card) {
    if (held() || state().pending) return;
    if (card.reason) why(card.reason);
    else if (state().note?.kind === "why") setState({ ...state(), note: null });
  }

  /** Lift a card that the next press plays. A finished trick goes with the first. */
  function lift(at) {
    const card = cardAt(at);
    const lifted = state().lifted === at ? null : at;
    if (held()) return setState({ ...States.dismissTrick(state()), lifted: card.legal ? at : null });
    setState({ ...state(), lifted });
    explain(card);
  }

  /**
   * Play a card, or say why it may not be played. A finished trick goes in any case.
   * @returns {boolean} whether the card was played
   */
  function play(at) {
    const card = cardAt(at);
    if (!card) return false;
    if (card.legal && States.canPlay(state())) return playCard(app, card);
    if (held()) dismiss();
    else if (!card.reason && !state().pending) why(TEXTS.notYet());
    if (card.reason) explain(card);
    return false;
  }

  /**
   * Press a card: it is played. Where cards are confirmed by preference, the first press lifts it.
   * @returns {boolean} whether the card was played
   */
  function press(at) {
    const card = cardAt(at);
    if (!card || !app.confirms() || (card.lifted && card.legal && !held())) return play(at);
    lift(at);
    return false;
  }

  const held = () => States.isTrickShown(state());
  const lower = () => setState({ ...state(), lifted: null, note: null });
  return { explain, press, play, dismiss, lower, held };
}

function playCard(app, card) {
  app.setState(States.playCard(app.state(), app.newId(), card.code, app.thought?.()));
  sendPendingCard(app);
  return true;
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

  /** Request a hint, or show the hint for the same card again. */
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
    if (aid.back === null || state().pending) return say("why", gettext("Nothing to undo yet."));
    sendRequest(app, { type: "take_back", ply: aid.back, line: aid.line });
  }

  return { hint, takeBack, aided };
}

/** Return whether aid may be requested. A finished trick is dismissed first. */
function canAsk({ state, setState }, aided) {
  if (!aided() || state().request) return false;
  if (States.isTrickShown(state())) setState(States.dismissTrick(state()));
  return true;
}

function sendRequest(app, message) {
  app.setState({ ...app.state(), request: { ...message, id: app.newId() } });
  sendPendingRequest(app);
}

/** Send the pending request, or send it again: the same id is answered once. */
export function sendPendingRequest({ state, send }) {
  if (state().request) send(state().request);
}
