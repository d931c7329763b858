// SPDX-License-Identifier: Apache-2.0
// Which captions to fetch and when to show them. Times are seconds of the video.

/** The segments worth fetching: of a recording those around the position, of a live stream the last ones. */
export function segmentsNear({ segments, isEnded }, position) {
  if (!isEnded) return segments.slice(-4);
  return segments.filter((one) => one.start < position + 60 && one.start + one.length > position - 5);
}

/**
 * The cue for text that a host typed during a live stream, from a second before now so that it shows at once.
 * @param seconds how long it is shown; null: until the next one
 * @returns text with markup escaped, as WebVTT needs it
 */
export function hostCue(words, seconds, position) {
  return {
    start: Math.max(0, position - 1), end: position + (seconds ?? 86400), text: words.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  };
}

const base = (tag) => tag.split("-")[0];

/** Whether two BCP 47 tags name the same language, whatever their regions. */
export const isSameLanguage = (one, other) => base(one) === base(other);

/** The language to use for a wanted one: the same tag, or else the same language of another region; null without one. */
export function matchingLanguage(languages, wanted) {
  return languages.find((tag) => tag === wanted) ?? languages.find((tag) => isSameLanguage(tag, wanted)) ?? null;
}
