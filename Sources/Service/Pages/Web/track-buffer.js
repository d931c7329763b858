// SPDX-License-Identifier: Apache-2.0
import { readSegments } from "./playlist.js";

/** Seconds to buffer ahead of the position, and to keep behind it. */
const maxAhead = 30, keptBehind = 30;

/** Whether a codec (RFC 6381) is an audio codec. */
export const isAudioCodec = (codec) => /^(mp4a|ac-3|ec-3|opus|flac)/i.test(codec);

/** The response to a request had an error status. */
export class HTTPError extends Error {
  constructor(status) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** One SourceBuffer of Media Source Extensions and what is loaded into it: the variants of a playlist, or one audio rendition. */
export class TrackBuffer {
  /** @param variants to choose from, each as `readVariants` gives it */
  constructor(variants) {
    this.variants = variants;
    this.variant = variants[0];
    this.hasSeparateAudio = false;
    this.needsSwitch = false;
    this.segments = [];
    this.map = null;
    this.isLive = false;
    this.loaded = new Set();
    this.lastSequence = null;
    this.loadedAt = 0;
  }

  get type() {
    if (this.variant.isAudio) return `audio/mp4; codecs="${this.variant.codecs[0]}"`;
    const own = this.variant.codecs.filter((codec) => !/^(wvtt|stpp)/.test(codec) && !(this.hasSeparateAudio && isAudioCodec(codec)));
    return `video/mp4; codecs="${(own.length > 0 ? own : ["avc1.64001f", "mp4a.40.2"]).join(",")}"`;
  }

  /** Adds the buffer to a media source. */
  attach(source) {
    this.attachedType = this.type;
    this.buffer = source.addSourceBuffer(this.attachedType);
  }

  /** Switches to another variant, whose playlist must be loaded next. What is buffered stays. */
  switchTo(variant) {
    this.variant = variant;
    this.loaded.clear();
    this.segments = [];
    if (this.type === this.attachedType || !this.buffer.changeType) return;
    this.attachedType = this.type;
    this.buffer.changeType(this.attachedType);
  }

  /**
   * Loads the variant's playlist; a live one again and again.
   * @throws an HTTPError, or an error with the status 410 when the stream was started again
   */
  async loadPlaylist(signal) {
    const response = await fetch(this.variant.url, { signal });
    if (!response.ok) throw new HTTPError(response.status);
    const { segments, isEnded } = readSegments(await response.text(), response.url);
    this.isLive = !isEnded;
    this.segments = segments;
    this.loadedAt = performance.now();
    if (this.isLive && segments.length > 0 && this.lastSequence !== null && segments.at(-1).sequence < this.lastSequence - 1) {
      throw Object.assign(new Error("The stream was restarted."), { status: 410 });
    }
  }

  get duration() { const last = this.segments.at(-1); return last ? last.start + last.length : 0; }

  /** Whether the end is buffered. Variants may differ slightly in length. */
  get isComplete() {
    const { buffered } = this.buffer;
    const last = this.segments.at(-1);
    if (this.isLive || !last) return false;
    return this.loaded.has(last.sequence) || buffered.length > 0 && buffered.end(buffered.length - 1) > this.duration - 0.25;
  }

  /** Seconds that are buffered without a gap from a position on. */
  bufferedAhead(position) {
    const { buffered } = this.buffer;
    for (let i = 0; i < buffered.length; i += 1) {
      if (buffered.start(i) <= position + 0.25 && position < buffered.end(i)) return buffered.end(i) - position;
    }
    return 0;
  }

  /**
   * The next segment to load; null when enough is buffered or there are no more.
   * @param ahead how many seconds are enough; null for the usual
   */
  nextSegment(position, isSeeking, ahead = null) {
    const buffered = this.bufferedAhead(position);
    if (buffered > (ahead ?? maxAhead)) return null;
    if (this.isLive) {
      const rest = this.lastSequence === null ? this.segments.slice(-3) : this.segments.filter((one) => one.sequence > this.lastSequence);
      return rest[0] ?? null;
    }
    const end = buffered > 0 ? position + buffered + 0.1 : Math.min(position, this.duration - 0.1);
    const found = this.segments.find((one) => one.start + one.length > end
      && (!this.loaded.has(one.sequence) || buffered === 0 && one.start <= position));
    // Don't reload a segment that did not extend the buffer.
    if (found && buffered === 0 && this.loaded.has(found.sequence) && this.lastSequence === found.sequence && !isSeeking) return null;
    return found ?? null;
  }

  async appendSegment(segment, bytes) {
    // After a discontinuity, timestamps continue from the end of the buffer.
    const isDiscontinuous = this.isLive && segment.isDiscontinuous && this.lastSequence !== null;
    if (isDiscontinuous) {
      this.buffer.abort();
      this.buffer.mode = "sequence";
    }
    await this.append(bytes);
    if (isDiscontinuous) {
      this.buffer.abort();
      this.buffer.mode = "segments";
    }
    this.loaded.add(segment.sequence);
    this.lastSequence = segment.sequence;
  }

  async append(bytes) {
    this.buffer.appendBuffer(bytes);
    await new Promise((resolve, reject) => {
      this.buffer.addEventListener("updateend", resolve, { once: true });
      this.buffer.addEventListener("error", () => reject(new Error("The browser can't read this segment.")), { once: true });
    });
  }

  /** Drops what is not about to be shown, so that it is loaded again in another variant. */
  async dropForSwitch(position) {
    this.needsSwitch = false;
    this.loaded.clear();
    // Live streams switch at the next segment.
    if (this.isLive) return;
    for (const [from, to] of [[0, position - 1], [position + 2, Infinity]]) {
      if (to <= from) continue;
      this.buffer.remove(from, to);
      await new Promise((resolve) => this.buffer.addEventListener("updateend", resolve, { once: true }));
    }
  }

  /** Drops what was played a while ago: browsers limit the size of a buffer. */
  async dropPlayed(position) {
    const { buffered } = this.buffer;
    if (buffered.length === 0 || buffered.start(0) > position - keptBehind - 10) return;
    this.buffer.remove(0, position - keptBehind);
    await new Promise((resolve) => this.buffer.addEventListener("updateend", resolve, { once: true }));
    for (const segment of this.segments) if (segment.start < position - keptBehind) this.loaded.delete(segment.sequence);
  }
}
