/** Entry point of a lesson: the page of a match over the transport of a lesson. The order matters. */
import "./transport.js";
import "../matches/main.js";

