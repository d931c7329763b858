// SPDX-License-Identifier: Apache-2.0
// What the full-screen feed decides, independently of the page.

/** The widths and heights at which a feed is shown one video at a time; `reel.css` has the same. */
export const reelQuery = "(max-width: 600px), (max-height: 480px) and (pointer: coarse)";

/** How many videos are ready at once: the one shown, the next two, and the one before. */
export const slotCount = 4;

/** The indexes to hold ready, the most important first. */
export function wantedIndexes(current, count, { savesData = false } = {}) {
  const order = savesData ? [0] : [0, 1, 2, -1];
  return order.map((step) => current + step).filter((index) => index >= 0 && index < count);
}

/**
 * Distributes videos to the slots that play them. A slot keeps its video for as long as it is wanted.
 * @param held the indexes that the slots hold, null for none
 * @param wanted as `wantedIndexes` gives it
 * @returns the indexes that they shall hold
 */
export function assign(held, wanted) {
  const missing = wanted.filter((index) => !held.includes(index));
  return held.map((index) => (wanted.includes(index) ? index : missing.shift() ?? null));
}

/** The index of the video that covers most of the screen. */
export function shownIndex(scrolled, height, count) {
  if (!(height > 0) || count === 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round(scrolled / height)));
}

/** Whether a picture is too wide to fill an upright screen: it is shown whole. */
export const isWide = (width, height) => height > 0 && width / height > 0.7;

/** What a key does in the feed; null for nothing. */
export function commandOf(key, { isRightToLeft = false } = {}) {
  const [back, forward] = isRightToLeft ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  return {
    ArrowDown: "next", PageDown: "next", ArrowUp: "previous", PageUp: "previous", Home: "first", " ": "toggle", k: "toggle", m: "mute",
    l: "like", c: "captions", [back]: "back", [forward]: "forward",
  }[key] ?? null;
}
