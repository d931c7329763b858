// SPDX-License-Identifier: Apache-2.0

/**
 * Milliseconds before the next attempt: exponential backoff up to a limit, with jitter so that viewers do not all return to a
 * restarted service at the same moment.
 */
export function retryDelay(attempt, { max = 5000, random = Math.random() } = {}) {
  return Math.min(max, 500 * 2 ** Math.min(attempt, 16)) * (0.75 + random * 0.5);
}

/** A client error that a retry will not change, such as 404. */
export const isRefusal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

/** Measures how long a video that should play has made no progress. */
export class StallWatch {
  constructor() { this.reset(); }
  reset() { [this.last, this.known, this.stalled] = [null, null, 0]; }

  /**
   * Call it once a second.
   * @param isWanted whether the video should be playing.
   * @param facts numbers that change with progress: position, bytes loaded.
   * @returns milliseconds
   */
  look(now, isWanted, ...facts) {
    const state = facts.join(" ");
    if (!isWanted) {
      this.reset();
      return 0;
    }
    // After sleep or under load, the page did not run, and neither did the video.
    const passed = this.last === null ? 0 : Math.min(now - this.last, 2000);
    this.stalled = state === this.known ? this.stalled + passed : 0;
    [this.last, this.known] = [now, state];
    return this.stalled;
  }
}

/**
 * What to do about a stall: null for nothing, "probe" the service for the stream, or "restart".
 *
 * Our own loader reports every byte. Browsers report whole segments, which take long on a slow network; a live stream is not worth
 * that wait.
 * @param stalled milliseconds
 */
export function stallStep(stalled, { isOwn, isLive, restarts }) {
  const limit = (isOwn || isLive ? 6000 : 20000) * 2 ** Math.min(restarts, 3);
  if (stalled >= limit) return "restart";
  return stalled >= 2500 ? "probe" : null;
}
