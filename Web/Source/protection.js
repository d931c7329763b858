// SPDX-License-Identifier: Apache-2.0
// Encrypted Media Extensions for the core: the key system, its sessions, and the application's keys. Decides nothing.

import { wordsOf } from "./errors.js";
import { event } from "./wire.js";

/** When the last change of a media element's keys is over: the next one has to wait for it. @type {WeakMap<HTMLVideoElement, Promise<unknown>>} */
const changes = new WeakMap();

function setKeys(video, keys) {
  const change = Promise.resolve(changes.get(video)).catch(() => undefined).then(() => video.setMediaKeys(keys));
  changes.set(video, change);
  return change;
}

export class Protection {
  #video;
  #keysOf;
  #report;
  /** @type {?Promise<MediaKeys>} */
  #system = null;
  /** @type {Map<number, MediaKeySession>} */
  #sessions = new Map();
  #isClosed = false;

  /**
   * @param {HTMLVideoElement} video
   * @param {(request: import("./windowbox-player").KeyRequest) => Promise<object>} keysOf asks the application
   * @param {(message: Uint8Array) => void} report takes events of `wire.js`
   */
  constructor(video, keysOf, report) {
    this.#video = video;
    this.#keysOf = keysOf;
    this.#report = (message) => { if (!this.#isClosed) report(message); };
  }

  perform(action) {
    switch (action.step) {
      case "open": this.#open(action); break;
      case "session": this.#begin(action); break;
      case "update": this.#update(action); break;
      case "end":
        this.#sessions.get(action.number)?.close().catch(() => undefined);
        this.#sessions.delete(action.number);
        break;
      case "ask": this.#ask(action); break;
      default: break;
    }
  }

  /** Gives the keys back. The element has no media any more. */
  close() {
    this.#isClosed = true;
    for (const session of this.#sessions.values()) session.close().catch(() => undefined);
    this.#sessions.clear();
    if (this.#system) setKeys(this.#video, null).catch(() => undefined);
  }

  #open({ system, scheme, video, audio }) {
    if (!navigator.requestMediaKeySystemAccess) {
      this.#report(globalThis.isSecureContext ? event.protection.missing() : event.protection.insecure());
      return;
    }
    const capabilities = (types) => types.map((contentType) => ({ contentType, encryptionScheme: scheme }));
    const configuration = { initDataTypes: ["keyids"] };
    if (video.length > 0) configuration.videoCapabilities = capabilities(video);
    if (audio.length > 0) configuration.audioCapabilities = capabilities(audio);
    this.#system = navigator.requestMediaKeySystemAccess(system, [configuration]).then((access) => access.createMediaKeys());
    this.#system.then(async (keys) => {
      if (this.#isClosed) return;
      await setKeys(this.#video, keys);
      this.#report(event.protection.opened());
    }).catch((fault) => this.#report(event.protection.refused(wordsOf(fault))));
  }

  async #begin({ number, dataType, data }) {
    let keys;
    try {
      keys = await this.#system;
    } catch {
      // Told already.
      return;
    }
    if (this.#isClosed || !keys) return;
    await this.#attempt(number, () => {
      const session = keys.createSession("temporary");
      this.#sessions.set(number, session);
      session.addEventListener("message", ({ message }) => this.#report(event.protection.request(number, new Uint8Array(message))));
      session.addEventListener("keystatuseschange", () => this.#tell(number, session, false));
      return session.generateRequest(dataType, data);
    });
  }

  async #update({ number, license }) {
    const session = this.#sessions.get(number);
    if (!session) return;
    await this.#attempt(number, async () => {
      await session.update(license);
      this.#tell(number, session, true);
    });
  }

  #tell(number, session, isUpdated) {
    const statuses = [];
    session.keyStatuses.forEach((status, id) => {
      statuses.push({ id: ArrayBuffer.isView(id) ? new Uint8Array(id.buffer, id.byteOffset, id.byteLength) : new Uint8Array(id), status });
    });
    this.#report(event.protection.statuses(number, statuses, isUpdated));
  }

  async #ask({ number, ids, format, url }) {
    await this.#attempt(number, async () => {
      const keys = await this.#keysOf({ keyIds: ids, format, url });
      this.#report(event.protection.keys(number, Object.entries(keys)));
    });
  }

  /** What goes wrong is told, and nothing is thrown. */
  async #attempt(number, body) {
    try {
      await body();
    } catch (fault) {
      this.#report(event.protection.failed(number, wordsOf(fault)));
    }
  }
}
