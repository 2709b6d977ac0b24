/** The hand of the other seat, which lies open. */
import { html, render } from "../../vendor/lit-html.js";
import { picture } from "../shared/cards.js";

/** @param {HTMLElement} place @param {string[]} codes */
export const lay = (place, codes) => render(codes.map((code) => html`<li>${picture(code)}</li>`), place);
