/** How a puzzle is asked about: nothing is answered that was not sent as an answer. It knows no browser. */

/**
 * @typedef {object} Line
 * @property {() => Promise<import("../shared/send.js").Answer>} look how it stands to begin with
 * @property {(fields: Record<string, string>) => Promise<import("../shared/send.js").Answer>} answer
 *
 * @param {Line} line
 * @param {boolean} show whether the answer is wanted instead
 * @param {(data: object) => void} heard is told of every answer, before anything of it is shown
 * @returns {(played: string[]) => Promise<import("../shared/send.js").Answer>}
 */
export function asking(line, show, heard) {
  return async (played) => {
    const answer = await request(line, show, played);
    if (answer.ok) heard(answer.data);
    return answer;
  };
}

function request(line, show, played) {
  if (show) return line.answer({ show: "1" });
  return played.length ? line.answer({ played: played.join() }) : line.look();
}
