// SPDX-License-Identifier: Apache-2.0
// Performs the core's operations on source buffers, one at a time and in order. Makes no decisions.

import { wordsOf } from "./errors.js";
import { kindNames } from "./wire.js";

/** The ranges of a `TimeRanges`, as pairs of seconds. */
function rangesOf(ranges) {
  const list = [];
  for (let index = 0; index < (ranges?.length ?? 0); index++) list.push([ranges.start(index), ranges.end(index)]);
  return list;
}

/** One source buffer and the operations that wait for it. */
export class BufferQueue {
  #kind;
  #buffer;
  #reports;
  #waiting = [];
  #running = null;
  /** The number of the last requested operation. */
  #asked = 0;
  #isFull = false;
  #isClosed = false;

  /**
   * @param {number} kind of `wire.js`
   * @param {SourceBuffer} buffer
   * @param {{ buffered: Function, full: Function, refused: Function, idle: Function }} reports
   */
  constructor(kind, buffer, reports) {
    this.#kind = kind;
    this.#buffer = buffer;
    this.#reports = reports;
    buffer.addEventListener("updateend", () => this.#updated());
    // The error ends the media source, and the element reports it.
    buffer.addEventListener("error", () => this.close());
  }

  get ranges() {
    try {
      return rangesOf(this.#buffer.buffered);
    } catch {
      // The media source was closed.
      return [];
    }
  }

  get isIdle() { return !this.#running && this.#waiting.length === 0; }

  add(operation) {
    this.#asked = operation.number;
    // A reset discards all pending appends.
    if (operation.type === "reset") this.#waiting = this.#waiting.filter(({ type }) => type !== "append");
    // Removals come before appends, because they free space.
    if (this.#isFull && operation.type === "remove") this.#waiting.unshift(operation); else this.#waiting.push(operation);
    this.#next();
  }

  retry() {
    this.#isFull = false;
    this.#next();
  }

  close() {
    this.#isClosed = true;
    this.#waiting = [];
  }

  #next() {
    while (!this.#isClosed && !this.#running && !this.#buffer.updating && this.#waiting.length > 0) {
      const operation = this.#waiting[0];
      if (this.#isFull && operation.type !== "remove") return;
      this.#waiting.shift();
      this.#running = operation;
      try {
        this.#perform(operation);
      } catch (fault) {
        this.#running = null;
        if (fault?.name === "QuotaExceededError") {
          this.#waiting.unshift(operation);
          this.#isFull = true;
          this.#reports.full(this.#kind);
        } else {
          this.#reports.refused(this.#kind, wordsOf(fault));
        }
        return;
      }
      // Synchronous operations end without an event.
      if (this.#running && !this.#buffer.updating) this.#updated();
    }
  }

  #perform(operation) {
    const buffer = this.#buffer;
    switch (operation.type) {
      case "append":
        if (buffer.timestampOffset !== operation.offset) buffer.timestampOffset = operation.offset;
        buffer.appendBuffer(operation.bytes);
        break;
      case "remove": if (operation.start < operation.end) buffer.remove(operation.start, operation.end); break;
      case "reset": buffer.abort(); break;
      case "change": buffer.changeType(mimeType(this.#kind, operation.codec)); break;
      case "end": operation.run(); break;
      default: break;
    }
  }

  #updated() {
    if (this.#isClosed || !this.#running) return;
    this.#running = null;
    // All operations before the first pending one are complete.
    let done = this.#asked;
    for (const operation of this.#waiting) done = Math.min(done, operation.number - 1);
    this.#reports.buffered(this.#kind, done, this.ranges);
    this.#next();
    if (this.isIdle) this.#reports.idle(this.#kind);
  }
}

export const mimeType = (kind, codec) => `${kindNames[kind]}/mp4; codecs="${codec}"`;
