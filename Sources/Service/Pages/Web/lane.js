// SPDX-License-Identifier: Apache-2.0
import { attributes } from "./playlist.js";

const ahead = 30, behind = 30;

export const isSound = (codec) => /^(mp4a|ac-3|ec-3|opus|flac)/i.test(codec);

export class HTTPError extends Error {
  constructor(status) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/// The playlists and bytes of one kind of sample, put into one buffer.
export class Lane {
  /// - rungs: the qualities to choose from.
  constructor(rungs) {
    this.rungs = rungs;
    this.rung = rungs[0];
    this.hasSoundApart = false;
    this.isStale = false;
    this.segments = [];
    this.map = null;
    this.isEnded = false;
    this.isLive = false;
    this.loaded = new Set();
    this.last = null;
    this.readAt = 0;
  }

  get type() {
    if (this.rung.isSound) return `audio/mp4; codecs="${this.rung.codecs[0]}"`;
    const own = this.rung.codecs.filter((codec) => !/^(wvtt|stpp)/.test(codec) && !(this.hasSoundApart && isSound(codec)));
    return `video/mp4; codecs="${(own.length > 0 ? own : ["avc1.64001f", "mp4a.40.2"]).join(",")}"`;
  }

  join(source) {
    this.joined = this.type;
    this.buffer = source.addSourceBuffer(this.joined);
  }

  /// Switches to another quality, whose playlist must be read next. The buffer is kept.
  change(rung) {
    this.rung = rung;
    this.loaded.clear();
    this.segments = [];
    if (this.type === this.joined || !this.buffer.changeType) return;
    this.joined = this.type;
    this.buffer.changeType(this.joined);
  }

  async read(signal) {
    const answer = await fetch(this.rung.url, { signal });
    if (!answer.ok) throw new HTTPError(answer.status);
    const text = await answer.text();
    const segments = [];
    let start = 0, length = 0, sequence = 0, range = null, map = null, end = 0, isBreak = false, isEnded = false;
    const bytes = (told) => {
      const [size, offset] = told.split("@").map(Number);
      const first = offset ?? end;
      end = first + size;
      return `bytes=${first}-${end - 1}`;
    };
    for (const line of text.split(/\r?\n/)) {
      if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:")) sequence = parseInt(line.slice(22), 10);
      else if (line.startsWith("#EXTINF:")) length = parseFloat(line.slice(8)) || 0;
      else if (line.startsWith("#EXT-X-BYTERANGE:")) range = bytes(line.slice(17));
      else if (line.startsWith("#EXT-X-MAP:")) {
        const told = attributes(line);
        map = { url: new URL(told.URI, answer.url).href, range: told.BYTERANGE ? bytes(told.BYTERANGE) : null };
      } else if (line.trim() === "#EXT-X-DISCONTINUITY") isBreak = true;
      else if (line.startsWith("#EXT-X-ENDLIST")) isEnded = true;
      else if (line.trim() && !line.startsWith("#")) {
        segments.push({ url: new URL(line.trim(), answer.url).href, range, map, start, length, sequence, isBreak });
        start += length; sequence += 1; range = null; isBreak = false;
      }
    }
    this.isEnded = isEnded;
    this.isLive = !isEnded;
    this.segments = segments;
    this.readAt = performance.now();
    if (this.isLive && segments.length > 0 && this.last !== null && segments.at(-1).sequence < this.last - 1) {
      throw Object.assign(new Error("The stream began anew."), { status: 410 });
    }
  }

  get duration() { const last = this.segments.at(-1); return last ? last.start + last.length : 0; }

  /// Whether the end is buffered. Qualities may differ slightly in length.
  get isWhole() {
    const { buffered } = this.buffer;
    const last = this.segments.at(-1);
    if (this.isLive || !last) return false;
    return this.loaded.has(last.sequence) || buffered.length > 0 && buffered.end(buffered.length - 1) > this.duration - 0.25;
  }

  /// The seconds that are there without a gap from a place on.
  bufferedFrom(position) {
    const { buffered } = this.buffer;
    for (let i = 0; i < buffered.length; i += 1) {
      if (buffered.start(i) <= position + 0.25 && position < buffered.end(i)) return buffered.end(i) - position;
    }
    return 0;
  }

  /// The next segment to load; null when enough is buffered or there is no more.
  next(position, isSeeking) {
    const buffered = this.bufferedFrom(position);
    if (buffered > ahead) return null;
    if (this.isLive) {
      const rest = this.last === null ? this.segments.slice(-3) : this.segments.filter((one) => one.sequence > this.last);
      return rest[0] ?? null;
    }
    const place = buffered > 0 ? position + buffered + 0.1 : Math.min(position, this.duration - 0.1);
    const found = this.segments.find((one) => one.start + one.length > place && (!this.loaded.has(one.sequence) || buffered === 0 && one.start <= position));
    // Don't reload a segment that did not extend the buffer.
    if (found && buffered === 0 && this.loaded.has(found.sequence) && this.last === found.sequence && !isSeeking) return null;
    return found ?? null;
  }

  async add(segment, bytes) {
    // After a discontinuity, timestamps continue from the end of the buffer.
    const isBreak = this.isLive && segment.isBreak && this.last !== null;
    if (isBreak) {
      this.buffer.abort();
      this.buffer.mode = "sequence";
    }
    await this.append(bytes);
    if (isBreak) {
      this.buffer.abort();
      this.buffer.mode = "segments";
    }
    this.loaded.add(segment.sequence);
    this.last = segment.sequence;
  }

  async append(bytes) {
    this.buffer.appendBuffer(bytes);
    await new Promise((go, fail) => {
      this.buffer.addEventListener("updateend", go, { once: true });
      this.buffer.addEventListener("error", () => fail(new Error("These bytes can't be played.")), { once: true });
    });
  }

  /// Drops what is not about to be shown, so that it is loaded in another quality.
  async clear(position) {
    this.isStale = false;
    this.loaded.clear();
    // Live streams switch at the next segment.
    if (this.isLive) return;
    for (const [from, to] of [[0, position - 1], [position + 2, Infinity]]) {
      if (to <= from) continue;
      this.buffer.remove(from, to);
      await new Promise((go) => this.buffer.addEventListener("updateend", go, { once: true }));
    }
  }

  async forget(position) {
    const { buffered } = this.buffer;
    if (buffered.length === 0 || buffered.start(0) > position - behind - 10) return;
    this.buffer.remove(0, position - behind);
    await new Promise((go) => this.buffer.addEventListener("updateend", go, { once: true }));
    for (const segment of this.segments) if (segment.start < position - behind) this.loaded.delete(segment.sequence);
  }
}
