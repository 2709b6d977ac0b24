/** Entry point of a puzzle: the page of a match over the transport of a puzzle. The order matters. */
import "./transport.js";
import "../matches/main.js";

