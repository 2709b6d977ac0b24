/** Sentences of a match. Names come from people, so they only ever enter as values. */
import { cardName, factionName, fill, joinSentences } from "../shared/texts.js";
import { canDecideTimeout, isTimeOut } from "./clock.js";
import { isMine, playerName } from "./scene.js";
import { hasCancelOffer, hasRematchOffer } from "./state.js";

/** Return the status line: whose turn it is and what is asked. @returns {string} */
export function statusText(scene, state) {
  const { view } = scene;
  if (scene.done) return scene.won ? trickText(scene, scene.done) : answerText(scene);
  if (scene.over) return outcomeText(scene);
  if (!view.board) return gettext("Waiting for an opponent to join.");
  if (view.frozen) return gettext("A moderator has paused this game: nobody can play a card.");
  if (state.pending) return fill(gettext("Sending %(card)s …"), { card: cardName(state.pending.card) });
  if (view.board.turn === null) return "";
  return turnText(scene, state);
}

function turnText(scene, state) {
  if (isTimeOut(state)) return lateText(scene, state);
  return scene.view.board.turn === scene.you ? ownTurnText(scene, state) : otherTurnText(scene);
}

/** Return the sentence about the answer, before the winner shows. */
function answerText({ done, ...scene }) {
  const own = isMine(scene, 1 - done.leader);
  const values = { name: playerName(scene, 1 - done.leader), card: cardName(done.follow) };
  return fill(own ? gettext("You follow with %(card)s.") : gettext("%(name)s follows with %(card)s."), values);
}

function ownTurnText(scene, state) {
  const { board } = scene;
  const lifted = scene.hand?.[state.lifted];
  if (lifted?.legal) return fill(gettext("Tap %(card)s again to play it."), { card: cardName(lifted.code) });
  if (!board.lead) return gettext("Your turn: lead any card.");
  return fill(gettext("Your turn: follow %(card)s."), { card: cardName(board.lead) });
}

function lateText(scene, state) {
  const { runs, daily } = scene.view.clock;
  if (daily) return gettext("Time's up: the game is ending.");
  if (isMine(scene, runs)) {
    return fill(gettext("You ran out of time. %(name)s decides what happens."), { name: playerName(scene, 1 - runs) });
  }
  const format = canDecideTimeout(state) ? gettext("%(name)s ran out of time. What would you like to do?")
    : gettext("%(name)s ran out of time.");
  return fill(format, { name: playerName(scene, runs) });
}

function otherTurnText(scene) {
  const { board } = scene;
  const values = { name: playerName(scene, board.turn), card: board.lead && cardName(board.lead) };
  if (!board.lead) return fill(gettext("%(name)s leads."), values);
  if (isMine(scene, board.leader)) return fill(gettext("You led %(card)s. %(name)s follows."), values);
  return fill(gettext("%(name)s follows."), values);
}

/** Return the sentence about the new hands, during the first trick of phase two; else "". */
export function phaseText(scene) {
  const { board } = scene;
  if (scene.done || scene.over || board?.phase !== 2 || board.trick !== 1) return "";
  return scene.you === null
    ? gettext("Phase two: the followers are now the hands.")
    : gettext("Phase two: the followers you recruited are now your hand.");
}

/** Return the sentence about the card at stake, "" where there is none. @returns {string} */
export function stakeText(scene) {
  const { board } = scene;
  if (scene.done || scene.over || !board?.revealed) return "";
  return fill(gettext("At stake: %(card)s."), { card: cardName(board.revealed) });
}

/** Return the sentence about the lead that came while a finished trick is looked at, "" where there is none. */
export function nextLeadText(scene) {
  if (!scene.next) return "";
  const values = { name: playerName(scene, scene.next.seat), card: cardName(scene.next.code) };
  return fill(gettext("%(name)s leads %(card)s."), values);
}

/** Return who took the trick and why. @returns {string} */
export function trickText(scene, last) {
  const cards = [cardName(last.lead), cardName(last.follow)];
  const [high, low] = last.winner === last.leader ? cards : [cards[1], cards[0]];
  const formats = isMine(scene, last.winner) ? YOU_WIN : THEY_WIN;
  return fill((formats[last.reason] ?? formats.other)(), { name: playerName(scene, last.winner), high, low });
}

