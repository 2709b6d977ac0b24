/** What a person does on the pad, turned into entries of the queue. */
import { cardName } from "../shared/cards.js";
import { randomId } from "../shared/random.js";
import { keep } from "../shared/store.js";
import { buzz } from "../table/buzz.js";
import { keysFor, trickAt } from "./project.js";
import { keyOf } from "./slots.js";
import * as States from "./state.js";
import { keyLabel, TEXTS } from "./texts.js";

/** A tap this soon after the pad moved on by itself was meant for what was asked before. */
const MOVED = 350;
/** The same key twice within this time was one tap: a Goblin zero is not logged twice by a trembling thumb. */
const TWICE = 300;

/**
 * @param {object} app `state()`, `shown()`, `become(state)`, `queue`, `pump()`, `store` (key prefix), `movedAt()`
 */
export function logActions(app) {
  let last = { code: "", at: 0 };

  const put = (item) => {
    app.queue.add({ ...item, id: randomId() });
    buzz(app.state().prefs.buzz, "tap");
    app.pump();
  };
  const stop = (text) => {
    buzz(app.state().prefs.buzz, "stop");
    app.become(States.noted({ ...app.state(), letter: null }, "bad", text));
  };

  function key(code) {
    const state = app.state();
    const ask = States.target(state, app.shown());
    if (!ask || ask.place === "leader" || twice(code)) return;
    if (Date.now() - app.movedAt() < MOVED) return stop(TEXTS.moved());
    const keys = keysFor(app.shown(), ask);
    const there = trickAt(app.shown().tricks, ask.phase, ask.trick)[ask.place];
    if (code === there) return app.become(States.chosenDone(state));
    if (!keys.left[code]) return stop(keyLabel(code, 0, keys.off[code] ?? "seen", false));
    take(ask, code, state.was);
  }

  function twice(code) {
    const again = code === last.code && Date.now() - last.at < TWICE;
    last = { code, at: Date.now() };
    return again;
  }

  function take({ phase, trick, place }, card, was) {
    app.become(States.noted(States.chosenDone(app.state()), "info", null));
    put({ type: "log", phase, trick, place, card, ...(was === null ? {} : { instead: was }) });
  }

  function undo() {
    const step = lastStep(app);
    if (!step) return;
    if (step.drop) app.queue.remove(step.drop);
    else put(step.item);
  }

  return {
    key,
    undo,
    undoable: () => lastStep(app)?.text ?? null,
    clear: () => take(app.state().chosen, null, app.state().was),
    cancel: () => app.become(States.chosenDone(app.state())),
    focus: (code) => app.state().focus !== code && app.become({ ...app.state(), focus: code }),
    pick: (slot, code) => app.become(States.choose(app.state(), slot, code)),
    fill: (slot) => app.become(States.choose(app.state(), slot, null, "log")),
    correct: (slot, code) => app.become(States.choose(app.state(), slot, code, "log")),
    letter: (letter) => app.become({ ...app.state(), letter }),
    letterNow: () => app.state().letter,
    skip(ask) {
      const skipped = [...app.state().prefs.skipped, keyOf(ask)];
      keep(`${app.store}:skipped`, skipped);
      const state = app.state();
      app.become({ ...state, chosen: null, was: null, prefs: { ...state.prefs, skipped } });
    },
    leads(ask, seat) {
      const first = ask.phase === 1 && ask.trick === 1;
      app.become(States.chosenDone(app.state()));
      put(first ? { type: "lead", seat } : { type: "state_leader", phase: ask.phase, trick: ask.trick, seat });
    },
    stand: (slip) => put({ type: "stand", slip: slip.key }),
    undead(card, seat, holds) {
      if (holds !== null) put({ type: "undead", seat: holds, card, gone: true });
      if (holds !== seat) put({ type: "undead", seat, card });
    },
    toPhaseTwo() {
      keep(`${app.store}:phase-two`, true);
      app.become({ ...app.state(), phaseTwo: true, lookedUp: false });
    },
    lookUpUndead: () => app.become({ ...app.state(), tab: "pad", chosen: null, lookedUp: true }),
    cell: (faction, seat) => app.become({ ...app.state(), cell: { faction, seat, top: false } }),
    count: (pile, cell, value) => enter(app, put, pile, cell, value),
    confirm: (seat, accept) => put({ type: "confirm", seat, accept }),
    rename: (seat, name) => put({ type: "name", seat, name }),
    rematch: () => put({ type: "rematch" }),
    depth: (name) => (app.become({ ...app.state(), sheet: null }), put({ type: "depth", depth: name })),
    endGame: () => (app.become({ ...app.state(), sheet: null, tab: "pad" }), put({ type: "close" })),
    keepIt: () => app.become(States.settled(app.state())),
    changeIt() {
      const { item, there } = app.state().conflicts[0];
      app.become(States.settled(app.state()));
      put(item.type === "pile" ? { ...item, over: true } : { ...item, instead: there });
    },
  };
}

/** What the undo key takes back: what never left this phone, what is on its way, or the last tap that is stored. */
function lastStep(app) {
  const { view } = app.state();
  const waits = app.queue.all().at(-1);
  if (waits && !waits.sent) return { drop: waits.item.id, text: stepText(waits.item) };
  if (waits?.item.type === "log" && waits.item.card) return { item: taken(waits.item), text: stepText(waits.item) };
  if (waits) return null;
  const settling = app.state().settling.at(-1);
  if (settling) return settling.item.type === "log" ? { item: { type: "undo", number: settling.version }, text: stepText(settling.item) } : null;
  if (!view?.undo) return null;
  return { item: { type: "undo", number: view.undo.number }, text: view.undo.text };
}

const stepText = (item) => (item.type === "log" && item.card ? cardName(item.card) : gettext("the last tap"));

const taken = ({ phase, trick, place, card, instead }) => ({ type: "log", phase, trick, place, card: instead ?? null, instead: card });

/** A count of the final piles: sent as soon as both are known, highest cards as soon as both are. */
function enter(app, put, pile, cell, value) {
  const state = app.state();
  const fresh = { counts: [...pile.entered], tops: cell.top ? [...pile.tops] : [null, null] };
  (cell.top ? fresh.tops : fresh.counts)[cell.seat] = value;
  const done = cell.top ? !fresh.tops.includes(null) : !fresh.counts.includes(null);
  const draft = { ...state.draft, [pile.faction]: done ? undefined : fresh };
  app.become({ ...state, cell: null, draft });
  if (done) put({ type: "pile", faction: pile.faction, counts: fresh.counts, highest: fresh.tops });
}

