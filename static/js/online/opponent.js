/** One of the site's own: how strong it is, how fast it plays, and who else one may play against. */
import { html, nothing } from "../../vendor/lit-html.js";
import { say } from "../shared/texts.js";
import { levelText } from "./aided.js";
import { playerName } from "./scene.js";

const PACES = { human: () => gettext("like a person"), quick: () => gettext("quick") };

/** @param {import("./scene.js").Scene} scene @returns {0|1|null} the seat that one of the site's own holds */
export const seatOfTheSite = (scene) =>
  [scene.far, scene.near].find((seat) => scene.view.players[seat]?.opponent) ?? null;

/** What the dialog about it has inside. @param {import("./scene.js").Scene} scene */
export function about(scene, act) {
  const seat = seatOfTheSite(scene);
  const { opponent } = scene.view.players[seat] ?? {};
  if (!opponent) return nothing;
  const { manner } = act.opponents[opponent.level] ?? {};
  return [
    html`<p><b>${levelText(opponent)}</b>${manner ? ` · ${manner}` : ""}</p>`,
    scene.you === null || scene.over ? nothing : pace(act),
  ];
}

const pace = (act) => html`<fieldset class="pace"><legend>${gettext("How fast it plays from its next card on")}</legend>
  ${Object.keys(PACES).map((name) => html`<label class="check"><input type="radio" name="pace" value=${name}
    .checked=${act.pace() === name} @change=${() => act.setPace(name)}><span>${PACES[name]()}</span></label>`)}
</fieldset>`;

/** The choice of whom the rematch is against. @param {import("./scene.js").Scene} scene */
export function rivals(scene, act) {
  const { opponent } = scene.view.players[seatOfTheSite(scene)] ?? {};
  if (!opponent || !Object.keys(act.opponents).length) return nothing;
  return html`<label class="against"><span>${gettext("Rematch against")}</span><select id="level">
    ${Object.entries(act.opponents).map(([level, { words }]) => html`<option value=${level}
      ?selected=${level === opponent.level}>${words}</option>`)}</select></label>`;
}

/** The button on its portrait. @param {import("./scene.js").Scene} scene @param {0|1} seat */
export function portraitButton(scene, seat, act, inside) {
  const label = say(gettext("About %(name)s"), { name: playerName(scene, seat) });
  return html`<button class="look" type="button" id="opponent" aria-haspopup="dialog" aria-label=${label} title=${label}
    @click=${act.opens("opponent")}>${inside}</button>`;
}
