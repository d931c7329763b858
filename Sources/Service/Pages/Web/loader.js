// SPDX-License-Identifier: Apache-2.0
import { isSound, Lane, HTTPError } from "./lane.js";
import { chooseRung, isTooSlow, Throughput } from "./quality.js";
import { isRefusal, retryDelay } from "./recovery.js";
import { readRungs } from "./playlist.js";

/// Attempts at something that is refused: a segment may be listed a moment before it is there.
const mostRefusals = 4;

/// The segment was abandoned for a lower quality.
class Abandoned extends Error {}

const place = "windowbox-throughput";
function remembered() { try { return Number(sessionStorage.getItem(place)) || null; } catch { return null; } }
const throughput = new Throughput(remembered());
addEventListener("pagehide", () => {
  try { if (throughput.estimate) sessionStorage.setItem(place, String(Math.round(throughput.estimate))); } catch { /* it is measured anew */ }
});

export class SourceLoader {
  static get isPossible() { return "MediaSource" in globalThis || "ManagedMediaSource" in globalThis; }

  /// - quality: the size that the viewer chose; null for automatic.
  constructor(video, playlist, address, { sound, quality, position, onFault }) {
    Object.assign(this, { video, playlist, address, sound, quality, position });
    /// Bytes so far, for stall detection.
    this.received = 0;
    this.lanes = [];
    this.stop = new AbortController();
    this.Source = globalThis.MediaSource ?? globalThis.ManagedMediaSource;
    this.source = new this.Source();
    video.disableRemotePlayback = true;
    this.link = URL.createObjectURL(this.source);
    this.source.addEventListener("sourceopen", () => this.run().catch((fault) => {
      if (!this.stop.signal.aborted) { console.warn(String(fault)); onFault(); }
    }), { once: true });
    video.src = this.link;
  }

  /// Switches to the chosen quality at the current position.
  choose(quality) {
    this.quality = quality;
    if (this.lanes[0]) this.lanes[0].isStale = true;
    this.wake?.();
  }

  end() {
    this.stop.abort();
    URL.revokeObjectURL(this.link);
  }

  /// The variants that the browser decodes, from the lowest rate to the highest.
  rungs() {
    if (!this.playlist.isMultivariant) return [{ url: this.address, codecs: [], rate: 1, size: 0 }];
    return readRungs(this.playlist).filter((rung) => rung.codecs.every((codec) =>
      /^(wvtt|stpp)/.test(codec) || this.Source.isTypeSupported(`${isSound(codec) ? "audio" : "video"}/mp4; codecs="${codec}"`)));
  }

  /// The quality of the lane's next segment.
  rung(lane, buffered, current = lane.rung) {
    if (this.quality !== null) return lane.rungs.filter((rung) => rung.size <= this.quality).at(-1) ?? lane.rungs[0];
    const { clientWidth, clientHeight } = this.video;
    const mostSize = Math.max(360, Math.min(clientWidth, clientHeight) * devicePixelRatio * 1.2);
    return chooseRung(lane.rungs, { current, estimate: throughput.estimate, buffered, mostSize });
  }

  async run() {
    const { signal } = this.stop;
    const rungs = this.rungs();
    if (rungs.length === 0) throw new Error("There is no variant that this browser plays.");
    const main = new Lane(rungs);
    main.rung = this.rung(main, 0, null);
    const group = this.playlist.audio.filter((one) => one["GROUP-ID"] === main.rung.audio && one.URI);
    const sound = group.find((one) => one.NAME === this.sound) ?? group[0];
    main.hasSoundApart = sound !== undefined;
    this.lanes = [main];
    if (sound) {
      const codec = main.rung.codecs.find(isSound) ?? "mp4a.40.2";
      this.lanes.push(new Lane([{ url: sound.URI, codecs: [codec], rate: 1, size: 0, isSound: true }]));
    }
    for (const lane of this.lanes) lane.join(this.source);
    await Promise.all(this.lanes.map((lane) => this.persist(() => lane.read(signal), signal)));
    this.source.duration = main.isLive ? Infinity : Math.max(...this.lanes.map((lane) => lane.duration));
    if (this.position > 0 && !main.isLive) this.video.currentTime = this.position;
    await Promise.all(this.lanes.map((lane) => this.fill(lane, signal)));
  }

