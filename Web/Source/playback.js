// SPDX-License-Identifier: Apache-2.0
// One item in one media element: performs the core's actions and reports events. Makes no decisions.

import { BufferQueue, mimeType } from "./buffers.js";
import { CaptionReader } from "./captions.js";
import { Core } from "./core.js";
import { CueTrack } from "./cues.js";
import { DateRangeTrack } from "./date-ranges.js";
import { PlayerError, wordsOf } from "./errors.js";
import { Fetcher } from "./fetcher.js";
import { MetadataTrack } from "./metadata.js";
import { Protection } from "./protection.js";
import { keepThroughput } from "./throughput.js";
import { Transmuxer } from "./transmuxer.js";
import { event, Kind, kindNames } from "./wire.js";

/** The core's name of each codec, and a MIME type to test whether the browser decodes it. */
const families = {
  h264: 'video/mp4; codecs="avc1.42E01E"', h265: 'video/mp4; codecs="hvc1.1.6.L93.B0"', av1: 'video/mp4; codecs="av01.0.04M.08"',
  vp9: 'video/mp4; codecs="vp09.00.10.08"', aac: 'audio/mp4; codecs="mp4a.40.2"', mp3: 'audio/mp4; codecs="mp3"',
  ac3: 'audio/mp4; codecs="ac-3"', eac3: 'audio/mp4; codecs="ec-3"', opus: 'audio/mp4; codecs="opus"', flac: 'audio/mp4; codecs="flac"',
};

/** The browser's media source class; the managed one if there is no other. */
export const mediaSourceClass = () => globalThis.MediaSource ?? globalThis.ManagedMediaSource ?? null;

/** @returns {string[]} the codec families that the browser decodes, and WebVTT, which needs no decoder */
export function decodableFamilies(Source = mediaSourceClass()) {
  return [...Object.keys(families).filter((name) => Source.isTypeSupported(families[name])), "webvtt"];
}

const journalLength = 4096;
/** The maximum interval between playback reports to the core in milliseconds, even without events of the element. */
const reportEvery = 250;

/**
 * @typedef {object} Listener receives the notifications of a playback
 * @property {(error: PlayerError) => void} failed
 * @property {(presentation: object) => void} presented
 * @property {(timeline: object) => void} timed
 * @property {(rate: number) => void} rated
 * @property {(variant: number) => void} switched
 * @property {(text: string) => void} warned
 */

export class Playback {
  #video;
  #listener;
  #core;
  #fetcher;
  #transmuxer;
  #source = null;
  #address = null;
  /** @type {Map<number, BufferQueue>} */
  #queues = new Map();
  #descriptions = null;
  #isEnding = false;
  /** Whether the viewer wants to play. An element that fails pauses by itself, without an event. */
  #wantsToPlay = false;
  #duration = NaN;
  #seekable = null;
  #wake = 0;
  #ticker = 0;
  #reportedAt = 0;
  /** The target of the core's last seek; seeks to other times come from the viewer or the browser. */
  #sentTo = null;
  #isClosed = false;
  #isDetached = false;
  #isSending = false;
  #events = [];
  #removers = [];
  #began = performance.now();
  #cues;
  #dateRanges;
  #metadata;
  #captionsURL;
  #protection;
  /** @type {?CaptionReader} */
  #captions = null;
  /** Lines of the journal, oldest first. */
  journal = [];

