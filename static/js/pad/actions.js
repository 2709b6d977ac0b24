/** What a person does on the pad, turned into entries of the queue and changes of its state. */
import { cardName } from "../shared/texts.js";
import { noted } from "../table/state.js";
import { trickAt } from "../table/view.js";
import { MOMENT } from "./moment.js";
import { keysFor } from "./project.js";
import { rows } from "./rows.js";
import { keyOf, placesOf } from "./slots.js";
import * as States from "./state.js";
import { keyLabel, unlikely } from "./texts.js";

/**
 * @param {object} app `state()`, `shown()`, `become(state)`, `queue`, `pump()`, `release()`, `now()`, `newId()`,
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
  let last = null;
  let dared = { card: "", at: 0 };

  function stop(text) {
    app.buzz("stop");
    app.become(noted({ ...app.state(), letter: null }, "bad", text));
  }

  function key(code) {
    const state = app.state();
    const ask = States.target(state, app.shown());
    if (!ask || ask.place === "leader") return;
    const keys = keysFor(app.shown(), ask);
    const there = trickAt(app.shown().tricks, ask.phase, ask.trick)[ask.place];
    if (code === there) return state.chosen ? app.become(States.chosenDone(state)) : undefined;
    if (!keys.left[code]) return stop(keyLabel(code, 0, keys.off[code] ?? "seen", false));
    if (odd(ask, code) && !daring(ask, code)) return stop(unlikely(code, app.shown().view.names[ask.seat]));
    take(ask, code, replaced(state, ask, there));
  }

  /** What a tap replaces: the picked card, or in the moment after a tap of this device what that tap put there. */
  const replaced = (state, ask, there) => (state.chosen || keyOf(ask) !== last ? state.was : there);

  /** A card that its seat did not recruit is asked about once; a trembling thumb is no answer. */
  function daring(ask, code) {
    const card = `${keyOf(ask)}=${code}`;
    const again = dared.card === card && app.now() - dared.at >= MOMENT;
    if (dared.card !== card) dared = { card, at: app.now() };
    return again;
  }

  function take({ phase, trick, place }, card, was) {
    last = keyOf({ phase, trick, place });
    app.become(noted(States.chosenDone(app.state()), "info", null));
    put({ type: "log", phase, trick, place, card, ...(was === null ? {} : { instead: was }) });
  }

  return { key, clear: () => take(app.state().chosen, null, app.state().was) };
}

const odd = ({ likely }, code) => Boolean(likely) && !likely.includes(code);

/** Which place the next tap is about, and how it is typed. */
const picks = (app, set) => ({
  cancel: () => app.become(States.chosenDone(app.state())),
  focus: (code) => app.state().focus !== code && set({ focus: code }),
  pick: (slot, code) => (app.release(), app.become(States.choose(app.state(), slot, code))),
  fill: (slot) => app.become(States.choose(app.state(), slot, null, "log")),
  correct: (slot, code) => app.become(States.choose(app.state(), slot, code, "log")),
  mend: (slip) => app.become(mending(app, slip)),
  letter: (letter) => set({ letter }),
  letterNow: () => app.state().letter,
  skip(ask) {
    const { prefs } = app.state();
    const skipped = [...prefs.skipped, keyOf(ask)];
    app.keep("skipped", skipped);
    set({ chosen: null, was: null, prefs: { ...prefs, skipped } });
  },
});

/** The card of a slip is picked to be corrected; a leader is asked for again. */
function mending(app, { phase, trick: number, card }) {
  const trick = trickAt(app.shown().tricks, phase, number ?? 1);
  const place = placesOf(phase).find((name) => card && trick[name] === card) ?? "leader";
  const at = { phase, trick: trick.number, place };
  return States.choose(app.state(), at, place === "leader" ? null : card);
}

