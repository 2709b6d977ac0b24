/** Folds what tests/live/test_changes.py hands in, games as lists of {view, change, next}, and says which are wrong. */
import process from "node:process";
import { json } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { changed } from "../../static/js/shared/changes.js";

const steps = await json(process.stdin);
const wrong = steps.filter(({ view, change, next }) => !isDeepStrictEqual(changed(view, change), next));
process.stdout.write(JSON.stringify({ folded: steps.length, wrong: wrong.map(({ change }) => change) }));
