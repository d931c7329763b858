// SPDX-License-Identifier: Apache-2.0
// What a change of several videos at once means for each of them, independent of the page.

/** The hashtags in a text: separated by spaces or commas, with or without `#`. */
export function tagsIn(text) {
  return [...new Set(text.split(/[\s,]+/u).map((tag) => tag.replace(/^#+/u, "")).filter(Boolean))];
}

const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();
const patch = (body) => ({ method: "PATCH", body });

/**
 * The request that changes a video.
 * @param video its `status`, `access` and `hashtags`
 * @param tags those to add or remove
 * @param now an ISO 8601 date
 * @returns null if the change does not apply to the video, or if it is already so
 */
export function bulkRequest(action, { status, access, hashtags }, { tags = [], now = "" } = {}) {
  switch (action) {
    case "publish": return status === "ready" && access !== "public" ? patch({ access: "public", published_at: now }) : null;
    case "hide": return access !== "private" ? patch({ access: "private" }) : null;
    case "archive": return status === "ready" ? patch({ status: "archived", archived_at: now }) : null;
    case "restore": return status === "archived" ? patch({ status: "ready", archived_at: null }) : null;
    case "tag": {
      const added = tags.filter((tag) => !hashtags.some((own) => isSame(own, tag)));
      return added.length ? patch({ hashtags: [...hashtags, ...added] }) : null;
    }
    case "untag": {
      const left = hashtags.filter((own) => !tags.some((tag) => isSame(own, tag)));
      return left.length < hashtags.length ? patch({ hashtags: left }) : null;
    }
    case "delete": return { method: "DELETE" };
    default: return null;
  }
}

const videos = (number) => (number === 1 ? "1 video" : `${number} videos`);

/** What happened, in a sentence or two. */
export function bulkResult({ done, same, failed }) {
  const parts = [];
  if (done || !failed.length) parts.push(`${videos(done)} changed.`);
  if (same) parts.push(`The change does not apply to ${videos(same)}.`);
  if (failed.length) parts.push(`${videos(failed.length)} not changed: ${failed.slice(0, 3).join("; ")}${failed.length > 3 ? "; …" : "."}`);
  return parts.join(" ");
}
