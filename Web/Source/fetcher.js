// SPDX-License-Identifier: Apache-2.0
// Performs the core's fetches and reports their results. Makes no decisions.

import { wordsOf } from "./errors.js";
import { Cause } from "./wire.js";

/**
 * @typedef {object} Reports
 * @property {(id: number, head: object) => void} responded
 * @property {(id: number, bytes: Uint8Array) => void} received
 * @property {(id: number) => void} completed
 * @property {(id: number, failure: object) => void} failed
 */

export class Fetcher {
  #reports;
  #credentials;
  #early;
  /** @type {Map<number, AbortController>} */
  #running = new Map();

  /**
   * @param {Reports} reports
   * @param {RequestCredentials} credentials
   * @param {import("./early.js").EarlyRequest|null} [early] a request that was sent before the core requested it
   */
  constructor(reports, credentials, early = null) {
    this.#reports = reports;
    this.#credentials = credentials;
    this.#early = early;
  }

  /** @param {{ id: number, url: string, span: ?{ offset: number, length: number }, limits: object, body: ?Uint8Array }} action */
  fetch(action) {
    const controller = new AbortController();
    this.#running.set(action.id, controller);
    this.#run(action, controller).catch((fault) => this.#fail(action.id, controller, Cause.connection, wordsOf(fault)));
  }

  cancel(id) {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  close() {
    this.#early?.close();
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  get count() { return this.#running.size; }

  #isRunning(id, controller) { return this.#running.get(id) === controller; }

  #fail(id, controller, cause, message, more = {}) {
    if (!this.#isRunning(id, controller)) return;
    this.cancel(id);
    this.#reports.failed(id, { cause, message, ...more });
  }

  async #run({ id, url, span, limits, body }, controller) {
    const timers = new Timers((what) => this.#fail(id, controller, Cause.timeout, `${what}: ${url}`));
    try {
      timers.set("whole", limits.whole, `not complete after ${limits.whole} s`);
      timers.set("head", limits.firstByte, `no response after ${limits.firstByte} s`);
      const headers = span ? { Range: `bytes=${span.offset}-${span.offset + span.length - 1}` } : {};
      if (body) headers["Content-Type"] = "application/json";
      const method = body ? "POST" : "GET";
      let response;
      try {
        const early = span || body ? null : this.#early?.take(url, controller.signal);
        response = await (early ?? fetch(url, { method, body, signal: controller.signal, headers, credentials: this.#credentials, cache: "default" }));
      } catch (fault) {
        // Browsers report refused connections and missing CORS headers in the same way.
        return this.#fail(id, controller, Cause.connection, `no response (${wordsOf(fault)}); the server may be down, or lack CORS headers: ${url}`);
      }
      timers.clear("head");
      if (!this.#isRunning(id, controller)) return;
      if (!response.ok) {
        const retryAfter = Number.parseFloat(response.headers.get("Retry-After") ?? "");
        return this.#fail(id, controller, Cause.status, `the server answered ${response.status}: ${url}`, {
          status: response.status, retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
        });
      }
      this.#reports.responded(id, headOf(response, span));
      await this.#read(id, controller, response, span, timers, limits);
    } finally {
      timers.clearAll();
    }
  }

  async #read(id, controller, response, span, timers, limits) {
    // A server that ignores ranges sends the whole resource.
    let skipped = span && response.status === 200 ? span.offset : 0;
    let left = span ? span.length : Infinity;
    const reader = response.body?.getReader();
    while (reader && left > 0) {
      timers.set("idle", limits.idle, `no data for ${limits.idle} s`);
      let part;
      try {
        part = await reader.read();
      } catch (fault) {
        return this.#fail(id, controller, Cause.truncated, `the body broke off (${wordsOf(fault)}): ${response.url}`);
      }
      timers.clear("idle");
      if (!this.#isRunning(id, controller)) return;
      if (part.done) break;
      let bytes = part.value;
      if (skipped > 0) {
        const count = Math.min(skipped, bytes.length);
        skipped -= count;
        bytes = bytes.subarray(count);
      }
      if (bytes.length > left) bytes = bytes.subarray(0, left);
      left -= bytes.length;
      if (bytes.length > 0) this.#reports.received(id, bytes);
      if (!this.#isRunning(id, controller)) return;
    }
    if (span && left > 0) return this.#fail(id, controller, Cause.truncated, `the range is ${left} bytes too short: ${response.url}`);
    this.#running.delete(id);
    if (span) controller.abort();
    this.#reports.completed(id);
  }
}

class Timers {
  #expire;
  #timers = new Map();

  constructor(expire) { this.#expire = expire; }

  set(name, seconds, words) {
    this.clear(name);
    if (seconds < 1e6) this.#timers.set(name, setTimeout(() => this.#expire(words), seconds * 1000));
  }

  clear(name) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  clearAll() { for (const name of [...this.#timers.keys()]) this.clear(name); }
}

const seconds = (text) => {
  const time = Date.parse(text ?? "");
  return Number.isFinite(time) ? time / 1000 : null;
};

const count = (text) => {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isFinite(number) && number >= 0 ? number : null;
};

/** The head of a response, for the core. */
function headOf(response, span) {
  const { headers } = response;
  // For a compressed body, Content-Length is not the number of decoded bytes.
  const length = headers.get("Content-Encoding") ? null : span ? span.length : count(headers.get("Content-Length"));
  return {
    status: response.status, url: response.url, length, age: count(headers.get("Age")), date: seconds(headers.get("Date")),
    modified: seconds(headers.get("Last-Modified")), staticData: headers.get("CMSD-Static"), dynamicData: headers.get("CMSD-Dynamic"),
  };
}
