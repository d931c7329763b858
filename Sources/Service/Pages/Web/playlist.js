// SPDX-License-Identifier: Apache-2.0
// As much of a playlist as tells whether there is something to play.

/**
 * The address of the first media playlist of a multivariant playlist (RFC 8216, 4.4.6); null if it is a media playlist itself.
 * @param address of the playlist, which relative addresses refer to
 */
export function firstVariant(text, address) {
  const lines = text.split(/\r?\n/);
  if (!lines[0]?.startsWith("#EXTM3U")) throw new Error("This is not a playlist.");
  const place = lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF:"));
  const uri = place < 0 ? null : lines.slice(place + 1).find((line) => line.trim() && !line.startsWith("#"));
  return uri ? new URL(uri.trim(), address).href : null;
}

/** Whether a media playlist lists segments, and whether it is complete. */
export function mediaState(text) {
  return { hasSegments: /^#EXTINF:/m.test(text), isEnded: /^#EXT-X-ENDLIST/m.test(text) };
}
