/** What a moderator did last, for everybody at a game: the decision, why, and for those concerned the way to appeal. */
import { html, nothing } from "../../vendor/lit-html.js";

/** What the moderators have to say to this person alone. @param {{message: string, url: string}|null} told */
export function toldYou(told) {
  if (!told) return nothing;
  return html`<div class="judged" role="status">
    <p>${told.message} <a href=${told.url}>${gettext("Read it")}</a></p>
  </div>`;
}

/** @param {{text: string, why: string, appeal: string|null}|null} notice of the view; all texts are people's own */
export function judged(notice) {
  if (!notice) return nothing;
  return html`<div class="judged" role="status">
    <p><b>${notice.text}</b> <bdi>${notice.why}</bdi>
      ${notice.appeal ? html`<a href=${notice.appeal}>${gettext("Appeal")}</a>` : nothing}</p>
  </div>`;
}
