// SPDX-License-Identifier: Apache-2.0
// Reads the closed captions of appended video for the core, with a third module that is loaded on demand. Makes no decisions.

import { compileModule } from "./core.js";
import { wordsOf } from "./errors.js";
import { event } from "./wire.js";

export class CaptionReader {
  #report;
  /** @type {WebAssembly.Exports|null} */
  #exports = null;
  #reader = 0;
  #isClosed = false;
  /** Segments that were appended while the module is loading. */
  #waiting = [];

  /**
   * @param {string|URL} url
   * @param {Uint8Array} initialization the initialization segment of the source buffer; empty if it has none yet
   * @param {(message: Uint8Array) => void} report called with events of `wire.js`
   */
  constructor(url, initialization, report) {
    this.#report = report;
    if (initialization.length > 0) this.read({ bytes: initialization, offset: 0 });
    compileModule(url).then(
      (module) => this.#attempt(() => {
        this.#exports = new WebAssembly.Instance(module, {}).exports;
        this.#reader = this.#exports.begin();
        for (const part of this.#waiting.splice(0)) this.#take(part);
      }),
      (fault) => this.#lack(fault));
  }

  /** @param {{ bytes: Uint8Array, offset: number }} append */
  read(append) {
    if (this.#isClosed) return;
    if (this.#exports) this.#attempt(() => this.#take(append)); else this.#waiting.push(append);
  }

  /** Discards a partly appended fragment. */
  reset() {
    if (this.#isClosed) return;
    if (this.#exports) this.#attempt(() => this.#exports.reset(this.#reader)); else this.#waiting.push(null);
  }

  close() {
    this.#isClosed = true;
    [this.#waiting, this.#exports] = [[], null];
  }

  /** Bytes of the instance's memory. */
  get memory() { return this.#exports?.memory.buffer.byteLength ?? 0; }

  #take(part) {
    const core = this.#exports;
    if (!core) return;
    if (!part) {
      core.reset(this.#reader);
      return;
    }
    const address = core.allocate(part.bytes.length);
    new Uint8Array(core.memory.buffer, address, part.bytes.length).set(part.bytes);
    const count = core.read(this.#reader, address, part.bytes.length, part.offset);
    core.release(address);
    this.#report(event.captioned(new Uint8Array(core.memory.buffer, core.result(this.#reader), count)));
  }

  /** An error in the captions must not stop playback. */
  #attempt(body) {
    if (this.#isClosed) return;
    try {
      body();
    } catch (fault) {
      this.#lack(fault);
    }
  }

  #lack(fault) {
    if (this.#isClosed) return;
    this.close();
    this.#report(event.captionless(wordsOf(fault)));
  }
}
