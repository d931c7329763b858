// SPDX-License-Identifier: Apache-2.0
import { isAudioCodec, TrackBuffer, HTTPError } from "./track-buffer.js";
import { chooseVariant, isTooSlow, Throughput } from "./quality.js";
import { isRefusal, retryDelay } from "./recovery.js";
import { readVariants, withoutOutdone } from "./playlist.js";

/** The limit of attempts at a refused request: a playlist may list a segment a moment before it can be fetched. */
const maxRefusals = 4;

/** A segment was abandoned for a lower variant. */
class Abandoned extends Error {}

const storageKey = "windowbox-throughput";
function remembered() { try { return Number(sessionStorage.getItem(storageKey)) || null; } catch { return null; } }
const throughput = new Throughput(remembered());
addEventListener("pagehide", () => {
  try { if (throughput.estimate) sessionStorage.setItem(storageKey, String(Math.round(throughput.estimate))); } catch { /* the next page measures again */ }
});

/** Plays HLS with Media Source Extensions, for browsers without native support. */
export class SourceLoader {
  static get isPossible() { return "MediaSource" in globalThis || "ManagedMediaSource" in globalThis; }

  /**
   * @param address of the playlist
   * @param settings `audio`: the name of the audio rendition, null for the default; `quality`: the size that the viewer chose (see
   * `readVariants`), null for automatic; `position`: where to begin, in seconds; `ahead`: called for the seconds to load ahead, null for the usual; `onFailure`: called once when loading ends with an error
   */
  constructor(video, playlist, address, { audio, quality, position, ahead = () => null, onFailure }) {
    Object.assign(this, { video, playlist, address, audio, quality, position, ahead });
    // Bytes so far, for the detection of stalls.
    this.received = 0;
    this.tracks = [];
    this.stop = new AbortController();
    this.Source = globalThis.MediaSource ?? globalThis.ManagedMediaSource;
    this.source = new this.Source();
    video.disableRemotePlayback = true;
    this.link = URL.createObjectURL(this.source);
    this.source.addEventListener("sourceopen", () => this.run().catch((error) => {
      if (!this.stop.signal.aborted) { console.warn(String(error)); onFailure(); }
    }), { once: true });
    video.src = this.link;
  }

  /** Switches to a quality at the current position; null for automatic. */
  choose(quality) {
    this.quality = quality;
    if (this.tracks[0]) this.tracks[0].needsSwitch = true;
    this.wake?.();
  }

  end() {
    this.stop.abort();
    URL.revokeObjectURL(this.link);
  }

  /** The variants that the browser decodes, from the lowest rate to the highest. */
  playableVariants() {
    if (!this.playlist.isMultivariant) return [{ url: this.address, codecs: [], rate: 1, size: 0 }];
    return withoutOutdone(readVariants(this.playlist).filter((variant) => variant.codecs.every((codec) =>
      /^(wvtt|stpp)/.test(codec) || this.Source.isTypeSupported(`${isAudioCodec(codec) ? "audio" : "video"}/mp4; codecs="${codec}"`))));
  }

  /** The variant of the next segment. */
  chooseFor(track, buffered, current = track.variant) {
    if (this.quality !== null) return track.variants.filter((variant) => variant.size <= this.quality).at(-1) ?? track.variants[0];
    const { clientWidth, clientHeight } = this.video;
    const maxSize = Math.max(360, Math.min(clientWidth, clientHeight) * devicePixelRatio * 1.2);
    return chooseVariant(track.variants, { current, estimate: throughput.estimate, buffered, maxSize });
  }

  async run() {
    const { signal } = this.stop;
    const variants = this.playableVariants();
    if (variants.length === 0) throw new Error("This browser can play none of the variants.");
    const main = new TrackBuffer(variants);
    main.variant = this.chooseFor(main, 0, null);
    const renditions = this.playlist.audio.filter((one) => one["GROUP-ID"] === main.variant.audio && one.URI);
    const audio = renditions.find((one) => one.NAME === this.audio) ?? renditions[0];
    main.hasSeparateAudio = audio !== undefined;
    this.tracks = [main];
    if (audio) {
      const codec = main.variant.codecs.find(isAudioCodec) ?? "mp4a.40.2";
      this.tracks.push(new TrackBuffer([{ url: audio.URI, codecs: [codec], rate: 1, size: 0, isAudio: true }]));
    }
    for (const track of this.tracks) track.attach(this.source);
    await Promise.all(this.tracks.map((track) => this.retrying(() => track.loadPlaylist(signal), signal)));
    this.source.duration = main.isLive ? Infinity : Math.max(...this.tracks.map((track) => track.duration));
    if (this.position > 0 && !main.isLive) this.video.currentTime = this.position;
    await Promise.all(this.tracks.map((track) => this.fill(track, signal)));
  }

