/**
 * What lets a page be heard: browsers keep it silent until somebody has touched it.
 *
 * @typedef {object} Sounding what the page brings
 * @property {() => AudioContext} context made once, by the first gesture
 * @property {() => Promise<{play: (context: AudioContext, name: string) => void}>} load the sounds
 */

/**
 * @param {Sounding} sounding
 * @returns {{wake: () => void, play: (name: string) => boolean}} `wake` is for gestures; `play` tells whether it is
 *   heard: what cannot be heard at once never is, since a sound that comes late says something untrue
 */
export function openEar(sounding) {
  let context = null;
  let sounds = null;
  let loading = null;

  function wake() {
    context ??= sounding.context();
    if (context.state !== "running") Promise.resolve(context.resume()).catch(quiet);
    loading ??= sounding.load().then((loaded) => { sounds = loaded; }, () => { loading = null; });
  }

  function play(name) {
    if (context?.state !== "running" || !sounds) return false;
    sounds.play(context, name);
    return true;
  }

  return { wake: () => safely(wake), play: (name) => Boolean(safely(() => play(name))) };
}

/** A browser without sound is a silent one, nothing worse. */
function safely(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function quiet() {}
