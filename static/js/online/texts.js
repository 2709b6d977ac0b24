/**
 * What the page of a match says while it goes on; `ending.js` has the sentences of its end.
 * Names come from people, so they only ever enter as values.
 */
import { cardName, factionName, say, together } from "../shared/texts.js";
import { decides, isLate } from "./clock.js";
import { outcome } from "./ending.js";
import { mine, playerName } from "./scene.js";
import { offered } from "./signals.js";

/** The status line: whose turn it is and what is asked. @returns {string} */
export function asked(scene, state) {
  const { view } = scene;
  if (scene.done) return scene.won ? trickWon(scene, scene.done) : answered(scene);
  if (scene.over) return outcome(scene);
  if (!view.board) return gettext("Waiting for the other player to sit down.");
  if (view.frozen) return gettext("A moderator has stopped this game for now: no card may be played.");
  if (state.pending) return say(gettext("Sending %(card)s …"), { card: cardName(state.pending.card) });
  if (view.board.turn === null) return gettext("The game is over.");
  return turnText(scene, state);
}

function turnText(scene, state) {
  if (isLate(state)) return lateText(scene, state);
  return scene.view.board.turn === scene.you ? yourTurn(scene, state) : theirTurn(scene);
}

/** Both cards lie there, and nobody has won yet. */
function answered({ done, ...scene }) {
  const own = mine(scene, 1 - done.leader);
  const values = { name: playerName(scene, 1 - done.leader), card: cardName(done.follow) };
  return say(own ? gettext("You answer with %(card)s.") : gettext("%(name)s answers with %(card)s."), values);
}

function yourTurn(scene, state) {
  const { board } = scene;
  const lifted = scene.hand?.[state.lifted];
  if (lifted?.legal) return say(gettext("Press %(card)s again to play it."), { card: cardName(lifted.code) });
  if (!board.lead) return gettext("Your turn: lead any card.");
  return say(gettext("Your turn: answer %(card)s."), { card: cardName(board.lead) });
}

function lateText(scene, state) {
  const { runs, daily } = scene.view.clock;
  if (daily) return gettext("Time is out: the game ends.");
  if (mine(scene, runs)) {
    return say(gettext("Your time is out. %(name)s says how it goes on."), { name: playerName(scene, 1 - runs) });
  }
  const format = decides(state) ? gettext("%(name)s has no time left. How does it go on?")
    : gettext("%(name)s has no time left.");
  return say(format, { name: playerName(scene, runs) });
}

function theirTurn(scene) {
  const { board } = scene;
  const values = { name: playerName(scene, board.turn), card: board.lead && cardName(board.lead) };
  if (!board.lead) return say(gettext("%(name)s leads."), values);
  if (mine(scene, board.leader)) return say(gettext("You played %(card)s. %(name)s answers."), values);
  return say(gettext("%(name)s answers."), values);
}

/** What has just become of the hands, said during the first trick of phase two; "" at all other times. */
export function begins(scene) {
  const { board } = scene;
  if (scene.done || scene.over || board?.phase !== 2 || board.trick !== 1) return "";
  return scene.you === null
    ? gettext("Phase two has begun: the followers are the hands now.")
    : gettext("Phase two has begun: the followers you recruited are your hand now.");
}

/** The card that is played for, "" where there is none. @returns {string} */
export function atStake(scene) {
  const { board } = scene;
  if (scene.done || scene.over || !board?.revealed) return "";
  return say(gettext("At stake: %(card)s."), { card: cardName(board.revealed) });
}

/** Who took the trick and why. @returns {string} */
export function trickWon(scene, last) {
  const cards = [cardName(last.lead), cardName(last.follow)];
  const [high, low] = last.winner === last.leader ? cards : [cards[1], cards[0]];
  const formats = mine(scene, last.winner) ? YOU_WIN : THEY_WIN;
  return say((formats[last.reason] ?? formats.other)(), { name: playerName(scene, last.winner), high, low });
}

