// SPDX-License-Identifier: Apache-2.0
// What a page of the benchmark notes, the same for every player.

globalThis.noted = { firstFrame: null, ready: [] };

/** The first picture on the screen, in ms since the navigation began. */
globalThis.watch = (video) => video.requestVideoFrameCallback((now) => { noted.firstFrame ??= now; });

/** The player knows a playlist. */
globalThis.knows = () => noted.ready.push(performance.now());

/** For each playlist that arrived, ms from its last byte to the player's knowing it; null if it told of nothing new. */
globalThis.delays = () => {
  const arrivals = performance.getEntriesByType("resource").filter((entry) => entry.name.includes(".m3u8")).map((entry) => entry.responseEnd);
  return arrivals.map((end, index) => {
    const told = noted.ready.find((time) => time >= end && !(time >= arrivals[index + 1]));
    return told === undefined ? null : told - end;
  });
};

// The event of our element; its first one comes before the page's own module has begun.
document.addEventListener("timelinechange", () => knows(), true);

/** Bytes that came over the network, headers included: those of the player's files, and all. */
globalThis.transferred = () => {
  const sums = { player: 0, all: performance.getEntriesByType("navigation")[0].transferSize };
  for (const entry of performance.getEntriesByType("resource")) {
    sums.all += entry.transferSize;
    if (new URL(entry.name).pathname.startsWith("/player/")) sums.player += entry.transferSize;
  }
  return sums;
};
performance.setResourceTimingBufferSize(100_000);