const YOU_WIN = {
  higher: () => gettext("You win the trick: %(high)s is higher than %(low)s."),
  equal: () => gettext("You win the trick: %(high)s and %(low)s tie, and you led."),
  other_faction: () => gettext("You win the trick: %(low)s didn't follow %(high)s."),
  power: () => gettext("You win the trick: %(high)s beats %(low)s, whatever the values."),
  other: () => gettext("You win the trick: %(high)s beats %(low)s."),
};

const THEY_WIN = {
  higher: () => gettext("%(name)s wins the trick: %(high)s is higher than %(low)s."),
  equal: () => gettext("%(name)s wins the trick: %(high)s and %(low)s tie, and %(name)s led."),
  other_faction: () => gettext("%(name)s wins the trick: %(low)s didn't follow %(high)s."),
  power: () => gettext("%(name)s wins the trick: %(high)s beats %(low)s, whatever the values."),
  other: () => gettext("%(name)s wins the trick: %(high)s beats %(low)s."),
};

/** Return the sentence about a card that a trick gave, "" for a discard. @returns {string} */
export function gainText(scene, gain) {
  if (gain.pile === "discard" || gain.seat === null) return "";
  const own = isMine(scene, gain.seat);
  const values = { name: playerName(scene, gain.seat), card: gain.card && cardName(gain.card) };
  if (gain.pile === "followers") return fill((gain.card ? getRecruitFormat(own) : getUnseenFormat(own)), values);
  return fill(own ? gettext("You score %(card)s.") : gettext("%(name)s scores %(card)s."), values);
}

const getRecruitFormat = (own) => (own ? gettext("You recruit %(card)s.") : gettext("%(name)s recruits %(card)s."));
const getUnseenFormat = (own) =>
  (own ? gettext("You recruit a blind card.") : gettext("%(name)s recruits a blind card."));

/** Return the sentences about all cards that a trick gave. @returns {string} */
export const gainsText = (scene, last) => joinSentences(last.gains.map((gain) => gainText(scene, gain)));

/** Return the counts of a faction, and who is ahead, for screen readers. @returns {string} */
export function countsText(scene, entry) {
  const { near, far } = scene;
  return fill(getCountsFormat(scene, entry), {
    faction: factionName(entry.faction), near: playerName(scene, near), near_count: entry.counts[near],
    far: playerName(scene, far), far_count: entry.counts[far], leader: playerName(scene, entry.ahead),
  });
}

function getCountsFormat(scene, { ahead }) {
  if (ahead === null) {
    return gettext("%(faction)s: %(near)s %(near_count)s, %(far)s %(far_count)s. Nobody is ahead.");
  }
  return isMine(scene, ahead)
    ? gettext("%(faction)s: %(near)s %(near_count)s, %(far)s %(far_count)s. You are ahead.")
    : gettext("%(faction)s: %(near)s %(near_count)s, %(far)s %(far_count)s. %(leader)s is ahead.");
}

/** Return the sentence about an offer to cancel, "" where there is none. */
export function cancelText(scene) {
  const { cancel } = scene.view;
  if (!cancel || scene.you === null) return "";
  const name = playerName(scene, 1 - scene.you);
  if (cancel.declined) {
    return isMine(scene, cancel.by) ? fill(gettext("%(name)s wants to keep playing."), { name }) : "";
  }
  return fill(isMine(scene, cancel.by) ? gettext("You offered to cancel. Waiting for %(name)s …")
    : gettext("%(name)s wants to cancel the game."), { name });
}

/** Return the label of a card in the hand. @returns {string} */
export function handLabel(card) {
  const name = card.hinted ? fill(gettext("%(card)s, hint"), { card: cardName(card.code) }) : cardName(card.code);
  return card.reason ? fill(gettext("%(card)s, not playable: %(reason)s"), { card: name, reason: card.reason }) : name;
}

/** Return the phase and number of the trick. @returns {string} */
export const progressText = (board) =>
  fill(board.phase === 1 ? gettext("Phase one · trick %(number)s of 13")
    : gettext("Phase two · trick %(number)s of 13"),
    { number: board.trick });

