// SPDX-License-Identifier: Apache-2.0
// Converts segments for the core, with a second module that is loaded on demand. Makes no decisions.

import { compileModule } from "./core.js";
import { wordsOf } from "./errors.js";
import { event } from "./wire.js";

export class Transmuxer {
  #url;
  #report;
  /** @type {WebAssembly.Exports|null} */
  #exports = null;
  #isLoading = false;
  #isClosed = false;
  /** Requests that arrived while the module is loading. */
  #waiting = [];
  /** The converters of unfinished segments, by the number of their load. */
  #converters = new Map();

  /**
   * @param {string|URL} url
   * @param {(message: Uint8Array) => void} report called with events of `wire.js`
   */
  constructor(url, report) {
    this.#url = url;
    this.#report = report;
  }

  /** @param {{ id: number, bytes: Uint8Array, isEnd: boolean, key: Uint8Array }} action without bytes before the end: the module is needed soon */
  convert(action) {
    if (action.bytes.length > 0 || action.isEnd) this.#waiting.push(action);
    if (this.#exports) this.#convertAll(); else this.#load();
  }

  close() {
    this.#isClosed = true;
    [this.#waiting, this.#exports] = [[], null];
    this.#converters.clear();
  }

  /** Bytes of the instance's memory. */
  get memory() { return this.#exports?.memory.buffer.byteLength ?? 0; }

  #load() {
    if (this.#isLoading || this.#isClosed) return;
    this.#isLoading = true;
    compileModule(this.#url).then(
      (module) => this.#instantiate(module),
      (fault) => this.#lack(wordsOf(fault)));
  }

  #instantiate(module) {
    this.#isLoading = false;
    if (this.#isClosed) return;
    try {
      this.#exports = new WebAssembly.Instance(module, {}).exports;
    } catch (fault) {
      this.#lack(wordsOf(fault));
      return;
    }
    this.#convertAll();
  }

  #lack(message) {
    this.#isLoading = false;
    if (this.#isClosed) return;
    const asked = this.#waiting;
    this.#waiting = [];
    for (const { id } of asked) this.#report(event.noConverter(id, message));
  }

  #convertAll() {
    // A report may cause the next request.
    while (this.#exports && this.#waiting.length > 0) {
      const action = this.#waiting.shift();
      this.#report(this.#answer(action));
    }
    // A trap has replaced the instance.
    if (this.#waiting.length > 0) this.#load();
  }

  #unlock(converter, key) {
    const core = this.#exports;
    const address = core.allocate(key.length);
    new Uint8Array(core.memory.buffer, address, key.length).set(key);
    core.unlock(converter, address);
    core.release(address);
  }

  #answer({ id, bytes, isEnd, key }) {
    try {
      const core = this.#exports;
      const converter = this.#converters.get(id) ?? core.begin();
      this.#converters.set(id, converter);
      if (key.length > 0) this.#unlock(converter, key);
      const address = core.allocate(bytes.length);
      new Uint8Array(core.memory.buffer, address, bytes.length).set(bytes);
      const count = core.convert(converter, address, bytes.length, isEnd ? 1 : 0);
      core.release(address);
      const message = event.converted(id, new Uint8Array(core.memory.buffer, core.result(converter), count));
      if (isEnd) {
        core.end(converter);
        this.#converters.delete(id);
      }
      return message;
    } catch (fault) {
      // The state of the instance can't be trusted after a trap.
      this.#exports = null;
      this.#converters.clear();
      return event.unconverted(id, `the segment can't be converted (${wordsOf(fault)}); it is damaged`);
    }
  }
}