  /**
   * @param {HTMLVideoElement} video
   * @param {WebAssembly.Module} module
   * @param {import("./types").CoreOptions} options
   * @param {Listener} listener
   * @param {{ credentials: RequestCredentials, early: ?import("./early.js").EarlyRequest, modules: { transmuxURL: string|URL,
   *   captionsURL: string|URL }, keysOf: (request: object) => Promise<object> }} page `early` is the request of the playlist, if it was
   *   sent already; `keysOf` asks the application for keys
   */
  constructor(video, module, options, listener, { credentials, early = null, modules, keysOf }) {
    this.#video = video;
    this.#cues = new CueTrack(video);
    this.#dateRanges = new DateRangeTrack(video);
    this.#metadata = new MetadataTrack(video);
    this.#listener = listener;
    this.#core = new Core(module, options);
    this.#fetcher = new Fetcher({
      responded: (id, head) => this.#send(event.responded(id, head)),
      received: (id, bytes) => this.#send(event.received(id, bytes)),
      completed: (id) => this.#send(event.completed(id)),
      failed: (id, failure) => this.#send(event.failed(id, failure)),
    }, credentials, early);
    this.#transmuxer = new Transmuxer(modules.transmuxURL, (message) => this.#send(message));
    this.#captionsURL = modules.captionsURL;
    this.#protection = new Protection(video, keysOf, (message) => this.#send(message));
    this.#on(video, "waitingforkey", () => this.#send(event.protection.lacksKey()));
    this.#wantsToPlay = !video.paused;
    this.#on(video, "play", () => { this.#wantsToPlay = true; });
    this.#on(video, "pause", () => { this.#wantsToPlay = video.ended; });
    for (const name of ["play", "pause", "playing", "waiting", "seeked", "ended", "timeupdate", "canplay", "loadedmetadata", "stalled"]) {
      this.#on(video, name, () => this.#report());
    }
    this.#on(video, "seeking", () => this.#seeking());
    this.#on(video, "loadedmetadata", () => this.#seekNow());
    this.#on(video, "error", () => this.#broken());
    this.#ticker = setInterval(() => this.#guard(() => {
      // A playing element causes reports as often by its events.
      if ((!video.paused || video.seeking) && performance.now() - this.#reportedAt > 0.8 * reportEvery) this.#report();
    }), reportEvery);
  }

  /** @param {number|null} position seconds; null for the start that the stream declares, or the live edge */
  start(position) { this.#send(event.start(position)); }
  seek(time) { this.#send(event.seek(time)); }
  setSpeed(speed) { this.#send(event.speed(speed)); }
  selectAudio(index) { this.#send(event.selectAudio(index)); }
  selectSubtitles(index) { this.#send(event.selectSubtitles(index)); }
  selectVariant(index) { this.#send(event.selectVariant(index)); }
  limit(limits) { this.#send(event.limit(limits)); }

  recording() { return this.#core.recording(); }

  /** For diagnostics. */
  get state() {
    const buffered = {};
    for (const [kind, queue] of this.#queues) buffered[kindNames[kind]] = queue.ranges;
    return { buffered, requests: this.#fetcher.count, memory: this.#core.memory + this.#transmuxer.memory + (this.#captions?.memory ?? 0) };
  }

  close() {
    if (!this.#isClosed) {
      this.#send(event.stop());
      this.#end();
    }
    if (this.#isDetached) return;
    this.#isDetached = true;
    this.#cues.close();
    this.#dateRanges.close();
    this.#metadata.close();
    this.#detach();
    this.#protection.close();
  }

  #end() {
    this.#isClosed = true;
    clearTimeout(this.#wake);
    clearInterval(this.#ticker);
    for (const remove of this.#removers) remove();
    this.#fetcher.close();
    this.#transmuxer.close();
    this.#captions?.close();
    for (const queue of this.#queues.values()) queue.close();
    this.#queues.clear();
  }

  #detach() {
    this.#source = null;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = null;
    this.#video.removeAttribute("src");
    this.#video.load();
  }

  #on(target, name, body) {
    const listener = () => this.#guard(body);
    target.addEventListener(name, listener);
    this.#removers.push(() => target.removeEventListener(name, listener));
  }

  /** Turns exceptions into a failure of the playback. */
  #guard(body) {
    if (this.#isClosed) return;
    try {
      body();
    } catch (fault) {
      this.#fail(fault instanceof PlayerError ? fault
        : new PlayerError(fault instanceof WebAssembly.RuntimeError ? "core" : "page", `The player failed: ${wordsOf(fault)}. Reload the page.`, { cause: fault }));
    }
  }

  #fail(error) {
    if (this.#isClosed) return;
    this.#end();
    this.#note([`${this.#now().toFixed(3)} page failed: ${error.message}`]);
    this.#listener.failed(error);
  }

  #now() { return (performance.now() - this.#began) / 1000; }

  #note(lines) {
    this.journal.push(...lines);
    if (this.journal.length > journalLength) this.journal.splice(0, this.journal.length - journalLength / 2);
  }

  /** Sends events to the core one at a time, because handling one may cause others. */
  #send(message) {
    this.#events.push(message);
    if (this.#isSending) return;
    this.#isSending = true;
    this.#guard(() => {
      while (this.#events.length > 0 && !this.#isClosed) {
        for (const action of this.#core.send(this.#events.shift(), this.#now())) {
          if (!this.#isClosed) this.#perform(action);
        }
      }
    });
    this.#isSending = false;
  }

  #report() {
    if (this.#isClosed) return;
    this.#reportedAt = performance.now();
    const video = this.#video;
    this.#send(event.playback({
      position: video.currentTime, wantsToPlay: !video.paused, isReady: video.readyState >= 3 && !video.seeking, hasEnded: video.ended,
      droppedFrames: video.getVideoPlaybackQuality?.().droppedVideoFrames ?? 0,
      video: this.#queues.get(Kind.video)?.ranges ?? [], audio: this.#queues.get(Kind.audio)?.ranges ?? [],
    }));
  }

  // The element

  #perform(action) {
    switch (action.type) {
      case "fetch": return this.#fetcher.fetch(action);
      case "cancel": return this.#fetcher.cancel(action.id);
      case "open": return this.#open(action.buffers);
      case "append": case "remove": case "reset": case "change":
        // The core repeats `end` after the last append.
        this.#isEnding = false;
        if (action.kind === Kind.video && action.type === "append") this.#captions?.read(action);
        if (action.kind === Kind.video && action.type === "reset") this.#captions?.reset();
        return this.#queues.get(action.kind)?.add(action);
      case "retry": return this.#queues.get(action.kind)?.retry();
      case "duration":
        this.#duration = action.duration;
        return this.#applyTimes();
      case "seekable":
        this.#seekable = action;
        return this.#applyTimes();
      case "end":
        this.#isEnding = true;
        return this.#endWhenIdle();
      case "seek":
        this.#sentTo = action.time;
        return this.#seekNow();
      case "rate":
        this.#video.playbackRate = action.rate;
        return this.#listener.rated(action.rate);
      case "wake":
        clearTimeout(this.#wake);
        this.#wake = setTimeout(() => this.#send(event.woke()), Math.max(0, (action.at - this.#now()) * 1000));
        return undefined;
      case "presentation":
        this.#cues.choose(action.subtitles[action.chosenSubtitles] ?? null);
        return this.#listener.presented(action);
      case "timeline": return this.#listener.timed(action);
      case "variant": return this.#listener.switched(action.index);
      case "cues": return this.#cues.add(action.cues);
      case "discardCues": return this.#cues.discard(action.from);
      case "warning":
        this.#note([`${this.#now().toFixed(3)} page ${action.text}`]);
        return this.#listener.warned(action.text);
      case "fail":
        return this.#fail(new PlayerError(action.code, action.message, { url: action.url, isTransient: action.isTransient }));
      case "journal": return this.#note(action.lines);
      case "throughput": return keepThroughput(action.rate);
      case "convert": return this.#transmuxer.convert(action);
      case "protection": return this.#protection.perform(action);
      case "metadata": return this.#metadata.add(action.cues);
      case "discardMetadata": return this.#metadata.discard(action.before);
      case "dateRanges": return this.#dateRanges.show(action.ranges);
      case "readCaptions":
        this.#captions?.close();
        this.#captions = new CaptionReader(this.#captionsURL, action.initialization, (message) => this.#send(message));
        return undefined;
      case "report":
        fetch(action.url, { method: "POST", body: action.body, headers: { "Content-Type": action.contentType }, keepalive: true })
          .catch(() => undefined);
        return undefined;
      default: return undefined;
    }
  }

  #open(descriptions) {
    for (const { kind, codec } of descriptions) {
      if (!mediaSourceClass().isTypeSupported(mimeType(kind, codec))) {
        throw new PlayerError("unsupported", `This browser doesn't play ${codec}; offer another encoding, such as H.264 with AAC.`);
      }
    }
    for (const queue of this.#queues.values()) queue.close();
    this.#queues.clear();
    this.#captions?.reset();
    this.#descriptions = descriptions;
    const Source = mediaSourceClass();
    const source = new Source();
    this.#source = source;
    const former = this.#address;
    this.#address = URL.createObjectURL(source);
    source.addEventListener("sourceopen", () => this.#guard(() => this.#opened(source)), { once: true });
    // A managed source requires that remote playback is disabled.
    if (Source === globalThis.ManagedMediaSource) this.#video.disableRemotePlayback = true;
    this.#video.src = this.#address;
    if (former) URL.revokeObjectURL(former);
    if (this.#wantsToPlay) this.#video.play().catch(() => undefined);
    // Collects operations until the source buffers exist.
    for (const { kind } of descriptions) this.#queues.set(kind, new WaitingQueue());
  }

  #opened(source) {
    if (source !== this.#source) return;
    const reports = {
      buffered: (kind, number, ranges) => this.#send(event.buffered(kind, number, ranges)),
      full: (kind) => this.#send(event.full(kind)),
      refused: (kind, reason) => this.#send(event.refused(kind, reason)),
      idle: () => this.#guard(() => this.#endWhenIdle()),
    };
    const waiting = this.#queues;
    this.#queues = new Map();
    for (const { kind, codec } of this.#descriptions) {
      this.#queues.set(kind, new BufferQueue(kind, source.addSourceBuffer(mimeType(kind, codec)), reports));
    }
    this.#applyTimes();
    for (const [kind, queue] of waiting) for (const operation of queue.operations) this.#queues.get(kind).add(operation);
  }

  #applyTimes() {
    const source = this.#source;
    if (source?.readyState !== "open" || Number.isNaN(this.#duration)) return;
    for (const buffer of source.sourceBuffers) if (buffer.updating) return;
    if (!(source.duration >= this.#duration)) source.duration = this.#duration;
    if (this.#seekable && source.setLiveSeekableRange) source.setLiveSeekableRange(Math.max(0, this.#seekable.start), Math.max(0, this.#seekable.end));
  }

  #endWhenIdle() {
    this.#applyTimes();
    if (!this.#isEnding || this.#source?.readyState !== "open") return;
    for (const queue of this.#queues.values()) if (!queue.isIdle) return;
    for (const buffer of this.#source.sourceBuffers) if (buffer.updating) return;
    this.#source.endOfStream();
    this.#report();
  }

  #seekNow() {
    if (this.#sentTo === null || this.#video.readyState === 0) return;
    if (Math.abs(this.#video.currentTime - this.#sentTo) > 0.001) this.#video.currentTime = this.#sentTo; else this.#sentTo = null;
    this.#report();
  }

  #seeking() {
    const time = this.#video.currentTime;
    const isOurs = this.#sentTo !== null && Math.abs(time - this.#sentTo) < 0.25;
    this.#sentTo = null;
    // The browser has clamped the position, or the viewer has moved it.
    if (!isOurs && this.#video.readyState > 0) this.#send(event.seek(time));
  }

  #broken() {
    const error = this.#video.error;
    if (!error || !this.#source) return;
    this.#source = null;
    this.#send(event.broken(error.message || `media error ${error.code}`));
  }
}

class WaitingQueue {
  operations = [];
  ranges = [];
  isIdle = false;
  add(operation) { this.operations.push(operation); }
  retry() {}
  close() {}
}
