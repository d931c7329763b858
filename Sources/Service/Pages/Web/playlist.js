// SPDX-License-Identifier: Apache-2.0

/// The attributes of a tag: NAME=value or NAME="value", separated by commas.
export function attributes(line) {
  const found = {};
  for (const [, name, quoted, plain] of line.slice(line.indexOf(":") + 1).matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)) {
    found[name] = quoted ?? plain;
  }
  return found;
}

/// The renditions of a multivariant playlist, and its lines with whole addresses.
export function readMultivariant(text, address) {
  const whole = (uri) => new URL(uri, address).href;
  const lines = text.split(/\r?\n/).map((line) => {
    if (line.startsWith("#")) return line.replace(/URI="([^"]+)"/, (_, uri) => `URI="${whole(uri)}"`);
    return line.trim() ? whole(line.trim()) : line;
  });
  if (!lines[0]?.startsWith("#EXTM3U")) throw new Error("This is no playlist.");
  const media = lines.filter((line) => line.startsWith("#EXT-X-MEDIA:")).map(attributes);
  return {
    lines,
    isMultivariant: lines.some((line) => line.startsWith("#EXT-X-STREAM-INF")),
    audio: media.filter((rendition) => rendition.TYPE === "AUDIO"),
    texts: media.filter((rendition) => rendition.TYPE === "SUBTITLES" && rendition.URI && rendition.FORCED !== "YES"),
  };
}

/// Names of the sounds one can choose, each once, the one that plays by itself first.
export function soundNames(audio) {
  const names = [];
  for (const rendition of [...audio].sort((a, b) => (b.DEFAULT === "YES") - (a.DEFAULT === "YES"))) {
    if (!names.includes(rendition.NAME)) names.push(rendition.NAME);
  }
  return names;
}

/// The variants sorted by rate (bits per second); `size` is the shorter side of the picture.
export function readRungs(playlist) {
  const rungs = [];
  playlist.lines.forEach((line, index) => {
    if (!line.startsWith("#EXT-X-STREAM-INF:")) return;
    const told = attributes(line);
    const sides = (told.RESOLUTION ?? "0x0").split("x").map(Number);
    const codecs = (told.CODECS ?? "").split(",").map((codec) => codec.trim()).filter(Boolean);
    rungs.push({ url: playlist.lines[index + 1], size: Math.min(...sides) || 0, codecs, audio: told.AUDIO, rate: Number(told.BANDWIDTH) || 0 });
  });
  return rungs.sort((a, b) => a.rate - b.rate);
}

/// The sizes to choose from, largest first; empty if there is only one.
export function sizes(playlist) {
  const found = [...new Set(readRungs(playlist).map((rung) => rung.size))].filter((size) => size > 0).sort((a, b) => b - a);
  return found.length > 1 ? found : [];
}

/// The same playlist with one sound per group and one picture size, for browsers that offer no choice.
/// - sound: a name, or null for all; - size: see `readRungs`, or null for all.
export function withChoice(playlist, { sound = null, size = null }) {
  const has = new Set(playlist.audio.filter((rendition) => rendition.NAME === sound).map((rendition) => rendition["GROUP-ID"]));
  const chosen = new Set(readRungs(playlist).filter((rung) => rung.size === size).map((rung) => rung.url));
  const isVariant = (line) => line?.startsWith("#EXT-X-STREAM-INF:");
  const isLeftOut = (address) => chosen.size > 0 && !chosen.has(address);
  return playlist.lines.filter((line, index, lines) => {
    if (isVariant(line)) return !isLeftOut(lines[index + 1]);
    if (isVariant(lines[index - 1])) return !isLeftOut(line);
    if (!line.startsWith("#EXT-X-MEDIA:")) return true;
    const rendition = attributes(line);
    return rendition.TYPE !== "AUDIO" || !has.has(rendition["GROUP-ID"]) || rendition.NAME === sound;
  }).map((line) => sound !== null && line.startsWith("#EXT-X-MEDIA:") && attributes(line).TYPE === "AUDIO"
    ? line.replace("DEFAULT=NO", "DEFAULT=YES") : line).join("\n");
}

/// The segments of a media playlist with the seconds at which they begin.
export function readSegments(text, address) {
  const segments = [];
  let start = 0, length = 0, isEnded = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#EXTINF:")) length = parseFloat(line.slice(8)) || 0;
    else if (line.startsWith("#EXT-X-ENDLIST")) isEnded = true;
    else if (line.trim() && !line.startsWith("#")) {
      segments.push({ url: new URL(line.trim(), address).href, start, length });
      start += length;
    }
  }
  return { segments, isEnded };
}
