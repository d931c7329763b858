// SPDX-License-Identifier: Apache-2.0

/**
 * Decides which events to send during playback. It has neither a clock nor an element: its owner reports what happens.
 * Positions and durations are in seconds.
 */
export class PlaybackReport {
  constructor(report) {
    this.report = report;
    this.pass = 1;
    this.reached = 0;
    this.hasStarted = false;
    this.isAutoplay = false;
    this.isEngaged = false;
    this.hasEnded = false;
    this.watched = 0;
    this.last = null;
  }

  /** Every event says whether playback began automatically: analytics count such a view only after a while. */
  send(name, position) { this.report(name, position, { is_autoplay: this.isAutoplay, pass: this.pass }); }

  /** The position moved. A live stream has no quartiles. */
  moved(position, duration, { isLive = false, isAutoplay = false } = {}) {
    if (!this.hasStarted) {
      this.hasStarted = true;
      this.isAutoplay = isAutoplay;
      this.send("fw:video:start", position);
    }
    if (this.last !== null && position > this.last && position - this.last < 2) this.watched += position - this.last;
    this.last = position;
    if (!this.isEngaged && this.watched >= 3) {
      this.isEngaged = true;
      this.send("fw:video:interactable-engaged-view", position);
    }
    if (isLive || !Number.isFinite(duration) || duration <= 0) return;
    const quartiles = ["fw:video:first-quartile", "fw:video:midpoint", "fw:video:third-quartile"];
    while (this.reached < 3 && position >= (duration * (this.reached + 1)) / 4) {
      this.send(quartiles[this.reached], position);
      this.reached += 1;
    }
  }

  ended(duration) {
    this.moved(duration, duration);
    this.send("fw:video:complete", duration);
    this.hasEnded = true;
  }

  /** Playback began again after the end. */
  again() {
    if (!this.hasEnded) return;
    this.pass += 1;
    this.reached = 0;
    this.last = null;
    this.hasEnded = false;
    this.hasStarted = false;
  }

  /**
   * Watching ended; only the first call counts.
   * @param measures further properties of the event
   */
  finished(reason, position, duration, measures) {
    if (this.isFinished) return;
    this.isFinished = true;
    const ratio = Number.isFinite(duration) && duration > 0 ? { watched_ratio: Math.min(1, this.watched / duration) } : {};
    this.report("fw:video:session", position, {
      reason, pass: this.pass,
      properties: { ...measures, ...ratio, watched_ms: Math.round(this.watched * 1000), exited_before_start: this.watched === 0 && !this.last ? 1 : 0 },
    });
  }
}
