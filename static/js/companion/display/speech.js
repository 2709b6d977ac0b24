/** Speech of the display: the sentences to announce, and the browser's voices. */
import { getLastTrick, isOver } from "../state.js";
import { outcomeText, voteLabel } from "../texts.js";

/**
 * Find the voice for a language: the same region first, and one of this machine before one of the network.
 * @param {{lang: string, localService: boolean}[]} voices @param {string} language @returns {object|null}
 */
export function findVoice(voices, language) {
  const wanted = normalizeTag(language);
  const [root] = wanted.split("-");
  const close = ({ lang, localService }) => (normalizeTag(lang) === wanted ? 2 : 0) + (localService ? 1 : 0);
  const fitting = voices.filter(({ lang }) => normalizeTag(lang).split("-")[0] === root);
  return fitting.sort((one, other) => close(other) - close(one))[0] ?? null;
}

/** "zh_Hant" and "zh-TW" are one script; what a browser writes with an underscore means the same. */
const normalizeTag = (language) => language.replaceAll("_", "-").toLowerCase().replace("zh-hant", "zh-tw");

/**
 * Create the speech of the display.
 * @param {{speechSynthesis: object, SpeechSynthesisUtterance: Function}} browser @param {string} language
 * @param {(why: "no-voice"|"blocked") => void} failed
 * @returns {{say: (sentences: string[]) => void, stop: () => void}|null} null where the browser cannot speak
 */
export function createSpeech(browser, language, failed) {
  const { speechSynthesis: speaker, SpeechSynthesisUtterance: Utterance } = browser;
  if (!speaker || !Utterance) return null;
  // Browsers begin to look for their voices when they are first asked.
  speaker.getVoices();
  return { say: (sentences) => sentences.forEach(one), stop: () => speaker.cancel() };

  function one(text) {
    const words = new Utterance(text);
    // As long as none is known, the browser looks for one by the language.
    const voices = speaker.getVoices();
    const voice = findVoice(voices, language);
    if (voices.length && !voice) return failed("no-voice");
    Object.assign(words, { lang: voice?.lang ?? language, ...(voice && { voice }) });
    words.addEventListener("error", ({ error }) => FAILURES[error] && failed(FAILURES[error]));
    speaker.speak(words);
  }
}

const FAILURES = {
  "not-allowed": "blocked", "language-unavailable": "no-voice", "voice-unavailable": "no-voice",
  "synthesis-unavailable": "no-voice", "synthesis-failed": "no-voice",
};

/**
 * List the sentences that are new since the view before, in the order of speech.
 * @param {object} view @param {object|null} before nothing is said of what stood there when the page was opened
 * @returns {string[]}
 */
export function listAnnouncements(view, before) {
  if (!before) return [];
  const said = [...findTrickText(view, before), ...listCounts(view, before), ...listSlips(view, before)];
  return isOver(view) && !isOver(before) ? [...said, outcomeText(view)] : said;
}

/** Find the sentence about a finished or corrected trick. */
function findTrickText(view, before) {
  const last = getLastTrick(view);
  return last && last.story !== getLastTrick(before)?.story ? [last.story] : [];
}

/** List the counts that changed, where no trick is logged. */
function listCounts(view, before) {
  if (view.depth === "every" || (view.depth === "scoring" && view.phase === 2)) return [];
  const known = (one, index) => one.counts.join() !== before.factions[index].counts.join();
  return view.factions.filter(known).map((one) => voteLabel(one, view.names));
}

function listSlips(view, before) {
  const known = new Set(before.slips.map((one) => one.key));
  return view.slips.filter((one) => !one.stands && !known.has(one.key)).map((one) => one.text);
}
