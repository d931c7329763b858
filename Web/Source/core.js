// SPDX-License-Identifier: Apache-2.0
// The WebAssembly modules: compiled once per page, with a separate instance and memory for each player.

import { PlayerError, wordsOf } from "./errors.js";
import { decodeActions, encodeOptions } from "./wire.js";

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/** Seconds that loading a module may take; until then, the page shows nothing. */
const timeout = 30;

/**
 * Compiles a module, once for each URL.
 * @param {string|URL} url
 */
export function compileModule(url) {
  const address = String(url);
  let module = modules.get(address);
  if (!module) {
    module = compile(address);
    modules.set(address, module);
    // Lets the next player try again.
    module.catch(() => modules.delete(address));
  }
  return module;
}

async function compile(address) {
  let response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(timeout * 1000) });
  } catch (fault) {
    throw new PlayerError("core", `The player's module can't be loaded: ${wordsOf(fault)}.`, { url: address, isTransient: true });
  }
  if (!response.ok) {
    throw new PlayerError("core", `The server answered ${response.status} for the player's module; put it next to the script.`, { url: address });
  }
  try {
    const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return isTyped ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  } catch (fault) {
    throw new PlayerError(
      "core", `The player's module can't be compiled: ${wordsOf(fault)}. A content security policy needs 'wasm-unsafe-eval'.`, { url: address });
  }
}

/** One session in one instance. */
export class Core {
  #exports;
  #session;

  /**
   * @param {WebAssembly.Module} module
   * @param {import("./types").CoreOptions} options
   */
  constructor(module, options) {
    this.#exports = new WebAssembly.Instance(module, {}).exports;
    this.#session = this.#pass(encodeOptions(options), (address, length) => this.#exports.open(address, length));
    if (!this.#session) throw new PlayerError("core", "The module and the script are of different versions; load both from one place.");
  }

  #pass(bytes, call) {
    const address = this.#exports.allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
    try {
      return call(address, bytes.length);
    } finally {
      this.#exports.release(address);
    }
  }

  #result(length) { return new Uint8Array(this.#exports.memory.buffer, this.#exports.result(this.#session), length); }

  /**
   * @param {Uint8Array} event of `wire.js`
   * @param {number} now seconds
   * @returns {Array<object>} what to do, in this order
   */
  send(event, now) {
    const length = this.#pass(event, (address, count) => this.#exports.send(this.#session, address, count, now));
    if (length < 0) throw new PlayerError("core", "The module and the script are of different versions; load both from one place.");
    return decodeActions(this.#result(length));
  }

  /** All inputs of the session, for `windowbox simulate --journal`; empty unless it is recorded. */
  recording() { return this.#result(this.#exports.recording(this.#session)).slice(); }

  /** Bytes of the instance's memory. */
  get memory() { return this.#exports.memory.buffer.byteLength; }
}
