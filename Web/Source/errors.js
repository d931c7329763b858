// SPDX-License-Identifier: Apache-2.0

/** A failure, for applications and viewers. `code` is one of the core's codes, or `page` or `core`. */
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
    /** The URL of the resource that failed. */
    this.url = detail.url ?? null;
    /** Whether a later attempt may succeed. */
    this.isTransient = detail.isTransient ?? false;
  }

  /** The number as in `MediaError`, for code that expects one. */
  get mediaErrorCode() { return this.code === "unavailable" ? 2 : this.code === "page" || this.code === "core" ? 3 : 4; }
}

/** The message of an exception. */
export const wordsOf = (fault) => (fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault));
