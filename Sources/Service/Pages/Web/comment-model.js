// SPDX-License-Identifier: Apache-2.0
// What is known about the comments on a video, independently of the page.

/** The longest comment that the service accepts, in characters (code points). */
export const maxLength = 1000;

/** Comments page by page, newest first, each once: what somebody writes meanwhile moves the pages. */
export class CommentList {
  #known = new Set();
  /** The path of the next page; null at the end, undefined before the first page. */
  next = undefined;

  get isEmpty() { return this.#known.size === 0; }

  /** @returns the comments of a page that are new */
  append({ data, paging }) {
    this.next = paging?.next ?? null;
    return data.filter((comment) => this.#note(comment.id));
  }

  /** @returns whether the comment is new */
  prepend(comment) { return this.#note(comment.id); }

  remove(id) { this.#known.delete(id); }

  #note(id) {
    if (this.#known.has(id)) return false;
    this.#known.add(id);
    return true;
  }
}

/** The phrase that says why a comment can't be sent; null if it can. */
export function fault(words) {
  if (!words.trim()) return "commentEmpty";
  return [...words.trim()].length > maxLength ? "commentTooLong" : null;
}

/**
 * The phrase that says why the service refused something.
 * @param usual for faults that another attempt may overcome
 */
export function refusal({ status, code, field }, usual) {
  if (status === 429) return "tryLater";
  if (code === "chat_muted") return "commentsMuted";
  if (code === "comments_closed") return "commentsClosed";
  if (code === "conflict") return "followLimit";
  if (code === "invalid_field" && field === "username") return "nameRefused";
  if (code === "invalid_field" && field === "text") return "commentEmpty";
  return usual;
}