const leading = (app, put) => ({
  leads(ask, seat) {
    const { phase, trick } = ask;
    const first = phase === 1 && trick === 1;
    const held = app.shown().held === ask;
    if (held && saidLeader(app, ask) === seat) return;
    app.become(States.chosenDone(app.state()));
    const what = first ? { type: "lead", seat } : { type: "state_leader", phase, trick, seat };
    put(held ? { ...what, instead: 1 - seat } : what);
  },
});

/** Who was said to lead a trick a moment ago. */
function saidLeader(app, { phase, trick }) {
  const { items, view } = app.shown();
  const said = items.findLast((item) => (item.type === "lead" && phase === 1)
    || (item.type === "state_leader" && item.phase === phase && item.trick === trick));
  return said ? said.seat : trickAt(view.tricks, phase, trick).leader ?? view.leader;
}

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
  shared(pile) {
    const [first, second] = pile.counts;
    if (first === second) return set({ lookedUp: true });
    put({ type: "pile", ...pile, highest: [null, null] });
  },
  undeadDone: () => set({ undeadDone: true }),
  lookUpUndead: () => set({ tab: "pad", chosen: null, lookedUp: true }),
  ...counting(app, put, set),
});

/** The numbers of the final piles. Within a moment a second tap on a number is no number of the next place. */
function counting(app, put, set) {
  let last = { value: null, at: 0 };
  return {
    cell(faction, seat) {
      last = { value: null, at: 0 };
      set({ cell: { faction, seat, top: false } });
    },
    count(pile, cell, value) {
      const again = value === last.value && app.now() - last.at < MOMENT;
      last = { value, at: app.now() };
      if (!again) enter(app, put, pile, { ...cell, value });
    },
  };
}

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
  depth: (name) => (set({ sheet: null, chosen: null, was: null }), put({ type: "depth", depth: name })),
  endGame: () => (set({ sheet: null, tab: "pad" }), put({ type: "close" })),
});

/** Somebody else logged another card there. */
const conflicts = (app, put) => ({
  keepIt: () => app.become(States.settled(app.state())),
  changeIt() {
    const { item, there, counts } = app.state().conflicts[0];
    app.become(States.settled(app.state()));
    put(item.type === "pile" ? { ...item, over: true, instead: counts } : { ...item, instead: there });
  },
});

const undoing = (app, put) => ({
  undoable: () => lastStep(app)?.text ?? null,
  undo() {
    app.release();
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
  return view?.undo ? { item: taking(view.undo.number, view.undo.mark), text: view.undo.text } : null;
}

function waitingStep({ item, sent }) {
  if (!sent) return { drop: item.id, text: stepText(item) };
  return logsCard(item) ? { item: taken(item), text: stepText(item) } : null;
}

const settlingStep = ({ item, version }) =>
  (item.type === "log" ? { item: taking(version, `${keyOf(item)}=${item.card ?? ""}`), text: stepText(item) } : null);

/** It says what it takes back: whoever knows less than the server takes back nothing else. */
const taking = (number, expects) => ({ type: "undo", number, expects });

const logsCard = (item) => item.type === "log" && Boolean(item.card);
const stepText = (item) => (logsCard(item) ? cardName(item.card) : gettext("the last tap"));

const taken = ({ phase, trick, place, card, instead }) =>
  ({ type: "log", phase, trick, place, card: instead ?? null, instead: card });

/** How the keys lie just now. */
function order(app) {
  const { wide, prefs } = app.state();
  return { wide, turned: prefs.turned, likely: States.target(app.state(), app.shown())?.likely ?? null };
}

/** What is looked at. */
const looks = (app, set) => ({
  tab: (tab) => set({ tab, chosen: null, was: null, letter: null }),
  dismiss: () => set({ note: null }),
  peek: () => set({ peek: !app.state().peek }),
  grid: () => rows(order(app)),
  padOpen: () => app.state().tab === "pad",
  shortcuts: () => app.state().prefs.shortcuts,
});
