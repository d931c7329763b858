// SPDX-License-Identifier: Apache-2.0
// The binary messages between the page and the core (see MODULE.md): little-endian; texts and bytes are preceded by their length.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @enum {number} */
export const Kind = Object.freeze({ video: 0, audio: 1 });
export const kindNames = ["video", "audio"];

/** Why a fetch failed, in the order of the core's `LoadFailure.Cause`. */
export const Cause = Object.freeze({
  status: 0, connection: 1, timeout: 2, truncated: 3, redirect: 4, key: 5, malformed: 6, unsupported: 7, tooLarge: 8, refused: 9,
  address: 10,
});

class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #room(count) {
    const place = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return place;
  }

  byte(value) {
    const place = this.#room(1);
    this.#bytes[place] = value;
    return this;
  }

  integer(value) {
    const place = this.#room(4);
    this.#view.setInt32(place, Math.max(-0x80000000, Math.min(0x7fffffff, Math.trunc(value) || 0)), true);
    return this;
  }

  number(value) {
    const place = this.#room(8);
    this.#view.setFloat64(place, value, true);
    return this;
  }

  raw(bytes) {
    const place = this.#room(bytes.length);
    this.#bytes.set(bytes, place);
    return this;
  }

  data(bytes) { return this.integer(bytes.length).raw(bytes); }

  text(text) { return this.data(encoder.encode(String(text))); }

  optional(value, write) {
    const isThere = value !== null && value !== undefined;
    this.byte(isThere ? 1 : 0);
    if (isThere) write.call(this, value);
    return this;
  }

  texts(list) {
    this.integer(list.length);
    for (const text of list) this.text(text);
    return this;
  }

  ranges(list) {
    this.integer(list.length);
    for (const [start, end] of list) this.number(start).number(end);
    return this;
  }

  get bytes() { return this.#bytes.subarray(0, this.#length); }
}