  async fill(track, signal) {
    while (!signal.aborted) {
      if (track.isLive && performance.now() - track.loadedAt > 2000) await this.retrying(() => track.loadPlaylist(signal), signal);
      this.skipGap();
      const position = this.video.currentTime;
      if (track.needsSwitch) await track.dropForSwitch(position);
      const buffered = track.bufferedAhead(position);
      if (track.nextSegment(position, this.video.seeking, this.ahead())) await this.change(track, this.chooseFor(track, buffered), signal);
      const next = track.nextSegment(position, this.video.seeking, this.ahead());
      if (!next) {
        this.endIfComplete();
        await this.nextChange(signal);
        continue;
      }
      if (track.map?.url !== next.map?.url || track.map?.range !== next.map?.range) {
        if (next.map) await track.append(await this.retrying(() => this.fetchBytes(next.map, signal), signal));
        track.map = next.map;
      }
      const lower = this.quality === null ? track.variants[track.variants.indexOf(track.variant) - 1] ?? null : null;
      const shouldAbandon = (progress) => isTooSlow({
        ...progress, buffered: track.bufferedAhead(this.video.currentTime),
        rate: track.variant.rate, lowerRate: lower?.rate ?? null,
      });
      let bytes;
      try { bytes = await this.retrying(() => this.fetchBytes(next, signal, shouldAbandon), signal); } catch (error) {
        if (!(error instanceof Abandoned)) throw error;
        await this.change(track, lower, signal);
        continue;
      }
      await track.appendSegment(next, bytes);
      await track.dropPlayed(this.video.currentTime);
    }
  }

  async change(track, variant, signal) {
    if (variant === track.variant) return;
    track.switchTo(variant);
    await this.retrying(() => track.loadPlaylist(signal), signal);
  }

  /** Jumps over a gap: live streams start at any timestamp, and segments missed during an outage never arrive. */
  skipGap() {
    const { video } = this;
    if (video.seeking || video.readyState > 2) return;
    const isLive = this.tracks.some((track) => track.isLive);
    for (let i = 0; i < video.buffered.length; i += 1) {
      if (video.buffered.end(i) - 0.1 <= video.currentTime) continue;
      const gap = video.buffered.start(i) - video.currentTime;
      if (gap > 0 && (isLive || gap < 1)) video.currentTime = video.buffered.start(i) + 0.001;
      return;
    }
  }

  endIfComplete() {
    const isComplete = this.tracks.every((track) => track.isComplete);
    const isIdle = this.tracks.every((track) => !track.buffer.updating);
    if (isComplete && isIdle && this.source.readyState === "open") this.source.endOfStream();
  }

  /** Resolves once playback may need other segments. */
  nextChange(signal) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        for (const name of names) this.video.removeEventListener(name, done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const names = ["timeupdate", "seeking", "play"];
      const timer = setTimeout(done, 2000);
      this.wake = done;
      for (const name of names) this.video.addEventListener(name, done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  /** Repeats an action with backoff until it succeeds or is refused for good. */
  async retrying(action, signal) {
    for (let attempt = 0; ; attempt += 1) {
      try { return await action(); } catch (error) {
        if (signal.aborted || error instanceof Abandoned || isRefusal(error.status) && attempt + 1 >= maxRefusals) throw error;
      }
      await new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          removeEventListener("online", done);
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, retryDelay(attempt));
        addEventListener("online", done);
        signal.addEventListener("abort", done);
      });
      signal.throwIfAborted();
    }
  }

  async fetchBytes({ url, range }, signal, shouldAbandon = () => false) {
    throughput.began(performance.now());
    try {
      const began = performance.now();
      const response = await fetch(url, { signal, headers: range ? { Range: range } : {} });
      if (!response.ok) throw new HTTPError(response.status);
      const size = Number(response.headers.get("Content-Length")) || 0;
      const reader = response.body.getReader();
      const parts = [];
      let received = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        received += value.length;
        this.received += value.length;
        throughput.received(value.length);
        if (shouldAbandon({ received, size, elapsed: performance.now() - began })) {
          reader.cancel().catch(() => {});
          throw new Abandoned();
        }
      }
      return await new Blob(parts).arrayBuffer();
    } finally { throughput.ended(performance.now()); }
  }
}
