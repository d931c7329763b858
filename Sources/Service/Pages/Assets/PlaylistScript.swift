// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Reads as much of an HLS playlist (RFC 8216bis) as a choice of sound and captions needs.
    static let playlistScript = #"""
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

        /// The same playlist with one sound in each group: a browser that offers no choice plays this one.
        export function withSound(playlist, name) {
          const has = new Set(playlist.audio.filter((rendition) => rendition.NAME === name).map((rendition) => rendition["GROUP-ID"]));
          const lines = playlist.lines.filter((line) => {
            if (!line.startsWith("#EXT-X-MEDIA:")) return true;
            const rendition = attributes(line);
            return rendition.TYPE !== "AUDIO" || !has.has(rendition["GROUP-ID"]) || rendition.NAME === name;
          }).map((line) => line.startsWith("#EXT-X-MEDIA:") && attributes(line).TYPE === "AUDIO"
            ? line.replace("DEFAULT=NO", "DEFAULT=YES") : line);
          return lines.join("\n");
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
        """#
}
