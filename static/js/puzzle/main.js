/** The page of a puzzle: that of a match, carried by a puzzle. The order matters. */
import "./carry.js";
import "../online/main.js";
