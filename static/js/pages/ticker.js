// A worker: browsers slow down the clocks of pages that nobody looks at, and those are the ones that have to notice.
setInterval(() => postMessage("tick"), 5_000);
