// SPDX-License-Identifier: Apache-2.0

/** The first request of an item, sent while the module is still being compiled. */
export class EarlyRequest {
  #url;
  #response;
  #controller = new AbortController();
  #isTaken = false;

  /**
   * @param {string} url
   * @param {RequestCredentials} credentials
   */
  constructor(url, credentials) {
    this.#url = url;
    this.#response = fetch(url, { signal: this.#controller.signal, credentials, cache: "default" });
    // Failures are handled by the code that takes the response.
    this.#response.catch(() => undefined);
  }

  /**
   * Returns the response once, if it is for this URL; otherwise null.
   * @param {string} url
   * @param {AbortSignal} signal aborts the request from now on
   * @returns {Promise<Response>|null}
   */
  take(url, signal) {
    if (this.#isTaken || url !== this.#url) return null;
    this.#isTaken = true;
    signal.addEventListener("abort", () => this.#controller.abort(), { once: true });
    return this.#response;
  }

  /** Ends the request unless it was taken. */
  close() { if (!this.#isTaken) this.#controller.abort(); }
}
