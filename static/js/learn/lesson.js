/**
 * Lesson, which answers the page of a match in place of a server. It knows no browser.
 *
 * @typedef {object} Step as in games/schemas/lesson.py
 * @property {object} view
 * @property {string} heading
 * @property {string} text
 * @property {string} prompt
 *
 * @typedef {object} World
 * @property {(played: string[]) => Promise<import("../shared/http.js").Answer>} fetchSteps
 * @property {string[]} played the cards that this browser has saved
 * @property {(progress: import("./progress.js").Progress) => void} saveProgress
 * @property {(step: Step, done: boolean) => void} showStep shows its texts, with the winner of its trick
 * @property {() => Promise<void>} waitForTeacher waits before the teacher's card
 * @property {() => Promise<void>} waitForRetry waits before the server is asked again
 */

/**
 * Create a lesson with the interface of `shared/socket.js`.
 * @param {World} world @param {{message: (data: object) => void, link: (state: "open"|"lost") => void}} listen
 * @returns {{send: (message: object) => boolean}}
 */
export function createLesson(world, listen) {
  const lesson = { world, listen, played: world.played, busy: false };
  startLesson(lesson);
  return { send: (message) => handleMessage(lesson, message) };
}

function handleMessage(lesson, message) {
  if (message.type !== "play" || lesson.busy) return false;
  playCard(lesson, message);
  return true;
}

/** Start where the lesson was left. Cards that are no longer legal are dropped. */
async function startLesson(lesson) {
  const answer = await askServer(lesson, lesson.played);
  if (isUnreachable(answer)) return reconnect(lesson);
  if (!answer.ok && lesson.played.length) return startLesson(Object.assign(lesson, { played: [] }));
  lesson.listen.link("open");
  if (answer.ok) await showSteps(lesson, answer.data, lesson.played.length ? -1 : 0);
}

async function playCard(lesson, { card, id }) {
  const answer = await askServer(lesson, [...lesson.played, card]);
  if (isUnreachable(answer)) return reconnect(lesson);
  const { code, message, data } = answer;
  if (!answer.ok) return lesson.listen.message({ type: "refused", id, code, message, version: null });
  lesson.played = [...lesson.played, card];
  lesson.world.saveProgress({ played: lesson.played, done: data.done });
  lesson.listen.message({ type: "accepted", id, version: data.steps[0].view.version });
  await showSteps(lesson, data, 0);
}

async function askServer(lesson, played) {
  lesson.busy = true;
  const answer = await lesson.world.fetchSteps(played);
  lesson.busy = false;
  return answer;
}

const isUnreachable = ({ ok, status }) => !ok && (status === 0 || status >= 500);

/** Reconnect. The page then sends its card again. */
async function reconnect(lesson) {
  lesson.listen.link("lost");
  await lesson.world.waitForRetry();
  await startLesson(lesson);
}

/** Show the steps one after the other, from an index on. */
async function showSteps({ world, listen }, { steps, done }, start) {
  const shown = steps.slice(start);
  for (const [index, step] of shown.entries()) {
    if (index) await world.waitForTeacher();
    listen.message(step.view);
    world.showStep(step, done && index === shown.length - 1);
  }
}
