/** Web worker with a timer, since browsers slow down the timers of hidden pages. */

setInterval(() => postMessage("tick"), 5_000);
