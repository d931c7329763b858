// SPDX-License-Identifier: Apache-2.0

/** The attributes of a tag: NAME=value or NAME="value", separated by commas. */
function attributes(line) {
  const found = {};
  for (const [, name, quoted, plain] of line.slice(line.indexOf(":") + 1).matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)) {
    found[name] = quoted ?? plain;
  }
  return found;
}

/** Reads a multivariant playlist: its renditions, and its lines with absolute addresses. */
export function readMultivariant(text, address) {
  const whole = (uri) => new URL(uri, address).href;
  const lines = text.split(/\r?\n/).map((line) => {
    if (line.startsWith("#")) return line.replace(/URI="([^"]+)"/, (_, uri) => `URI="${whole(uri)}"`);
    return line.trim() ? whole(line.trim()) : line;
  });
  if (!lines[0]?.startsWith("#EXTM3U")) throw new Error("This is not a playlist.");
  const media = lines.filter((line) => line.startsWith("#EXT-X-MEDIA:")).map(attributes);
  return {
    lines,
    isMultivariant: lines.some((line) => line.startsWith("#EXT-X-STREAM-INF")),
    audio: media.filter((rendition) => rendition.TYPE === "AUDIO"),
    texts: media.filter((rendition) => rendition.TYPE === "SUBTITLES" && rendition.URI && rendition.FORCED !== "YES"),
  };
}

/** The names of the audio renditions, each once, the default first. */
export function audioNames(audio) {
  const names = [];
  for (const rendition of [...audio].sort((a, b) => (b.DEFAULT === "YES") - (a.DEFAULT === "YES"))) {
    if (!names.includes(rendition.NAME)) names.push(rendition.NAME);
  }
  return names;
}

/** The variants sorted by rate (bits per second); `size` is the shorter side of the video. */
export function readVariants(playlist) {
  const variants = [];
  playlist.lines.forEach((line, index) => {
    if (!line.startsWith("#EXT-X-STREAM-INF:")) return;
    const values = attributes(line);
    const sides = (values.RESOLUTION ?? "0x0").split("x").map(Number);
    const codecs = (values.CODECS ?? "").split(",").map((codec) => codec.trim()).filter(Boolean);
    variants.push({ url: playlist.lines[index + 1], size: Math.min(...sides) || 0, codecs, audio: values.AUDIO, rate: Number(values.BANDWIDTH) || 0 });
  });
  return variants.sort((a, b) => a.rate - b.rate);
}

/**
 * The variants without those of codecs that others make unnecessary: the same sizes are there in another codec, at a lower rate. Each change
 * of the codec would interrupt decoding.
 * @param variants that can be played, as `readVariants` gives them
 */
export function withoutOutdone(variants) {
  const kinds = new Map();
  for (const variant of variants) {
    const kind = [...new Set(variant.codecs.map((codec) => codec.slice(0, 4).toLowerCase()))].sort().join();
    kinds.set(kind, [...kinds.get(kind) ?? [], variant]);
  }
  const isBetter = (other, own) => own.every(({ size }) => other.some((variant) => variant.size === size))
    && other.find(({ size }) => size === own.at(-1).size).rate < own.at(-1).rate;
  const all = [...kinds.values()];
  return variants.filter((variant) => {
    const own = all.find((kind) => kind.includes(variant));
    return !all.some((other) => other !== own && isBetter(other, own));
  });
}

/** The sizes to choose from, largest first; empty if there is only one. */
export function sizes(playlist) {
  const found = [...new Set(readVariants(playlist).map((variant) => variant.size))].filter((size) => size > 0).sort((a, b) => b - a);
  return found.length > 1 ? found : [];
}

/**
 * The same playlist with one audio rendition per group and one size, for browsers that offer no choice.
 * @param choice `audio`: the name of a rendition, `size`: see `readVariants`; null for all
 */
export function withChoice(playlist, { audio = null, size = null }) {
  const has = new Set(playlist.audio.filter((rendition) => rendition.NAME === audio).map((rendition) => rendition["GROUP-ID"]));
  const chosen = new Set(readVariants(playlist).filter((variant) => variant.size === size).map((variant) => variant.url));
  const isVariant = (line) => line?.startsWith("#EXT-X-STREAM-INF:");
  const isLeftOut = (address) => chosen.size > 0 && !chosen.has(address);
  return playlist.lines.filter((line, index, lines) => {
    if (isVariant(line)) return !isLeftOut(lines[index + 1]);
    if (isVariant(lines[index - 1])) return !isLeftOut(line);
    if (!line.startsWith("#EXT-X-MEDIA:")) return true;
    const rendition = attributes(line);
    return rendition.TYPE !== "AUDIO" || !has.has(rendition["GROUP-ID"]) || rendition.NAME === audio;
  }).map((line) => audio !== null && line.startsWith("#EXT-X-MEDIA:") && attributes(line).TYPE === "AUDIO"
    ? line.replace("DEFAULT=NO", "DEFAULT=YES") : line).join("\n");
}

/**
 * The segments of a media playlist (RFC 8216, section 4.4.4), with the seconds at which they begin.
 * @param address of the playlist, which relative addresses refer to
 * @returns `segments`, each with `url`, `range` (for the field Range; null: all of it), `map` (its initialization section; null: none),
 * `start` and `length` in seconds, `sequence` and whether it follows a discontinuity; and whether the playlist is complete
 */
export function readSegments(text, address) {
  const segments = [];
  let start = 0, length = 0, sequence = 0, range = null, map = null, end = 0, isDiscontinuous = false, isEnded = false;
  const bytes = (value) => {
    const [size, offset] = value.split("@").map(Number);
    // Without an offset it follows the previous range.
    const first = offset ?? end;
    end = first + size;
    return `bytes=${first}-${end - 1}`;
  };
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:")) sequence = parseInt(line.slice(22), 10) || 0;
    else if (line.startsWith("#EXTINF:")) length = parseFloat(line.slice(8)) || 0;
    else if (line.startsWith("#EXT-X-BYTERANGE:")) range = bytes(line.slice(17));
    else if (line.startsWith("#EXT-X-MAP:")) {
      const { URI, BYTERANGE } = attributes(line);
      map = { url: new URL(URI, address).href, range: BYTERANGE ? bytes(BYTERANGE) : null };
    } else if (line.trim() === "#EXT-X-DISCONTINUITY") isDiscontinuous = true;
    else if (line.startsWith("#EXT-X-ENDLIST")) isEnded = true;
    else if (line.trim() && !line.startsWith("#")) {
      segments.push({ url: new URL(line.trim(), address).href, range, map, start, length, sequence, isDiscontinuous });
      start += length; sequence += 1; range = null; isDiscontinuous = false;
    }
  }
  return { segments, isEnded };
}
