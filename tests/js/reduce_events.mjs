/** Reduce a list of {view, event, next} of tests/realtime/test_events.py, and print the wrong events. */
import process from "node:process";
import { json } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { reduceEvent } from "../../static/js/shared/reducer.js";

const steps = await json(process.stdin);
const wrong = steps.filter(({ view, event, next }) => !isDeepStrictEqual(reduceEvent(view, event), next));
process.stdout.write(JSON.stringify({ reduced: steps.length, wrong: wrong.map(({ event }) => event) }));
