/** Actions of the pad: taps turned into entries of the queue and changes of its state. */
import { cardName } from "../../shared/texts.js";
import { getTrick, setNote } from "../state.js";
import { layoutKeys } from "./key_grid.js";
import { listKeys } from "./projection.js";
import { getSlotKey, listPlaces, TAP_HOLD } from "./slots.js";
import * as States from "./state.js";
import { keyLabel, unlikelyText } from "./texts.js";

/**
 * Create the actions of the pad.
 * @param {object} app `state()`, `shown()`, `setState(state)`, `queue`, `pump()`, `release()`, `now()`, `newId()`,
 *   `buzz(kind)`, `keep(name, value)` for this device at this table
 */
export function createPadActions(app) {
  const put = (item) => {
    app.queue.add({ ...item, id: app.newId() });
    app.buzz("tap");
    app.pump();
  };
  const set = (changes) => app.setState({ ...app.state(), ...changes });
  return {
    ...createKeyActions(app, put), ...createSlotActions(app, set), ...createLeaderActions(app, put),
    ...createScoringActions(app, put, set), ...createGameActions(put, set), ...createConflictActions(app, put),
    ...createUndoActions(app, put), ...createViewActions(app, set),
  };
}

/** Create the actions of the card keys. */
function createKeyActions(app, put) {
  let last = null;
  let dared = { card: "", at: 0 };

  function stop(text) {
    app.buzz("stop");
    app.setState(setNote({ ...app.state(), letter: null }, "bad", text));
  }

  function key(code) {
    const state = app.state();
    const ask = States.getTarget(state, app.shown());
    if (!ask || ask.place === "leader") return;
    const keys = listKeys(app.shown(), ask);
    const there = getTrick(app.shown().tricks, ask.phase, ask.trick)[ask.place];
    if (code === there) return state.chosen ? app.setState(States.clearChoice(state)) : undefined;
    if (!keys.left[code]) return stop(keyLabel(code, 0, keys.off[code] ?? "seen", false));
    if (isUnlikely(ask, code) && !daring(ask, code)) return stop(unlikelyText(code, app.shown().view.names[ask.seat]));
    take(ask, code, replaced(state, ask, there));
  }

  /** Return what a tap replaces: the chosen card, or in the moment after a tap what that tap put there. */
  const replaced = (state, ask, there) => (state.chosen || getSlotKey(ask) !== last ? state.was : there);

  /** Return whether an unlikely card was tapped again; a trembling thumb is no answer. */
  function daring(ask, code) {
    const card = `${getSlotKey(ask)}=${code}`;
    const again = dared.card === card && app.now() - dared.at >= TAP_HOLD;
    if (dared.card !== card) dared = { card, at: app.now() };
    return again;
  }

  function take({ phase, trick, place }, card, was) {
    last = getSlotKey({ phase, trick, place });
    app.setState(clearRefusal(States.clearChoice(app.state())));
    put({ type: "log", phase, trick, place, card, ...(was === null ? {} : { instead: was }) });
  }

  return { key, clear: () => take(app.state().chosen, null, app.state().was) };
}

/** Remove the note that refused the last tap; news stay until they are read. */
const clearRefusal = (state) => (state.note?.kind === "bad" ? setNote(state, "bad", null) : state);

const isUnlikely = ({ likely }, code) => Boolean(likely) && !likely.includes(code);

/** Create the actions that choose a slot. */
const createSlotActions = (app, set) => ({
  cancel: () => app.setState(States.clearChoice(app.state())),
  focus: (code) => app.state().focus !== code && set({ focus: code }),
  pick: (slot, code) => (app.release(), app.setState(States.chooseSlot(app.state(), slot, code))),
  fill: (slot) => app.setState(States.chooseSlot(app.state(), slot, null, "log")),
  correct: (slot, code) => app.setState(States.chooseSlot(app.state(), slot, code, "log")),
  correctSlip: (slip) => app.setState(chooseSlip(app, slip)),
  letter: (letter) => set({ letter }),
  letterNow: () => app.state().letter,
  skip(ask) {
    const { prefs } = app.state();
    const skipped = [...prefs.skipped, getSlotKey(ask)];
    app.keep("skipped", skipped);
    set({ chosen: null, was: null, prefs: { ...prefs, skipped } });
  },
});

/** Choose the card of a slip to correct it, or ask for the leader again. */
function chooseSlip(app, { phase, trick: number, card }) {
  const trick = getTrick(app.shown().tricks, phase, number ?? 1);
  const place = listPlaces(phase).find((name) => card && trick[name] === card) ?? "leader";
  const at = { phase, trick: trick.number, place };
  return States.chooseSlot(app.state(), at, place === "leader" ? null : card);
}

const createLeaderActions = (app, put) => ({
  leads(ask, seat) {
    const { phase, trick } = ask;
    const first = phase === 1 && trick === 1;
    const held = app.shown().held === ask;
    if (held && getStatedLeader(app, ask) === seat) return;
    app.setState(States.clearChoice(app.state()));
    const what = first ? { type: "lead", seat } : { type: "state_leader", phase, trick, seat };
    put(held ? { ...what, instead: 1 - seat } : what);
  },
});

