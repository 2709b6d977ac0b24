/** Pad without a browser: its actions, and what its queue holds. */
import assert from "node:assert/strict";
import "./catalogue.mjs";
import { createPadActions } from "../../static/js/companion/pad/actions.js";
import { createQueue } from "../../static/js/companion/pad/outbox.js";
import { isFilled, projectView } from "../../static/js/companion/pad/projection.js";
import { createTapHold } from "../../static/js/companion/pad/slots.js";
import * as States from "../../static/js/companion/pad/state.js";
import { openClock } from "./fake_clock.mjs";
import { view } from "./table_views.mjs";

/** A pad with its queue; entries are numbered as they come. */
export function phone(changes, more = {}) {
  let state = { ...States.receiveView(States.INITIAL_STATE, view(5, changes)), prefs: { skipped: [], blinds: true },
    ...more };
  let entries = [];
  const kept = {};
  const clock = openClock();
  const moment = createTapHold(clock.after, () => {});
  const queue = createQueue({ read: () => entries, write: (next) => (entries = next) }, () => app.shown());
  const items = () => entries.map((entry) => entry.item);
  const app = {
    queue, state: () => state, setState: (next) => (state = next), pump() {}, release: moment.release, now: clock.now,
    shown() {
      const found = projectView(state.view, States.listUnseen(state, items()), state.prefs);
      return { ...found, held: moment.of(found.asks, (one) => isFilled(found, one)) };
    },
    newId: () => `id${entries.length}`, keep: (name, value) => (kept[name] = value), buzz() {},
  };
  const plain = () => items().map(({ id, ...item }) => (assert.ok(id), item));
  app.shown();
  return { act: createPadActions(app), app, queue, items: plain, now: () => state, kept, clock };
}

export const logged = (place, card, more = {}) => ({ type: "log", phase: 1, trick: 1, place, card, ...more });
