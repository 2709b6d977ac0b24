/** The page of a lesson: that of a match, carried by a lesson. The order matters. */
import "./carry.js";
import "../online/main.js";
