/** A pad without a browser: what a person taps, and what its queue holds then. */
import assert from "node:assert/strict";
import "./catalogue.mjs";
import { padActs } from "../../static/js/pad/actions.js";
import { openMoment } from "../../static/js/pad/moment.js";
import { isFilled, project } from "../../static/js/pad/project.js";
import { openQueue } from "../../static/js/pad/queue.js";
import * as States from "../../static/js/pad/state.js";
import { openClock } from "./clock.mjs";
import { view } from "./tables.mjs";

/** A pad with its queue; entries are numbered as they come. */
export function phone(changes, more = {}) {
  let state = { ...States.received(States.EMPTY, view(5, changes)), prefs: { skipped: [], blinds: true }, ...more };
  let entries = [];
  const kept = {};
  const clock = openClock();
  const moment = openMoment(clock.after, () => {});
  const queue = openQueue({ read: () => entries, write: (next) => (entries = next) }, () => app.shown());
  const items = () => entries.map((entry) => entry.item);
  const app = {
    queue, state: () => state, become: (next) => (state = next), pump() {}, release: moment.release, now: clock.now,
    shown() {
      const found = project(state.view, States.beyond(state, items()), state.prefs);
      return { ...found, held: moment.of(found.asks, (one) => isFilled(found, one)) };
    },
    newId: () => `id${entries.length}`, keep: (name, value) => (kept[name] = value), buzz() {},
  };
  const plain = () => items().map(({ id, ...item }) => (assert.ok(id), item));
  app.shown();
  return { act: padActs(app), app, queue, items: plain, now: () => state, kept, clock };
}

export const logged = (place, card, more = {}) => ({ type: "log", phase: 1, trick: 1, place, card, ...more });
