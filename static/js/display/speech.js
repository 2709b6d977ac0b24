/** The browser's own voices, in the language of the page. They are silent until somebody asks for them. */

/**
 * The voice for a language: the same region first, and one of this machine before one of the network.
 * @param {{lang: string, localService: boolean}[]} voices @param {string} language @returns {object|null}
 */
export function voiceFor(voices, language) {
  const wanted = plain(language);
  const [root] = wanted.split("-");
  const close = ({ lang, localService }) => (plain(lang) === wanted ? 2 : 0) + (localService ? 1 : 0);
  const fitting = voices.filter(({ lang }) => plain(lang).split("-")[0] === root);
  return fitting.sort((one, other) => close(other) - close(one))[0] ?? null;
}

/** "zh_Hant" and "zh-TW" are one script; what a browser writes with an underscore means the same. */
const plain = (language) => language.replaceAll("_", "-").toLowerCase().replace("zh-hant", "zh-tw");

/**
 * @param {{speechSynthesis: object, SpeechSynthesisUtterance: Function}} browser @param {string} language
 * @param {(why: "no-voice"|"blocked") => void} failed
 * @returns {{say: (sentences: string[]) => void, hush: () => void}|null} null where the browser cannot speak
 */
export function openSpeech(browser, language, failed) {
  const { speechSynthesis: speaker, SpeechSynthesisUtterance: Utterance } = browser;
  if (!speaker || !Utterance) return null;
  // Browsers begin to look for their voices when they are first asked.
  speaker.getVoices();
  return { say: (sentences) => sentences.forEach(one), hush: () => speaker.cancel() };

  function one(text) {
    const words = new Utterance(text);
    // As long as none is known, the browser looks for one by the language.
    const voices = speaker.getVoices();
    const voice = voiceFor(voices, language);
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
