// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";
import { report, beforeLeaving } from "./report.js";
import { PlaybackReport } from "./playback-report.js";

/**
 * Reports the playback of a video element.
 * @param item the video of the catalogue that it plays
 * @returns `tell` and `clicked`, to report other events and a click on the call to action; `end`, for a page whose element plays another
 * video next, with the reason
 */
export function track(video, { item = data.video, isLive, isAutoplay, hasFailed, facts }) {
  const stop = new AbortController();
  const listen = (name, action) => video.addEventListener(name, action, { signal: stop.signal });
  // If the page came with the address, startup time counts from the page load.
  let begin = video.src ? performance.now() : null, clicks = 0;
  let startup = null, stalls = 0, stalled = 0, stallBegan = null, isPausedByViewer = false;
  const size = () => ({ w: Math.round(video.clientWidth), h: Math.round(video.clientHeight) });
  const milliseconds = (seconds) => Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
  const tell = (name, position, more = {}) => report(name, {
    video_id: item.id, video_type: item.type, progress_ms: milliseconds(position),
    duration_ms: item.duration_ms || milliseconds(video.duration), player_size: size(), ...facts(), ...more,
  });
  const playback = new PlaybackReport(tell);
  tell("fw:video:impression", 0);
  // Otherwise startup time counts from the request, but not while autoplay is blocked.
  listen("loadstart", () => { begin ??= performance.now(); });
  listen("play", () => {
    if (startup === null && (begin === null || video.readyState >= 3)) begin = performance.now();
  });
  listen("timeupdate", () => {
    if (video.paused && video.currentTime === 0) return;
    begin ??= performance.now();
    startup ??= performance.now() - begin;
    if (!video.seeking) playback.moved(video.currentTime, video.duration, { isLive: isLive(), isAutoplay: isAutoplay() });
  });
  listen("waiting", () => { if (startup !== null && stallBegan === null && !video.seeking) { stallBegan = performance.now(); stalls += 1; } });
  listen("playing", () => {
    if (stallBegan !== null) { stalled += performance.now() - stallBegan; stallBegan = null; }
    playback.again();
    if (isPausedByViewer) { isPausedByViewer = false; tell("fw:video:resume", video.currentTime); }
  });
  listen("pause", () => {
    if (video.ended || video.seeking || startup === null || document.visibilityState === "hidden") return;
    isPausedByViewer = true;
    tell("fw:video:pause", video.currentTime);
  });
  listen("ended", () => playback.ended(video.duration));
  const finish = (reason) => {
    // There was nothing to watch, such as before a stream begins.
    if (begin === null) return;
    if (stallBegan !== null) { stalled += performance.now() - stallBegan; stallBegan = null; }
    playback.finished(hasFailed() ? "error" : video.ended ? "end_stopped" : reason, video.currentTime, video.duration, {
      ...(startup === null ? {} : { startup_ms: Math.round(startup) }), stall_count: stalls, stall_ms: Math.round(stalled),
    });
  };
  const stay = beforeLeaving(() => finish("dismissed"));
  const end = (reason) => {
    finish(reason);
    stop.abort();
    stay();
  };
  const clicked = () => {
    clicks += 1;
    tell("fw:video:click-cta", video.currentTime, clicks > 1 ? { properties: { is_repeated: true } } : {});
  };
  return { tell, clicked, end };
}
