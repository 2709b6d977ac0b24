/** Join page of a table: look up the code of the fragment or the form, and join with a tap. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { postForm } from "../shared/http.js";
import { fill } from "../shared/texts.js";

/**
 * @typedef {object} Preview the table of a code, as games/views/companion/join.py returns it
 * @property {string} token
 * @property {string} game
 * @property {string} host
 * @property {string[]} names
 * @property {string[]} as
 * @property {number[]} ask
 * @property {string|null} mine
 * @property {string|null} account
 */
const root = document.getElementById("join");
const { previewUrl, joinUrl, seatRequestUrl } = root.dataset;
const form = root.querySelector("[data-code-form]");
const place = document.createElement("div");
const ROLES = {
  both: () => gettext("Both players"),
  display: () => gettext("Shared display"),
  watcher: () => gettext("Spectator"),
};

/** @type {{preview: Preview|null, as: string, names: Record<string, string>, busy: boolean, problem: string|null}} */
let state = { preview: null, as: "", names: {}, busy: false, problem: null };

function setState(changes) {
  state = { ...state, ...changes };
  if (form) form.hidden = Boolean(state.preview);
  render(state.preview ? invitation(state.preview) : codeStatus(), place);
}

const problemLine = () => html`<p class="error" role="alert">${state.problem ?? ""}</p>`;
const codeStatus = () => (state.busy ? html`<p role="status">${gettext("Looking up the table …")}</p>` : problemLine());

function invitation(preview) {
  return html`${preview.as[0] === "watcher" ? nothing : invitationLine(preview.host)}
    ${preview.mine ? tableLink(preview.mine) : nothing}
    ${placeChoices(preview)}
    ${preview.ask.length ? lostPhone(preview) : nothing}`;
}

const invitationLine = (name) =>
  html`<p class="lead">${fill(gettext("You're invited to %(name)s's table."), { name })}</p>`;

const tableLink = (url) =>
  html`<p><a class="button primary wide" href=${url}>${gettext("Return to the table")}</a></p>`;

/** Draw the places to choose from. At a full table one tap watches. */
function placeChoices(preview) {
  if (!preview.as.length) return nothing;
  return preview.as[0] === "watcher" ? watchChoices(preview) : seatForm(preview);
}

const watchChoices = ({ names: [first, second] }) => html`<p>${
    fill(gettext("Both seats are taken: %(first)s and %(second)s are playing."), { first, second })}</p>
  ${problemLine()}
  <button type="button" class="button primary wide" id="watch" ?disabled=${state.busy}
    @click=${() => takePlace("watcher")}>${gettext("Watch the game")}</button>
  <p><button type="button" class="button quiet" id="show" ?disabled=${state.busy}
    @click=${() => takePlace("display")}>${gettext("Use as shared display")}</button></p>`;

function seatForm(preview) {
  const seat = state.as in preview.names ? Number(state.as) : null;
  return html`<form @submit=${handleJoin}>
    <fieldset><legend>${gettext("This device is for")}</legend>
      <div class="choices">${preview.as.map((value) => roleChoice(value, preview))}</div></fieldset>
    ${seat === null ? nothing : nameField(seat, preview)}
    ${preview.account && seat !== null ? historyNote(preview.account) : nothing}
    ${problemLine()}
    <button class="button primary wide" id="join-go" ?disabled=${state.busy}>${
      getJoinText(seat, preview)}</button></form>`;
}

const nameField = (seat, preview) => html`<div class="field"><label for="join-name">${gettext("Your name")}</label>
      <input id="join-name" maxlength="20" autocomplete="nickname" autocapitalize="words" spellcheck="false"
        placeholder=${preview.names[seat]} .value=${state.names[seat] ?? ""}
        @input=${(event) => setName(seat, event.target.value)}></div>`;

const historyNote = (name) =>
  html`<p class="soft">${fill(gettext("The result will appear in %(name)s's history."), { name })}</p>`;

function getJoinText(seat, preview) {
  if (seat === null) return gettext("Join");
  return fill(gettext("Join as %(name)s"), { name: state.names[seat]?.trim() || preview.names[seat] });
}

const roleChoice = (value, preview) => html`<label class="choice"><input type="radio" name="as" value=${value}
  .checked=${value === state.as} @change=${() => setState({ as: value })}><span>${
  value in ROLES ? ROLES[value]() : html`<b>${preview.names[value]}</b>`}</span></label>`;

const setName = (seat, name) => setState({ names: { ...state.names, [seat]: name } });

/** Draw the request of a new phone for a seat. The players at the table allow it. */
const lostPhone = (preview) => html`<details class="lost">
  <summary>${gettext("I'm a player, switch to this phone")}</summary>
  <p class="soft">${gettext("Choose your name. The device with your seat must allow it.")}</p>
  <div class="actions">${preview.ask.map((seat) => html`<button type="button" class="button" data-seat=${seat}
    ?disabled=${state.busy} @click=${() => askForSeat(seat)}>${
      fill(gettext("I'm %(name)s"), { name: preview.names[seat] })}</button>`)}</div>
  ${preview.as.length ? nothing : problemLine()}</details>`;

async function lookUp(fields) {
  setState({ busy: true, problem: null });
  const answer = await postForm(previewUrl, fields);
  if (!answer.ok) return setState({ busy: false, problem: answer.message });
  const preview = answer.data;
  setState({ preview, as: preview.as[0] ?? "", busy: false });
  root.querySelector("h1").focus();
}

function handleJoin(event) {
  event.preventDefault();
  const { preview, as, names } = state;
  const name = names[as]?.trim() ?? "";
  const changed = as in preview.names && name && name !== preview.names[as];
  takePlace(as, changed ? { name } : {});
}

const takePlace = async (as, more = {}) =>
  openTable(await markBusy(postForm(joinUrl, { token: state.preview.token, as, ...more })));

async function askForSeat(seat) {
  const { preview } = state;
  openTable(await markBusy(postForm(seatRequestUrl.replace("AAAAAAAA", preview.game),
    { seat: String(seat), token: preview.token })));
}

async function markBusy(answer) {
  setState({ busy: true, problem: null });
  return answer;
}

/** Open the table, without this page in the history; or show the problem with a fresh preview. */
async function openTable(answer) {
  if (answer.ok) return location.replace(answer.data.url);
  const again = await postForm(previewUrl, { token: state.preview.token });
  const as = again.ok && !again.data.as.includes(state.as) ? again.data.as[0] ?? "" : state.as;
  setState({ preview: again.ok ? again.data : state.preview, as, busy: false, problem: answer.message });
}

function startPage() {
  root.querySelector("h1").tabIndex = -1;
  place.translate = false;
  root.append(place);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    lookUp({ code: form.elements.code.value });
  });
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  if (form) form.hidden = true;
  lookUp({ token });
}

// A preview that the server drew works by itself.
if (!root.querySelector("[data-preview]")) startPage();
