// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";
import { report, beforeLeaving } from "./report.js";

/// Decides which events playing makes. It has no clock and no element: what happens is told to it.
export class PlaybackReport {
  constructor(tell) {
    this.tell = tell;
    this.pass = 1;
    this.reached = 0;
    this.hasStarted = false;
    this.isAutoplay = false;
    this.isEngaged = false;
    this.hasEnded = false;
    this.watched = 0;
    this.last = null;
  }

  /// What began by itself is a view only once that was long enough: whoever counts is told how it began.
  note(name, position) { this.tell(name, position, { is_autoplay: this.isAutoplay, pass: this.pass }); }

  /// The position moved; `isLive` has no quarters.
  moved(position, duration, { isLive = false, isAutoplay = false } = {}) {
    if (!this.hasStarted) {
      this.hasStarted = true;
      this.isAutoplay = isAutoplay;
      this.note("fw:video:start", position);
    }
    if (this.last !== null && position > this.last && position - this.last < 2) this.watched += position - this.last;
    this.last = position;
    if (!this.isEngaged && this.watched >= 3) {
      this.isEngaged = true;
      this.note("fw:video:interactable-engaged-view", position);
    }
    if (isLive || !Number.isFinite(duration) || duration <= 0) return;
    const quarters = ["fw:video:first-quartile", "fw:video:midpoint", "fw:video:third-quartile"];
    while (this.reached < 3 && position >= (duration * (this.reached + 1)) / 4) {
      this.note(quarters[this.reached], position);
      this.reached += 1;
    }
  }

  ended(duration) {
    this.moved(duration, duration);
    this.note("fw:video:complete", duration);
    this.hasEnded = true;
  }

  /// Begins again after the end.
  again() {
    if (!this.hasEnded) return;
    this.pass += 1;
    this.reached = 0;
    this.last = null;
    this.hasEnded = false;
    this.hasStarted = false;
  }

  /// Once, when watching ends.
  finished(reason, position, duration, measures) {
    if (this.isFinished) return;
    this.isFinished = true;
    const ratio = Number.isFinite(duration) && duration > 0 ? { watched_ratio: Math.min(1, this.watched / duration) } : {};
    this.tell("fw:video:session", position, {
      reason, pass: this.pass,
      properties: { ...measures, ...ratio, watched_ms: Math.round(this.watched * 1000), exited_before_start: this.watched === 0 && !this.last ? 1 : 0 },
    });
  }
}

/// Binds an element to a report.
export function track(video, { isLive, isAutoplay, hasFailed, facts }) {
  // Where the page came with the address, it is waited for since then.
  let begin = video.src ? performance.now() : null, clicks = 0;
  let startup = null, stalls = 0, stalled = 0, stallBegan = null, isPausedByViewer = false;
  const size = () => ({ w: Math.round(video.clientWidth), h: Math.round(video.clientHeight) });
  const milliseconds = (seconds) => Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
  const told = (name, position, more = {}) => report(name, {
    video_id: data.video.id, video_type: data.video.type, progress_ms: milliseconds(position),
    duration_ms: data.video.duration_ms || milliseconds(video.duration), player_size: size(), ...facts(), ...more,
  });
  const playback = new PlaybackReport(told);
  told("fw:video:impression", 0);
  // The viewer waits from now on; not while a browser that plays nothing by itself waits for the viewer.
  video.addEventListener("loadstart", () => { begin ??= performance.now(); });
  video.addEventListener("play", () => {
    if (startup === null && (begin === null || video.readyState >= 3)) begin = performance.now();
  });
  video.addEventListener("timeupdate", () => {
    if (video.paused && video.currentTime === 0) return;
    begin ??= performance.now();
    startup ??= performance.now() - begin;
    if (!video.seeking) playback.moved(video.currentTime, video.duration, { isLive: isLive(), isAutoplay: isAutoplay() });
  });
  video.addEventListener("waiting", () => { if (startup !== null && stallBegan === null && !video.seeking) { stallBegan = performance.now(); stalls += 1; } });
  video.addEventListener("playing", () => {
    if (stallBegan !== null) { stalled += performance.now() - stallBegan; stallBegan = null; }
    playback.again();
    if (isPausedByViewer) { isPausedByViewer = false; told("fw:video:resume", video.currentTime); }
  });
  video.addEventListener("pause", () => {
    if (video.ended || video.seeking || startup === null || document.visibilityState === "hidden") return;
    isPausedByViewer = true;
    told("fw:video:pause", video.currentTime);
  });
  video.addEventListener("ended", () => playback.ended(video.duration));
  beforeLeaving(() => {
    // There was nothing to watch, such as a stream that hasn't begun.
    if (begin === null) return;
    if (stallBegan !== null) { stalled += performance.now() - stallBegan; stallBegan = null; }
    playback.finished(hasFailed() ? "error" : video.ended ? "end_stopped" : "dismissed", video.currentTime, video.duration, {
      ...(startup === null ? {} : { startup_ms: Math.round(startup) }), stall_count: stalls, stall_ms: Math.round(stalled),
    });
  });
  const clicked = () => {
    clicks += 1;
    told("fw:video:click-cta", video.currentTime, clicks > 1 ? { properties: { is_repeated: true } } : {});
  };
  return { told, clicked };
}
