// SPDX-License-Identifier: Apache-2.0

/** What an application and a viewer learn of a failure. `code` is one of the core's, or `page` or `core`. */
export class PlayerError extends Error {
  /**
   * @param {string} code
   * @param {string} message cause, and what can be done
   * @param {{ url?: string|null, isTransient?: boolean, cause?: unknown }} [detail]
   */
  constructor(code, message, detail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "PlayerError";
    this.code = code;
    /** Where it happened. */
    this.url = detail.url ?? null;
    /** Whether the same may work later. */
    this.isTransient = detail.isTransient ?? false;
  }

  /** The number of `MediaError`, for code that knows only that. */
  get mediaErrorCode() { return this.code === "unavailable" ? 2 : this.code === "page" || this.code === "core" ? 3 : 4; }
}

/** The words of an exception. */
export const wordsOf = (fault) => (fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault));