/** Return the seat that was just said to lead a trick. */
function getStatedLeader(app, { phase, trick }) {
  const { items, view } = app.shown();
  const said = items.findLast((item) => (item.type === "lead" && phase === 1)
    || (item.type === "state_leader" && item.phase === phase && item.trick === trick));
  return said ? said.seat : getTrick(view.tricks, phase, trick).leader ?? view.leader;
}

/** Create the actions where not every card is logged. */
const createScoringActions = (app, put, set) => ({
  undead(card, seat, holds) {
    if (holds === seat) put({ type: "undead", seat, card, gone: true });
    else put({ type: "undead", seat, card, ...(holds === null ? {} : { instead: holds }) });
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
  ...createCountActions(app, put, set),
});

/** Create the actions on counts. A double tap is no number of the next cell. */
function createCountActions(app, put, set) {
  let last = { value: null, at: 0 };
  return {
    cell(faction, seat) {
      last = { value: null, at: 0 };
      set({ cell: { faction, seat, top: false } });
    },
    count(pile, cell, value) {
      const again = value === last.value && app.now() - last.at < TAP_HOLD;
      last = { value, at: app.now() };
      if (!again) enterCount(app, put, pile, { ...cell, value });
    },
  };
}

/** Enter a number of the final piles. Counts are sent once both are known, and so are highest cards. */
function enterCount(app, put, pile, { seat, top, value }) {
  const fresh = { counts: [...pile.entered], tops: top ? [...pile.tops] : [null, null] };
  const entered = top ? fresh.tops : fresh.counts;
  entered[seat] = value;
  const done = !entered.includes(null);
  const state = app.state();
  app.setState({ ...state, cell: null, draft: { ...state.draft, [pile.faction]: done ? undefined : fresh } });
  if (done) put({ type: "pile", faction: pile.faction, counts: fresh.counts, highest: fresh.tops });
}

/** Create the actions on the game as a whole. */
const createGameActions = (put, set) => ({
  acceptSlip: (slip) => put({ type: "stand", slip: slip.key }),
  confirm: (seat, accept) => put({ type: "confirm", seat, accept }),
  rename: (seat, name) => put({ type: "name", seat, name }),
  rematch: (accept, bestOf = null) => put({ type: "rematch", accept, ...(bestOf === null ? {} : { best_of: bestOf }) }),
  depth: (name) => (set({ sheet: null, chosen: null, was: null }), put({ type: "depth", depth: name })),
  endGame: () => (set({ sheet: null, tab: "pad" }), put({ type: "close" })),
});

/** Create the answers to a conflict: another device logged another card there. */
const createConflictActions = (app, put) => ({
  keepIt: () => app.setState(States.removeConflict(app.state())),
  changeIt() {
    const { item, there, counts } = app.state().conflicts[0];
    app.setState(States.removeConflict(app.state()));
    put(item.type === "pile" ? { ...item, over: true, instead: counts } : { ...item, instead: there });
  },
});

const createUndoActions = (app, put) => ({
  undoable: () => findUndoStep(app)?.text ?? null,
  undo() {
    app.release();
    const step = findUndoStep(app);
    if (!step) return;
    if (step.drop) app.queue.remove(step.drop);
    else put(step.item);
  },
});

/** Find the step to undo: an entry that never left this phone, one on its way, or the last stored one. */
function findUndoStep(app) {
  const waits = app.queue.all().at(-1);
  if (waits) return undoWaiting(waits);
  const { settling, view } = app.state();
  if (settling.length) return undoSettling(settling.at(-1));
  return view?.undo ? { item: createUndo(view.undo.number, view.undo.mark), text: view.undo.text } : null;
}

function undoWaiting({ item, sent }) {
  if (!sent) return { drop: item.id, text: getStepText(item) };
  return isCardEntry(item) ? { item: createReverse(item), text: getStepText(item) } : null;
}

const undoSettling = ({ item, version }) =>
  (item.type === "log"
    ? { item: createUndo(version, `${getSlotKey(item)}=${item.card ?? ""}`), text: getStepText(item) } : null);

/** Create an undo that names its entry, so that a device behind the server undoes nothing else. */
const createUndo = (number, expects) => ({ type: "undo", number, expects });

const isCardEntry = (item) => item.type === "log" && Boolean(item.card);
const getStepText = (item) => (isCardEntry(item) ? cardName(item.card) : gettext("the last tap"));

const createReverse = ({ phase, trick, place, card, instead }) =>
  ({ type: "log", phase, trick, place, card: instead ?? null, instead: card });

/** Return the current order of the keys. */
function getKeyOrder(app) {
  const { wide, prefs } = app.state();
  return { wide, turned: prefs.turned, likely: States.getTarget(app.state(), app.shown())?.likely ?? null };
}

/** Create the actions on what is shown. */
const createViewActions = (app, set) => ({
  tab: (tab) => set({ tab, chosen: null, was: null, letter: null }),
  dismiss: () => set({ note: null }),
  dismissHand() {
    app.keep("followers", true);
    set({ handSeen: true });
  },
  peek: () => set({ peek: !app.state().peek }),
  grid: () => layoutKeys(getKeyOrder(app)),
  padOpen: () => app.state().tab === "pad",
  shortcuts: () => app.state().prefs.shortcuts,
});
