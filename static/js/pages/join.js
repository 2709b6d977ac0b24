/** Coming to a table: the scanned code is read from the fragment, looked up, and used only by the tap on Join. */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { send } from "../shared/send.js";
import { say } from "../shared/texts.js";

/**
 * @typedef {object} Preview what a code leads to; see the answer of the look-up
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
const { look, take, ask } = root.dataset;
const form = root.querySelector("[data-code-form]");
const place = document.createElement("div");
const ROLES = {
  both: () => gettext("Both players on this phone"),
  display: () => gettext("Show the table (a screen for all)"),
  watcher: () => gettext("Just watch"),
};

/** @type {{preview: Preview|null, as: string, names: Record<string, string>, busy: boolean, problem: string|null}} */
let state = { preview: null, as: "", names: {}, busy: false, problem: null };

function become(changes) {
  state = { ...state, ...changes };
  if (form) form.hidden = Boolean(state.preview);
  render(state.preview ? invitation(state.preview) : code(), place);
}

const alert = () => html`<p class="error" role="alert">${state.problem ?? ""}</p>`;
const code = () => (state.busy ? html`<p role="status">${gettext("Looking …")}</p>` : alert());

function invitation(preview) {
  const text = gettext("%(name)s invites you to score a game played with the real cards.");
  return html`<p class="lead">${say(text, { name: preview.host })}</p>
    ${preview.mine ? goThere(preview.mine) : nothing}
    ${waysIn(preview)}
    ${preview.ask.length ? lost(preview) : nothing}`;
}

const goThere = (url) =>
  html`<p><a class="button primary wide" href=${url}>${gettext("You are at this table: go there")}</a></p>`;

/** A seat where one is free; who comes to a full table watches by one tap. */
function waysIn(preview) {
  if (!preview.as.length) return nothing;
  return preview.as[0] === "watcher" ? watching(preview) : seats(preview);
}

const watching = ({ names }) => html`<p>${
    say(gettext("%(first)s and %(second)s play: both seats are taken."), { first: names[0], second: names[1] })}</p>
  ${alert()}
  <button type="button" class="button primary wide" id="watch" ?disabled=${state.busy}
    @click=${() => takes("watcher")}>${gettext("Watch the game")}</button>
  <p><button type="button" class="button quiet" id="show" ?disabled=${state.busy}
    @click=${() => takes("display")}>${ROLES.display()}</button></p>`;

function seats(preview) {
  const seat = state.as in preview.names ? Number(state.as) : null;
  return html`<form @submit=${join}>
    <fieldset><legend>${gettext("This phone is for")}</legend>
      <div class="choices">${preview.as.map((value) => choice(value, preview))}</div></fieldset>
    ${seat === null ? nothing : nameField(seat, preview)}
    ${preview.account && seat !== null ? inHistory(preview.account) : nothing}
    ${alert()}
    <button class="button primary wide" id="join-go" ?disabled=${state.busy}>${goText(seat, preview)}</button></form>`;
}

const nameField = (seat, preview) => html`<div class="field"><label for="join-name">${gettext("Your name")}</label>
      <input id="join-name" maxlength="20" autocomplete="nickname" autocapitalize="words" spellcheck="false"
        .value=${state.names[seat] ?? preview.names[seat]} @input=${(event) => named(seat, event.target.value)}></div>`;

const inHistory = (name) =>
  html`<p class="soft">${say(gettext("The result will be in the history of %(name)s."), { name })}</p>`;

function goText(seat, preview) {
  if (seat === null) return gettext("Join");
  return say(gettext("Join as %(name)s"), { name: state.names[seat]?.trim() || preview.names[seat] });
}

const choice = (value, preview) => html`<label class="choice"><input type="radio" name="as" value=${value}
  .checked=${value === state.as} @change=${() => become({ as: value })}><span>${
  value in ROLES ? ROLES[value]() : html`<b>${preview.names[value]}</b>`}</span></label>`;

const named = (seat, name) => become({ names: { ...state.names, [seat]: name } });

/** A phone that died: whoever sits at the table lets the new one in. Nobody is asked before its owner says so. */
const lost = (preview) => html`<details class="lost">
  <summary>${gettext("I play, but on another phone so far")}</summary>
  <p class="soft">${gettext("Say who you are; another device at the table lets you in.")}</p>
  <div class="actions">${preview.ask.map((seat) => html`<button type="button" class="button" data-ask=${seat}
    ?disabled=${state.busy} @click=${() => asks(seat)}>${
      say(gettext("I am %(name)s"), { name: preview.names[seat] })}</button>`)}</div>
  ${preview.as.length ? nothing : alert()}</details>`;

async function find(fields) {
  become({ busy: true, problem: null });
  const answer = await send(look, fields);
  if (!answer.ok) return become({ busy: false, problem: answer.message });
  const preview = answer.data;
  become({ preview, as: preview.as[0] ?? "", busy: false });
  root.querySelector("h1").focus();
}

function join(event) {
  event.preventDefault();
  const { preview, as, names } = state;
  const name = names[as]?.trim() ?? "";
  const changed = as in preview.names && name && name !== preview.names[as];
  takes(as, changed ? { name } : {});
}

const takes = async (as, more = {}) => go(await working(send(take, { token: state.preview.token, as, ...more })));

async function asks(seat) {
  const { preview } = state;
  go(await working(send(ask.replace("AAAAAAAA", preview.game), { seat: String(seat), token: preview.token })));
}

async function working(answer) {
  become({ busy: true, problem: null });
  return answer;
}

/** On to the table, without this page in the history; or what is in the way, the seats looked at anew. */
async function go(answer) {
  if (answer.ok) return location.replace(answer.data.url);
  const again = await send(look, { token: state.preview.token });
  const as = again.ok && !again.data.as.includes(state.as) ? again.data.as[0] ?? "" : state.as;
  become({ preview: again.ok ? again.data : state.preview, as, busy: false, problem: answer.message });
}

function begin() {
  root.querySelector("h1").tabIndex = -1;
  root.append(place);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    find({ code: form.elements.code.value });
  });
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  if (form) form.hidden = true;
  find({ token });
}

// A preview that the server drew works by itself.
if (!root.querySelector("[data-drawn]")) begin();
