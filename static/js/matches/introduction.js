/** Introduction to the game in three lines: before a newcomer's first game, and at the head of the help. */
import { html } from "../../vendor/lit-html.js";

const LINES = [
  [() => gettext("Goal"), () => gettext("Win the votes of the factions and claim the throne.")],
  [() => gettext("Two phases"),
    () => gettext("In phase one, the higher card of the led faction wins the card at stake; "
      + "the loser recruits a blind card. In phase two, your followers are your hand.")],
  [() => gettext("Three of five"),
    () => gettext("Score more cards of a faction to win its vote. Three votes win.")],
];

/** Draw how tricks and the game are won, in three lines. */
export const threeLines = () =>
  html`<ol class="lines">${LINES.map(([head, text]) => html`<li><b>${head()}</b> ${text()}</li>`)}</ol>`;

/** Draw the card before a newcomer's first game. Sound is offered here, and nowhere else unasked. */
export const introduction = (state, act) => [
  threeLines(), html`<p>${lessonsLink(act.urls)}</p>`, soundChoice(state, act),
];

/** Draw the link to the lessons beside the game, which waits meanwhile. */
export const lessonsLink = (urls) => html`<a href=${urls.lessons} target="_blank">${gettext("Learn to play")}</a>`;

const soundChoice = (state, act) => html`<p><label class="check"><input type="checkbox" id="sound-choice"
  .checked=${state.sound} @change=${(event) => act.setSound(event.target.checked)}><span>${
  gettext("Play with sound")}</span></label></p>`;

/**
 * Return whether a newcomer's first game begins with this view: the reader plays and has not played a card.
 * @param {object} view
 */
export const isBeginning = ({ you, status, board }) =>
  you !== null && status === "playing" && board?.phase === 1 && board.trick === 1 && !hasPlayed(board, you);

const hasPlayed = ({ lead, leader }, you) => Boolean(lead) && leader === you;