  async fill(lane, signal) {
    while (!signal.aborted) {
      if (lane.isLive && performance.now() - lane.readAt > 2000) await this.persist(() => lane.read(signal), signal);
      this.leap();
      const position = this.video.currentTime;
      if (lane.isStale) await lane.clear(position);
      const buffered = lane.bufferedFrom(position);
      if (lane.next(position, this.video.seeking)) await this.change(lane, this.rung(lane, buffered), signal);
      const next = lane.next(position, this.video.seeking);
      if (!next) {
        this.finish();
        await this.pause(signal);
        continue;
      }
      if (lane.map?.url !== next.map?.url || lane.map?.range !== next.map?.range) {
        if (next.map) await lane.append(await this.persist(() => this.bytes(next.map, signal), signal));
        lane.map = next.map;
      }
      const lower = this.quality === null ? lane.rungs[lane.rungs.indexOf(lane.rung) - 1] ?? null : null;
      const isHopeless = (told) => isTooSlow({ ...told, buffered: lane.bufferedFrom(this.video.currentTime), rate: lane.rung.rate, lowerRate: lower?.rate ?? null });
      let bytes;
      try { bytes = await this.persist(() => this.bytes(next, signal, isHopeless), signal); } catch (fault) {
        if (!(fault instanceof Abandoned)) throw fault;
        await this.change(lane, lower, signal);
        continue;
      }
      await lane.add(next, bytes);
      await lane.forget(this.video.currentTime);
    }
  }

  async change(lane, rung, signal) {
    if (rung === lane.rung) return;
    lane.change(rung);
    await this.persist(() => lane.read(signal), signal);
  }

  /// Jumps over a gap: live streams start at any timestamp, and segments missed during an outage never arrive.
  leap() {
    const { video } = this;
    if (video.seeking || video.readyState > 2) return;
    const isLive = this.lanes.some((lane) => lane.isLive);
    for (let i = 0; i < video.buffered.length; i += 1) {
      if (video.buffered.end(i) - 0.1 <= video.currentTime) continue;
      const gap = video.buffered.start(i) - video.currentTime;
      if (gap > 0 && (isLive || gap < 1)) video.currentTime = video.buffered.start(i) + 0.001;
      return;
    }
  }

  finish() {
    const isWhole = this.lanes.every((lane) => lane.isWhole);
    const isIdle = this.lanes.every((lane) => !lane.buffer.updating);
    if (isWhole && isIdle && this.source.readyState === "open") this.source.endOfStream();
  }

  /// Until something about playing has changed.
  pause(signal) {
    return new Promise((go) => {
      const done = () => { clearTimeout(timer); for (const name of names) this.video.removeEventListener(name, done); go(); };
      const names = ["timeupdate", "seeking", "play"];
      const timer = setTimeout(done, 2000);
      this.wake = done;
      for (const name of names) this.video.addEventListener(name, done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  /// Retries an action with backoff until it succeeds or is refused for good.
  async persist(action, signal) {
    for (let attempt = 0; ; attempt += 1) {
      try { return await action(); } catch (fault) {
        if (signal.aborted || fault instanceof Abandoned || isRefusal(fault.status) && attempt + 1 >= mostRefusals) throw fault;
      }
      await new Promise((go) => {
        const timer = setTimeout(go, retryDelay(attempt));
        addEventListener("online", () => { clearTimeout(timer); go(); }, { once: true, signal });
        signal.addEventListener("abort", go, { once: true });
      });
      signal.throwIfAborted();
    }
  }

  async bytes(place, signal, isHopeless = () => false) {
    throughput.began(performance.now());
    try {
      const began = performance.now();
      const answer = await fetch(place.url, { signal, headers: place.range ? { Range: place.range } : {} });
      if (!answer.ok) throw new HTTPError(answer.status);
      const size = Number(answer.headers.get("Content-Length")) || 0;
      const reader = answer.body.getReader();
      const parts = [];
      let received = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        received += value.length;
        this.received += value.length;
        throughput.received(value.length);
        if (isHopeless({ received, size, elapsed: performance.now() - began })) {
          reader.cancel().catch(() => {});
          throw new Abandoned();
        }
      }
      return await new Blob(parts).arrayBuffer();
    } finally { throughput.ended(performance.now()); }
  }
}
