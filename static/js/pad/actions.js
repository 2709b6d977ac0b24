/** What a person does on the pad, turned into entries of the queue and changes of its state. */
import { cardName } from "../shared/texts.js";
import { noted } from "../table/state.js";
import { trickAt } from "../table/view.js";
import { keysFor } from "./project.js";
import { keyOf } from "./slots.js";
import * as States from "./state.js";
import { keyLabel, TEXTS } from "./texts.js";

/** A tap this soon after the pad moved on by itself was meant for what was asked before. */
const MOVED = 350;
/** The same key twice within this time was one tap: a Goblin zero is not logged twice by a trembling thumb. */
const TWICE = 300;

/**
 * @param {object} app `state()`, `shown()`, `become(state)`, `queue`, `pump()`, `movedAt()`, `now()`, `newId()`,
 *   `buzz(kind)`, `keep(name, value)` for this device at this table
 */
export function padActs(app) {
  const put = (item) => {
    app.queue.add({ ...item, id: app.newId() });
    app.buzz("tap");
    app.pump();
  };
  const set = (changes) => app.become({ ...app.state(), ...changes });
  return {
    ...taps(app, put), ...picks(app, set), ...leading(app, put), ...scoring(app, put, set), ...words(put, set),
    ...conflicts(app, put), ...undoing(app, put), ...looks(app, set),
  };
}

/** The keys of the pad. */
function taps(app, put) {
  let last = { code: "", at: 0 };

  function twice(code) {
    const again = code === last.code && app.now() - last.at < TWICE;
    last = { code, at: app.now() };
    return again;
  }

  function stop(text) {
    app.buzz("stop");
    app.become(noted({ ...app.state(), letter: null }, "bad", text));
  }

  function key(code) {
    const state = app.state();
    const ask = States.target(state, app.shown());
    if (!ask || ask.place === "leader" || twice(code)) return;
    if (app.now() - app.movedAt() < MOVED) return stop(TEXTS.moved());
    const keys = keysFor(app.shown(), ask);
    const there = trickAt(app.shown().tricks, ask.phase, ask.trick)[ask.place];
    if (code === there) return app.become(States.chosenDone(state));
    if (!keys.left[code]) return stop(keyLabel(code, 0, keys.off[code] ?? "seen", false));
    take(ask, code, state.was);
  }

  function take({ phase, trick, place }, card, was) {
    app.become(noted(States.chosenDone(app.state()), "info", null));
    put({ type: "log", phase, trick, place, card, ...(was === null ? {} : { instead: was }) });
  }

  return { key, clear: () => take(app.state().chosen, null, app.state().was) };
}

/** Which place the next tap is about, and how it is typed. */
const picks = (app, set) => ({
  cancel: () => app.become(States.chosenDone(app.state())),
  focus: (code) => app.state().focus !== code && set({ focus: code }),
  pick: (slot, code) => app.become(States.choose(app.state(), slot, code)),
  fill: (slot) => app.become(States.choose(app.state(), slot, null, "log")),
  correct: (slot, code) => app.become(States.choose(app.state(), slot, code, "log")),
  letter: (letter) => set({ letter }),
  letterNow: () => app.state().letter,
  skip(ask) {
    const { prefs } = app.state();
    const skipped = [...prefs.skipped, keyOf(ask)];
    app.keep("skipped", skipped);
    set({ chosen: null, was: null, prefs: { ...prefs, skipped } });
  },
});

const leading = (app, put) => ({
  leads({ phase, trick }, seat) {
    app.become(States.chosenDone(app.state()));
    put(phase === 1 && trick === 1 ? { type: "lead", seat } : { type: "state_leader", phase, trick, seat });
  },
});

/** Where not every card is logged. */
const scoring = (app, put, set) => ({
  undead(card, seat, holds) {
    if (holds !== null) put({ type: "undead", seat: holds, card, gone: true });
    if (holds !== seat) put({ type: "undead", seat, card });
  },
  toPhaseTwo() {
    app.keep("phase-two", true);
    set({ phaseTwo: true, lookedUp: false });
  },
  lookUpUndead: () => set({ tab: "pad", chosen: null, lookedUp: true }),
  cell: (faction, seat) => set({ cell: { faction, seat, top: false } }),
  count: (pile, cell, value) => enter(app, put, pile, { ...cell, value }),
});

/** A count of the final piles: sent as soon as both are known, highest cards as soon as both are. */
function enter(app, put, pile, { seat, top, value }) {
  const fresh = { counts: [...pile.entered], tops: top ? [...pile.tops] : [null, null] };
  const entered = top ? fresh.tops : fresh.counts;
  entered[seat] = value;
  const done = !entered.includes(null);
  const state = app.state();
  app.become({ ...state, cell: null, draft: { ...state.draft, [pile.faction]: done ? undefined : fresh } });
  if (done) put({ type: "pile", faction: pile.faction, counts: fresh.counts, highest: fresh.tops });
}

/** What the players say of the game as a whole. */
const words = (put, set) => ({
  stand: (slip) => put({ type: "stand", slip: slip.key }),
  confirm: (seat, accept) => put({ type: "confirm", seat, accept }),
  rename: (seat, name) => put({ type: "name", seat, name }),
  rematch: (accept) => put({ type: "rematch", accept }),
  depth: (name) => (set({ sheet: null }), put({ type: "depth", depth: name })),
  endGame: () => (set({ sheet: null, tab: "pad" }), put({ type: "close" })),
});

/** Somebody else logged another card there. */
const conflicts = (app, put) => ({
  keepIt: () => app.become(States.settled(app.state())),
  changeIt() {
    const { item, there } = app.state().conflicts[0];
    app.become(States.settled(app.state()));
    put(item.type === "pile" ? { ...item, over: true } : { ...item, instead: there });
  },
});

const undoing = (app, put) => ({
  undoable: () => lastStep(app)?.text ?? null,
  undo() {
    const step = lastStep(app);
    if (!step) return;
    if (step.drop) app.queue.remove(step.drop);
    else put(step.item);
  },
});

/** What the undo key takes back: what never left this phone, what is on its way, or the last tap that is stored. */
function lastStep(app) {
  const waits = app.queue.all().at(-1);
  if (waits) return waitingStep(waits);
  const { settling, view } = app.state();
  if (settling.length) return settlingStep(settling.at(-1));
  return view?.undo ? { item: { type: "undo", number: view.undo.number }, text: view.undo.text } : null;
}

function waitingStep({ item, sent }) {
  if (!sent) return { drop: item.id, text: stepText(item) };
  return logsCard(item) ? { item: taken(item), text: stepText(item) } : null;
}

const settlingStep = ({ item, version }) =>
  (item.type === "log" ? { item: { type: "undo", number: version }, text: stepText(item) } : null);

const logsCard = (item) => item.type === "log" && Boolean(item.card);
const stepText = (item) => (logsCard(item) ? cardName(item.card) : gettext("the last tap"));

const taken = ({ phase, trick, place, card, instead }) =>
  ({ type: "log", phase, trick, place, card: instead ?? null, instead: card });

/** What is looked at. */
const looks = (app, set) => ({
  tab: (tab) => set({ tab, chosen: null, was: null, letter: null }),
  dismiss: () => set({ note: null }),
  peek: () => set({ peek: !app.state().peek }),
  wide: () => app.state().wide,
  padOpen: () => app.state().tab === "pad",
  shortcuts: () => app.state().prefs.shortcuts,
});