class Reader {
  #bytes;
  #view;
  #place = 0;

  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd() { return this.#place >= this.#bytes.length; }

  byte() { return this.#bytes[this.#place++]; }

  integer() {
    this.#place += 4;
    return this.#view.getInt32(this.#place - 4, true);
  }

  number() {
    this.#place += 8;
    return this.#view.getFloat64(this.#place - 8, true);
  }

  /** Returns a copy, because the core reuses its memory. */
  data() {
    const length = this.integer();
    this.#place += length;
    return this.#bytes.slice(this.#place - length, this.#place);
  }

  text() {
    const length = this.integer();
    this.#place += length;
    return decoder.decode(this.#bytes.subarray(this.#place - length, this.#place));
  }

  optional(read) { return this.byte() ? read.call(this) : null; }

  list(read) {
    const count = this.integer();
    const list = [];
    for (let index = 0; index < count; index++) list.push(read.call(this));
    return list;
  }
}

/** @param {import("./types").CoreOptions} options */
export function encodeOptions(options) {
  return new Writer()
    .text(options.url).texts(options.codecs).texts(options.audioLanguages).texts(options.subtitleLanguages)
    .number(options.bufferGoal).integer(options.bufferBytes).byte(options.usesLowLatency ? 1 : 0)
    .optional(options.throughput, Writer.prototype.number).byte(options.isRecorded ? 1 : 0).byte(options.hasApplicationKeys ? 1 : 0)
    .bytes;
}

/** The events, in the order of the core's `BrowserEvent`. */
export const event = {
  /** @param {number|null} time seconds; null for the start that the stream declares, or the live edge */
  start: (time) => (time === null ? new Writer().byte(0).byte(0) : new Writer().byte(0).byte(1).number(time)).bytes,
  playback: (state) => new Writer().byte(1).number(state.position)
    .byte((state.wantsToPlay ? 1 : 0) | (state.isReady ? 2 : 0) | (state.hasEnded ? 4 : 0)).integer(state.droppedFrames)
    .ranges(state.video).ranges(state.audio).bytes,
  seek: (time) => new Writer().byte(2).number(time).bytes,
  speed: (speed) => new Writer().byte(3).number(speed).bytes,
  responded: (id, head) => new Writer().byte(4).integer(id).integer(head.status).text(head.url)
    .optional(head.length, Writer.prototype.integer).optional(head.age, Writer.prototype.number)
    .optional(head.date, Writer.prototype.number).optional(head.modified, Writer.prototype.number)
    .optional(head.staticData, Writer.prototype.text).optional(head.dynamicData, Writer.prototype.text).bytes,
  received: (id, bytes) => new Writer().byte(5).integer(id).data(bytes).bytes,
  completed: (id) => new Writer().byte(6).integer(id).bytes,
  failed: (id, failure) => new Writer().byte(7).integer(id).byte(failure.cause).integer(failure.status ?? 0)
    .optional(failure.retryAfter, Writer.prototype.number).text(failure.message).bytes,
  buffered: (kind, number, ranges) => new Writer().byte(8).byte(kind).integer(number).ranges(ranges).bytes,
  full: (kind) => new Writer().byte(9).byte(kind).bytes,
  refused: (kind, reason) => new Writer().byte(10).byte(kind).text(reason).bytes,
  woke: () => new Writer().byte(11).bytes,
  selectAudio: (index) => new Writer().byte(12).byte(0).optional(index, Writer.prototype.integer).bytes,
  selectSubtitles: (index) => new Writer().byte(12).byte(1).optional(index, Writer.prototype.integer).bytes,
  selectVariant: (index) => new Writer().byte(12).byte(2).optional(index, Writer.prototype.integer).bytes,
  /** @param {{ bitrate?: number, width?: number, height?: number }} limits bit/s and pixels */
  limit: (limits) => new Writer().byte(13).optional(limits.bitrate, Writer.prototype.integer)
    .optional(limits.width, Writer.prototype.integer).optional(limits.height, Writer.prototype.integer).bytes,
  stop: () => new Writer().byte(14).bytes,
  broken: (reason) => new Writer().byte(15).text(reason).bytes,
  /** @param {Uint8Array} answer the result of the module that converts segments, forwarded unchanged */
  converted: (id, answer) => new Writer().byte(16).integer(id).raw(answer).bytes,
  /** The module failed without reporting a reason. */
  unconverted: (id, message) => new Writer().byte(16).integer(id).byte(1).text(message).bytes,
  /** The module that converts segments is missing. */
  noConverter: (id, message) => new Writer().byte(16).integer(id).byte(3).text(message).bytes,
  /** @param {Uint8Array} answer the result of the module that reads captions, forwarded unchanged */
  captioned: (answer) => new Writer().byte(17).raw(answer).bytes,
  captionless: (message) => new Writer().byte(18).text(message).bytes,
  /** In the order of the core's `ProtectionEvent` on the wire. */
  protection: {
    opened: () => Uint8Array.of(19, 0),
    missing: () => Uint8Array.of(19, 1),
    insecure: () => Uint8Array.of(19, 2),
    refused: (reason) => new Writer().byte(19).byte(3).text(reason).bytes,
    lacksKey: () => Uint8Array.of(19, 4),
    request: (number, message) => new Writer().byte(19).byte(5).integer(number).data(message).bytes,
    /** @param {Array<{ id: Uint8Array, status: MediaKeyStatus }>} statuses */
    statuses: (number, statuses, isUpdated) => statuses.reduce(
      (writer, { id, status }) => writer.data(id).text(status),
      new Writer().byte(19).byte(6).integer(number).byte(isUpdated ? 1 : 0).integer(statuses.length)).bytes,
    failed: (number, reason) => new Writer().byte(19).byte(7).integer(number).text(reason).bytes,
    /** @param {Array<[string, string]>} keys by their identifiers */
    keys: (number, keys) => keys.reduce(
      (writer, [id, key]) => writer.text(id).text(key), new Writer().byte(19).byte(8).integer(number).integer(keys.length)).bytes,
  },
};

/** How to read each action about protection, in the order of the core's `ProtectionAction`. */
const protectionActions = [
  (reader) => ({
    step: "open", system: reader.text(), scheme: reader.text(), video: reader.list(reader.text), audio: reader.list(reader.text),
  }),
  (reader) => ({ step: "session", number: reader.integer(), dataType: reader.text(), data: reader.data() }),
  (reader) => ({ step: "update", number: reader.integer(), license: reader.data() }),
  (reader) => ({ step: "end", number: reader.integer() }),
  (reader) => ({
    step: "ask", number: reader.integer(), ids: reader.list(reader.text), format: reader.optional(reader.text), url: reader.optional(reader.text),
  }),
];

const readFetch = (reader) => {
  const action = { id: reader.integer(), url: reader.text(), span: null, limits: null };
  if (reader.byte()) action.span = { offset: reader.number(), length: reader.number() };
  action.limits = { connect: reader.number(), firstByte: reader.number(), idle: reader.number(), whole: reader.number() };
  action.body = reader.optional(reader.data);
  return action;
};

function readVariant() {
  return {
    bandwidth: this.integer(), width: this.integer(), height: this.integer(), frameRate: this.optional(this.number),
    codecs: this.optional(this.text), excluded: this.optional(this.text),
  };
}

function readRendition() {
  const rendition = { name: this.text(), language: this.optional(this.text), characteristics: this.list(this.text) };
  const flags = this.integer();
  return { ...rendition, isDefault: (flags & 1) !== 0, isForced: (flags & 2) !== 0, isAutoselect: (flags & 4) !== 0 };
}

function readCue() { return { start: this.number(), end: this.number(), settings: this.text(), text: this.text() }; }

function readMetadata() {
  return {
    number: this.integer(), start: this.number(), end: this.number(), key: this.text(), info: this.text(), text: this.optional(this.text),
    data: this.data(),
  };
}

function readDateRange() {
  return {
    id: this.text(), classification: this.optional(this.text), start: this.number(), end: this.optional(this.number),
    attributes: this.list(function () { return { name: this.text(), value: this.text() }; }),
    spliceOut: this.optional(this.data), spliceIn: this.optional(this.data), spliceCommand: this.optional(this.data),
    isInterstitial: this.byte() !== 0,
  };
}

/** Readers of the actions, in the order of the core's `BrowserAction`. */
const actions = [
  (reader) => ({ type: "fetch", ...readFetch(reader) }),
  (reader) => ({ type: "cancel", id: reader.integer() }),
  (reader) => ({ type: "open", buffers: reader.list(function () { return { kind: this.byte(), codec: this.text() }; }) }),
  (reader) => ({ type: "change", kind: reader.byte(), number: reader.integer(), codec: reader.text() }),
  (reader) => ({ type: "append", kind: reader.byte(), number: reader.integer(), offset: reader.number(), bytes: reader.data() }),
  (reader) => ({ type: "reset", kind: reader.byte(), number: reader.integer() }),
  (reader) => ({ type: "remove", kind: reader.byte(), number: reader.integer(), start: reader.number(), end: reader.number() }),
  (reader) => ({ type: "retry", kind: reader.byte() }),
  (reader) => ({ type: "duration", duration: reader.number() }),
  (reader) => ({ type: "seekable", start: reader.number(), end: reader.number() }),
  () => ({ type: "end" }),
  (reader) => ({ type: "seek", time: reader.number() }),
  (reader) => ({ type: "rate", rate: reader.number() }),
  (reader) => ({ type: "wake", at: reader.number() }),
  (reader) => ({
    type: "presentation", variants: reader.list(readVariant), audio: reader.list(readRendition), subtitles: reader.list(readRendition),
    chosenAudio: reader.optional(reader.integer), chosenSubtitles: reader.optional(reader.integer),
  }),
  (reader) => ({
    type: "timeline", kind: ["on-demand", "live", "dvr"][reader.byte()], duration: reader.optional(reader.number),
    start: reader.number(), end: reader.number(), livePosition: reader.optional(reader.number), dateOfZero: reader.optional(reader.number),
  }),
  (reader) => ({ type: "variant", index: reader.integer(), from: reader.number() }),
  (reader) => ({ type: "cues", cues: reader.list(readCue) }),
  (reader) => ({ type: "discardCues", from: reader.number() }),
  (reader) => ({ type: "warning", text: reader.text() }),
  (reader) => ({
    type: "fail", code: reader.text(), message: reader.text(), url: reader.optional(reader.text), isTransient: reader.byte() !== 0,
  }),
  (reader) => ({ type: "journal", lines: reader.list(reader.text) }),
  (reader) => ({ type: "report", url: reader.text(), contentType: reader.text(), body: reader.text() }),
  (reader) => ({ type: "throughput", rate: reader.number() }),
  (reader) => ({ type: "convert", id: reader.integer(), bytes: reader.data(), isEnd: reader.byte() !== 0, key: reader.data() }),
  (reader) => ({ type: "readCaptions", initialization: reader.data() }),
  (reader) => ({ type: "dateRanges", ranges: reader.list(readDateRange) }),
  (reader) => ({ type: "protection", ...protectionActions[reader.byte()](reader) }),
  (reader) => ({ type: "metadata", cues: reader.list(readMetadata) }),
  (reader) => ({ type: "discardMetadata", before: reader.number() }),
];

/** @param {Uint8Array} bytes the core's response */
export function decodeActions(bytes) {
  const reader = new Reader(bytes);
  const list = [];
  while (!reader.isAtEnd) list.push(actions[reader.byte()](reader));
  return list;
}
