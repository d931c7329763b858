// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";
import { report, beforeLeaving } from "./report.js";
import { PlaybackReport } from "./playback-report.js";

/**
 * Reports the playback of a video element.
 * @returns `tell` and `clicked`, to report other events and a click on the call to action
 */
export function track(video, { isLive, isAutoplay, hasFailed, facts }) {
  // If the page came with the address, startup time counts from the page load.
  let begin = video.src ? performance.now() : null, clicks = 0;
  let startup = null, stalls = 0, stalled = 0, stallBegan = null, isPausedByViewer = false;
  const size = () => ({ w: Math.round(video.clientWidth), h: Math.round(video.clientHeight) });
  const milliseconds = (seconds) => Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
  const tell = (name, position, more = {}) => report(name, {
    video_id: data.video.id, video_type: data.video.type, progress_ms: milliseconds(position),
    duration_ms: data.video.duration_ms || milliseconds(video.duration), player_size: size(), ...facts(), ...more,
  });
  const playback = new PlaybackReport(tell);
  tell("fw:video:impression", 0);
  // Otherwise startup time counts from the request, but not while autoplay is blocked.
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
    if (isPausedByViewer) { isPausedByViewer = false; tell("fw:video:resume", video.currentTime); }
  });
  video.addEventListener("pause", () => {
    if (video.ended || video.seeking || startup === null || document.visibilityState === "hidden") return;
    isPausedByViewer = true;
    tell("fw:video:pause", video.currentTime);
  });
  video.addEventListener("ended", () => playback.ended(video.duration));
  beforeLeaving(() => {
    // There was nothing to watch, such as before a stream begins.
    if (begin === null) return;
    if (stallBegan !== null) { stalled += performance.now() - stallBegan; stallBegan = null; }
    playback.finished(hasFailed() ? "error" : video.ended ? "end_stopped" : "dismissed", video.currentTime, video.duration, {
      ...(startup === null ? {} : { startup_ms: Math.round(startup) }), stall_count: stalls, stall_ms: Math.round(stalled),
    });
  });
  const clicked = () => {
    clicks += 1;
    tell("fw:video:click-cta", video.currentTime, clicks > 1 ? { properties: { is_repeated: true } } : {});
  };
  return { tell, clicked };
}
