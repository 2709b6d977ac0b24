/**
 * Every sentence of the table. Names come from people, so they only ever enter as values.
 */
import { cardName, factionName } from "../cards.js";

const say = (format, ...values) => interpolate(format, values);
const mine = (scene, seat) => seat === scene.you;

/** @param {import("./scene.js").Scene} scene @param {0|1} seat @returns {string} */
export const playerName = (scene, seat) => scene.view.players[seat]?.name ?? gettext("Nobody");

/** The status line: whose turn it is and what is asked. @returns {string} */
export function asked(scene, state) {
  const { view } = scene;
  if (scene.done) return trickWon(scene, scene.done);
  if (scene.over) return outcome(scene);
  if (!view.board) return gettext("Waiting for the other player to sit down.");
  if (state.pending) return say(gettext("Sending %s …"), cardName(state.pending.card));
  if (view.board.turn === scene.you) return yourTurn(scene, state);
  return theirTurn(scene);
}

function yourTurn(scene, state) {
  const { board } = scene;
  const lifted = scene.hand?.[state.lifted];
  if (lifted?.legal) return say(gettext("Tap %s again to play it."), cardName(lifted.code));
  if (!board.lead) return gettext("Your turn: lead any card.");
  return say(gettext("Your turn: answer %s."), cardName(board.lead));
}

function theirTurn(scene) {
  const { board } = scene;
  const name = playerName(scene, board.turn);
  if (!board.lead) return say(gettext("%s leads."), name);
  if (mine(scene, board.leader)) return say(gettext("You played %s. %s answers."), cardName(board.lead), name);
  return say(gettext("%s answers."), name);
}

/** Who took the trick and why. @returns {string} */
export function trickWon(scene, last) {
  const cards = [cardName(last.lead), cardName(last.follow)];
  const [winner, loser] = last.winner === last.leader ? cards : [cards[1], cards[0]];
  const who = mine(scene, last.winner)
    ? gettext("You win the trick:") : say(gettext("%s wins the trick:"), playerName(scene, last.winner));
  return `${who} ${because(last.reason, winner, loser)}`;
}

function because(reason, winner, loser) {
  const formats = {
    higher: gettext("%s is higher than %s."),
    equal: gettext("%s was led, %s only equals it."),
    other_faction: gettext("%s was led, %s is of another faction."),
    power: gettext("%s beats %s whatever the values."),
  };
  return interpolate(formats[reason] ?? gettext("%s beats %s."), [winner, loser]);
}

/** @returns {string} one sentence about one card that a trick gave, "" for a discard */
export function gainText(scene, gain) {
  if (gain.pile === "discard" || gain.seat === null) return "";
  const own = mine(scene, gain.seat);
  const what = gain.card ? cardName(gain.card) : gettext("an unseen card");
  const name = playerName(scene, gain.seat);
  if (gain.pile === "followers")
    return own ? say(gettext("You recruit %s."), what) : say(gettext("%s recruits %s."), name, what);
  return own ? say(gettext("You score %s."), what) : say(gettext("%s scores %s."), name, what);
}

/** @returns {string} */
export const gainsText = (scene, last) => last.gains.map((gain) => gainText(scene, gain)).filter(Boolean).join(" ");

/** The heading of the end. @returns {string} */
export function outcome(scene) {
  const { result } = scene.view;
  if (scene.view.status === "called_off" || result?.ending === "called_off")
    return gettext("This game was called off before the first card.");
  if (!result || result.winner === null) return gettext("A draw: nobody claims the throne.");
  if (mine(scene, result.winner)) return gettext("You claim the throne!");
  return say(gettext("%s claims the throne."), playerName(scene, result.winner));
}

/** Why the game ended, when it was not by the votes. @returns {string} */
export function endingText(scene) {
  const { result } = scene.view;
  if (!result || result.winner === null) return "";
  const loser = playerName(scene, 1 - result.winner);
  const lost = mine(scene, 1 - result.winner);
  if (result.ending === "resigned") return lost ? gettext("You resigned.") : say(gettext("%s resigned."), loser);
  if (result.ending === "away") return lost ? gettext("You had left the table.") : say(gettext("%s had left the table."), loser);
  return "";
}

/** How a faction's vote fell. @returns {string} */
export function voteText(scene, vote) {
  const faction = factionName(vote.faction);
  if (vote.vote === null) return say(gettext("%s: nobody gets the vote."), faction);
  const own = mine(scene, vote.vote);
  const name = playerName(scene, vote.vote);
  if (vote.by === "card") {
    const card = cardName(vote.highest[vote.vote]);
    return own ? say(gettext("%s: level, your %s decides."), faction, card)
      : say(gettext("%s: level, %s of %s decides."), faction, card, name);
  }
  return own ? say(gettext("%s: your vote."), faction) : say(gettext("%s: vote of %s."), faction, name);
}

/** @returns {string} the counts of a faction for screen readers */
export function countsText(scene, entry) {
  const [near, far] = [scene.near, scene.far];
  return interpolate(gettext("%(faction)s: %(a)s %(x)s, %(b)s %(y)s. %(ahead)s"), {
    faction: factionName(entry.faction), a: playerName(scene, near), x: entry.counts[near],
    b: playerName(scene, far), y: entry.counts[far], ahead: aheadText(scene, entry.ahead),
  }, true);
}

const aheadText = (scene, seat) =>
  seat === null ? gettext("Nobody is ahead.") : say(gettext("%s is ahead."), playerName(scene, seat));

/** @returns {string} what is said of a card in the hand */
export function handLabel(card) {
  const name = cardName(card.code);
  return card.reason ? say(gettext("%s, not playable: %s"), name, card.reason) : name;
}

/** @returns {string} "Phase one, trick 3 of 13" */
export const progress = (board) =>
  say(board.phase === 1 ? gettext("Phase one · trick %s of 13") : gettext("Phase two · trick %s of 13"), board.trick);

/** @param {number|null} seconds @returns {string} */
export function awayText(seconds) {
  if (seconds === null || seconds === undefined) return gettext("away");
  if (seconds < 90) return say(gettext("away for %s s"), Math.round(seconds));
  return say(gettext("away for %s min"), Math.round(seconds / 60));
}

/** The tab's title. @returns {string} */
export function tabTitle(scene, plain) {
  if (!scene || scene.you === null || !scene.view.board) return plain;
  if (scene.view.result) return say(gettext("Game over · %s"), plain);
  return scene.view.board.turn === scene.you ? say(gettext("● Your turn · %s"), plain) : plain;
}

export const TEXTS = {
  lost: () => gettext("Connection lost. Reconnecting …"),
  ended: () => gettext("The connection was closed. Reload the page to come back."),
  reload: () => gettext("Reload"),
  notYet: () => gettext("It is not your turn yet."),
};
