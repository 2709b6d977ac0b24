/** What a person does at a match, as changes of its state. No browser here: `app` brings what an act needs of it. */
import * as States from "./state.js";
import { TEXTS } from "./texts.js";

/**
 * The acts on cards.
 * @param {object} app `state()`, `scene()`, `become(state)`, `send(message)`, `newId()`, `confirms()`, and `thought()`
 *   where there may be a clock
 */
export function cardActs(app) {
  const { state, scene, become } = app;
  const why = (text) => become({ ...state(), note: { kind: "why", text } });
  const dismiss = () => become(States.dismissed(state()));
  const cardAt = (at) => scene()?.hand?.find((card) => card.place === at);

  /** The reason of a card that may not be played, shown when the card is looked at. */
  function explain(card) {
    if (held()) return;
    if (card.reason) why(card.reason);
    else if (state().note?.kind === "why") become({ ...state(), note: null });
  }

  /** First tap lifts, the second plays. */
  function tap(at) {
    const card = cardAt(at);
    if (held()) return become({ ...States.dismissed(state()), lifted: card.legal ? at : null });
    if (state().lifted === at && card.legal) return play(at);
    become({ ...state(), lifted: state().lifted === at ? null : at });
    explain(card);
  }

  function play(at) {
    const card = cardAt(at);
    if (!card || held()) return dismiss();
    if (card.reason) return explain(card);
    if (!card.legal || !States.mayPlay(state())) return why(TEXTS.notYet());
    become(States.played(state(), app.newId(), card.code, app.thought?.()));
    sendPending(app);
  }

  /** One press: with a finger, or where the person wants it so, the first one only lifts. */
  function press(at, finger) {
    if (!cardAt(at)) return;
    if (finger || held() || app.confirms()) tap(at);
    else play(at);
  }

  /** Carried to the middle: nobody does that by accident, so a finished trick goes as well. */
  function carry(at) {
    if (!cardAt(at)) return;
    if (held()) become(States.told(States.dismissed(state())));
    play(at);
  }

  const held = () => States.looksAt(state());
  const lower = () => become({ ...state(), lifted: null, note: null });
  return { explain, press, tap, play, carry, dismiss, lower, held };
}

/** Sends the card that waits, or sends it again: the same id is never played twice. */
export function sendPending({ state, send }) {
  const { pending } = state();
  if (!pending || pending.accepted !== null) return;
  const { card, ply, id, line, thought } = pending;
  send({ type: "play", card, ply, id, ...told({ line, thought }) });
}

const told = (said) => Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));

/**
 * What is opened beside the cards, and forms.
 * @param {object} app `state()`, `scene()`, `become(state)`, `post(name, fields)`, `keepShortcuts(on)`
 */
export function pageActs(app) {
  const { state, scene, become } = app;
  const open = (dialog) => become({ ...state(), dialog: scene()?.board || dialog === "help" ? dialog : null });

  /** A refusal is shown where the person looks. */
  async function post(name, fields) {
    become({ ...state(), busy: true });
    const { ok, message } = await app.post(name, fields);
    become({ ...state(), busy: false, dialog: null, note: ok ? state().note : { kind: "bad", text: message } });
  }

  function useShortcuts(on) {
    app.keepShortcuts(on);
    become({ ...state(), shortcuts: on });
  }

  return {
    open,
    opens: (dialog) => (event) => (event.stopPropagation(), open(dialog)),
    close: () => become({ ...state(), dialog: null }),
    shortcuts: () => state().shortcuts,
    useShortcuts,
    post,
  };
}