const YOU_WIN = {
  higher: () => gettext("You win the trick: %(high)s is higher than %(low)s."),
  equal: () => gettext("You win the trick: %(high)s was led, %(low)s only equals it."),
  other_faction: () => gettext("You win the trick: %(high)s was led, %(low)s is of another faction."),
  power: () => gettext("You win the trick: %(high)s beats %(low)s whatever the values."),
  other: () => gettext("You win the trick: %(high)s beats %(low)s."),
};

const THEY_WIN = {
  higher: () => gettext("%(name)s wins the trick: %(high)s is higher than %(low)s."),
  equal: () => gettext("%(name)s wins the trick: %(high)s was led, %(low)s only equals it."),
  other_faction: () => gettext("%(name)s wins the trick: %(high)s was led, %(low)s is of another faction."),
  power: () => gettext("%(name)s wins the trick: %(high)s beats %(low)s whatever the values."),
  other: () => gettext("%(name)s wins the trick: %(high)s beats %(low)s."),
};

/** @returns {string} one sentence about one card that a trick gave, "" for a discard */
export function gainText(scene, gain) {
  if (gain.pile === "discard" || gain.seat === null) return "";
  const own = mine(scene, gain.seat);
  const values = { name: playerName(scene, gain.seat), card: gain.card && cardName(gain.card) };
  if (gain.pile === "followers") return say((gain.card ? recruits(own) : recruitsUnseen(own)), values);
  return say(own ? gettext("You score %(card)s.") : gettext("%(name)s scores %(card)s."), values);
}

const recruits = (own) => (own ? gettext("You recruit %(card)s.") : gettext("%(name)s recruits %(card)s."));
const recruitsUnseen = (own) =>
  (own ? gettext("You recruit an unseen card.") : gettext("%(name)s recruits an unseen card."));

/** @returns {string} */
export const gainsText = (scene, last) => together(last.gains.map((gain) => gainText(scene, gain)));

/** @returns {string} the counts of a faction for screen readers */
export function countsText(scene, entry) {
  const { near, far } = scene;
  const format = entry.ahead === null
    ? gettext("%(faction)s: %(near)s %(near_count)s, %(far)s %(far_count)s. Nobody is ahead.")
    : gettext("%(faction)s: %(near)s %(near_count)s, %(far)s %(far_count)s. %(leader)s is ahead.");
  return say(format, {
    faction: factionName(entry.faction), near: playerName(scene, near), near_count: entry.counts[near],
    far: playerName(scene, far), far_count: entry.counts[far], leader: playerName(scene, entry.ahead),
  });
}

/** @returns {string} what is said of a card in the hand */
export function handLabel(card) {
  const name = card.hinted ? say(gettext("%(card)s, the hint"), { card: cardName(card.code) }) : cardName(card.code);
  return card.reason ? say(gettext("%(card)s, not playable: %(reason)s"), { card: name, reason: card.reason }) : name;
}

/** @returns {string} "Phase one, trick 3 of 13" */
export const progress = (board) =>
  say(board.phase === 1 ? gettext("Phase one · trick %(number)s of 13") : gettext("Phase two · trick %(number)s of 13"),
    { number: board.trick });

/** @param {number|null} seconds @returns {string} */
export function awayText(seconds) {
  if (seconds === null || seconds === undefined) return gettext("away");
  if (seconds < 90) return say(gettext("away for %(seconds)s s"), { seconds: Math.round(seconds) });
  return say(gettext("away for %(minutes)s min"), { minutes: Math.round(seconds / 60) });
}

/** What the tab says before the page's own title. @returns {string|null} null: nothing calls who looks elsewhere */
export function tabText(scene) {
  if (!scene || scene.you === null || !scene.view.board) return null;
  if (offered(scene.view)) return gettext("A rematch is offered");
  if (scene.view.result) return gettext("Game over");
  return scene.view.board.turn === scene.you ? gettext("Your turn") : null;
}

export const TEXTS = {
  lost: () => gettext("Connection lost. Reconnecting …"),
  ended: () => gettext("The connection was closed. Reload the page to come back."),
  reload: () => gettext("Reload"),
  hint: () => gettext("Hint"),
  takeBack: () => gettext("Take back my last card"),
  notYet: () => gettext("It is not your turn yet."),
};
