/** Messages of moderators, on every page of a game. */
import { html, nothing } from "../../vendor/lit-html.js";

/** Draw the message of moderators to this person alone. @param {{message: string, url: string}|null} sent */
export function moderatorMessage(sent) {
  if (!sent) return nothing;
  return html`<div class="judged" role="status">
    <p>${sent.message} <a href=${sent.url}>${gettext("Read it")}</a></p>
  </div>`;
}

/**
 * Draw the decision of a moderator: what, why, and the way to appeal.
 * @param {{text: string, why: string, appeal: string|null}|null} notice of the view; all texts are people's own
 */
export function moderatorNotice(notice) {
  if (!notice) return nothing;
  return html`<div class="judged" role="status">
    <p><b>${notice.text}</b> <bdi>${notice.why}</bdi>
      ${notice.appeal ? html`<a href=${notice.appeal}>${gettext("Appeal")}</a>` : nothing}</p>
  </div>`;
}
