// SPDX-License-Identifier: Apache-2.0

/// Milliseconds before the next attempt: exponential backoff up to a limit, with jitter so that viewers do not all return to a
/// restarted service at the same moment.
export function retryDelay(attempt, { most = 5000, random = Math.random() } = {}) {
  return Math.min(most, 500 * 2 ** Math.min(attempt, 16)) * (0.75 + random * 0.5);
}

/// A client error that a retry will not change, such as 404.
export const isRefusal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

/// Measures how long a video that should play has made no progress.
export class StallWatch {
  constructor() { this.reset(); }
  reset() { [this.last, this.known, this.stood] = [null, null, 0]; }

  /// Call it once a second.
  /// - isWanted: whether the video should be playing.
  /// - facts: numbers that change with progress: position, bytes loaded.
  /// - returns: milliseconds.
  look(now, isWanted, ...facts) {
    const told = facts.join(" ");
    if (!isWanted) {
      this.reset();
      return 0;
    }
    // After sleep or under load the page did not run, and neither did the video.
    const passed = this.last === null ? 0 : Math.min(now - this.last, 2000);
    this.stood = told === this.known ? this.stood + passed : 0;
    [this.last, this.known] = [now, told];
    return this.stood;
  }
}

/// What to do about a stall: nothing, "ask" the service whether the stream is there, or start "anew".
///
/// Our own loader reports every byte. Browsers report whole segments, which take long on a slow network; a live stream is not worth
/// that wait.
export function stallStep(stood, { isOwn, isLive, restarts }) {
  const patience = (isOwn || isLive ? 6000 : 20000) * 2 ** Math.min(restarts, 3);
  if (stood >= patience) return "anew";
  return stood >= 2500 ? "ask" : null;
}