/** Return how long a player has been away. @param {number|null} seconds @returns {string} */
export function awayText(seconds) {
  if (seconds === null || seconds === undefined) return gettext("away");
  if (seconds < 90) return fill(gettext("away for %(seconds)s s"), { seconds: Math.round(seconds) });
  return fill(gettext("away for %(minutes)s min"), { minutes: Math.round(seconds / 60) });
}

/** Return the text before the tab's own title. @returns {string|null} null: nothing calls who looks elsewhere */
export function tabText(scene) {
  if (!scene || scene.you === null || !scene.view.board) return null;
  if (hasRematchOffer(scene.view)) return gettext("Rematch offered");
  if (scene.view.result) return gettext("Game over");
  if (hasCancelOffer(scene.view)) return gettext("Your opponent wants to cancel");
  return scene.view.board.turn === scene.you && !scene.late ? gettext("Your turn") : null;
}

/** Sentences without values. */
export const TEXTS = {
  lost: () => gettext("Connection lost. Reconnecting …"),
  ended: () => gettext("Connection closed. Reload the page to continue."),
  reload: () => gettext("Reload"),
  hint: () => gettext("Hint"),
  takeBack: () => gettext("Undo my last card"),
  notYet: () => gettext("It's not your turn yet."),
};

/** Return the heading of the end. @param {import("./scene.js").Scene} scene @returns {string} */
export function outcomeText(scene) {
  const { result, transfer } = scene.view;
  if (transfer?.game) return gettext("This game has moved.");
  if (scene.view.status === "called_off" || result?.ending === "called_off") {
    return gettext("This game was cancelled.");
  }
  if (!result || result.winner === null) return gettext("A draw: nobody claims the throne.");
  if (isMine(scene, result.winner)) return gettext("You claim the throne!");
  return fill(gettext("%(name)s claims the throne."), { name: playerName(scene, result.winner) });
}

/** Return why the game ended, when it was not by the votes. @returns {string} */
export function endingText(scene) {
  const { result } = scene.view;
  if (result?.ending === "judged") return gettext("A moderator decided this game.");
  if (result?.ending === "time" && result.winner === null) return gettext("Time ran out, and it was called a draw.");
  if (!result || result.winner === null) return drawText(result);
  const lost = isMine(scene, 1 - result.winner);
  const format = (lost ? YOU_LOST : THEY_LOST)[result.ending];
  return format ? fill(format(), { name: playerName(scene, 1 - result.winner) }) : "";
}

/** Return why more votes did not win, by the rulings of the game. */
const drawText = (result) => (result?.ending === "votes" && result.votes[0] !== result.votes[1]
  ? gettext("In this game it takes three votes to win.") : "");

const YOU_LOST = {
  resigned: () => gettext("You resigned."),
  away: () => gettext("You left the game."),
  time: () => gettext("Your time ran out."),
};

const THEY_LOST = {
  resigned: () => gettext("%(name)s resigned."),
  away: () => gettext("%(name)s left the game."),
  time: () => gettext("%(name)s ran out of time."),
};

/** Return the sentence in place of a table of votes. @returns {string} */
export function uncountedText(scene) {
  const { result } = scene.view;
  return result && !result.factions.length && result.winner !== null
    ? gettext("The game ended before the last trick, so no votes were counted.") : "";
}

/** Return the votes of both sides in a sentence. @returns {string} */
export function votesText(scene) {
  const { near, far, view: { result } } = scene;
  if (!result?.factions.length) return "";
  return fill(gettext("Votes: %(near)s %(near_count)s, %(far)s %(far_count)s."), {
    near: playerName(scene, near), near_count: result.votes[near],
    far: playerName(scene, far), far_count: result.votes[far],
  });
}

/** Return how a faction's vote fell. @returns {string} */
export function voteText(scene, vote) {
  const values = { faction: factionName(vote.faction), name: playerName(scene, vote.vote) };
  if (vote.vote === null) return fill(gettext("%(faction)s: nobody gets the vote."), values);
  const own = isMine(scene, vote.vote);
  if (vote.by === "card") {
    const format = own ? gettext("%(faction)s: tied, your %(card)s decides.")
      : gettext("%(faction)s: tied, %(name)s's %(card)s decides.");
    return fill(format, { ...values, card: cardName(vote.highest[vote.vote]) });
  }
  return fill(own ? gettext("%(faction)s: your vote.") : gettext("%(faction)s: %(name)s's vote."), values);
}
