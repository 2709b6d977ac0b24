/**
 * A lesson in place of a socket: it answers the page of a match as the server of one does. It knows no browser.
 *
 * @typedef {object} Step as in games/wire/learn.py
 * @property {object} view
 * @property {string} where
 * @property {string} told
 * @property {string} ask
 *
 * @typedef {object} World
 * @property {(played: string[]) => Promise<import("../shared/send.js").Answer>} ask how the lesson stands after these
 * @property {string[]} played what this browser has kept
 * @property {(kept: {played: string[], done: boolean}) => void} keep
 * @property {(step: Step, done: boolean) => void} say
 * @property {() => Promise<void>} think lets a moment pass before the teacher's card
 * @property {() => Promise<void>} rest lets a while pass before the server is asked again
 */

/**
 * @param {World} world @param {{message: (data: object) => void, link: (state: "open"|"lost") => void}} listen
 * @returns {{send: (message: object) => boolean}}
 */
export function openLesson(world, listen) {
  const lesson = { world, listen, played: world.played, busy: false };
  begin(lesson);
  return { send: (message) => sent(lesson, message) };
}

function sent(lesson, message) {
  if (message.type !== "play" || lesson.busy) return false;
  play(lesson, message);
  return true;
}

/** Where the lesson was left; cards that are not taken any longer are forgotten. */
async function begin(lesson) {
  const answer = await asked(lesson, lesson.played);
  if (unheard(answer)) return comeBack(lesson);
  if (!answer.ok && lesson.played.length) return begin(Object.assign(lesson, { played: [] }));
  lesson.listen.link("open");
  if (answer.ok) await tell(lesson, answer.data, lesson.played.length ? -1 : 0);
}

async function play(lesson, { card, id }) {
  const answer = await asked(lesson, [...lesson.played, card]);
  if (unheard(answer)) return comeBack(lesson);
  const { code, message, data } = answer;
  if (!answer.ok) return lesson.listen.message({ type: "refused", id, code, message, version: null });
  lesson.played = [...lesson.played, card];
  lesson.world.keep({ played: lesson.played, done: data.done });
  lesson.listen.message({ type: "accepted", id, version: data.steps[0].view.version });
  await tell(lesson, data, 0);
}

async function asked(lesson, played) {
  lesson.busy = true;
  const answer = await lesson.world.ask(played);
  lesson.busy = false;
  return answer;
}

const unheard = ({ ok, status }) => !ok && (status === 0 || status >= 500);

/** The page sends its card again once the line is open. */
async function comeBack(lesson) {
  lesson.listen.link("lost");
  await lesson.world.rest();
  await begin(lesson);
}

/** Shows one stand after the other, from one of them on. */
async function tell({ world, listen }, { steps, done }, from) {
  const shown = steps.slice(from);
  for (const [at, step] of shown.entries()) {
    if (at) await world.think();
    listen.message(step.view);
    world.say(step, done && at === shown.length - 1);
  }
}
