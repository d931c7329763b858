// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { firstVariant, mediaState } from "../../../Sources/Service/Pages/Web/playlist.js";

const address = "https://a.example/v/main.m3u8?token=1";

test("the first variant of a multivariant playlist is found, and a media playlist has none", () => {
  const main = "#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\",URI=\"a.m3u8\"\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\n# a comment\r\n\r\nlow/x.m3u8\r\n";
  assert.equal(firstVariant(main, address), "https://a.example/v/low/x.m3u8");
  assert.equal(firstVariant("#EXTM3U\n#EXTINF:4,\na.m4s\n", address), null);
  assert.equal(firstVariant("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n", address), null);
  assert.throws(() => firstVariant("<html>", address), /not a playlist/);
});

test("a media playlist has segments or not, and an end or not", () => {
  assert.deepEqual(mediaState("#EXTM3U\n#EXT-X-TARGETDURATION:4\n"), { hasSegments: false, isEnded: false });
  assert.deepEqual(mediaState("#EXTM3U\n#EXTINF:4,\na.m4s\n"), { hasSegments: true, isEnded: false });
  assert.deepEqual(mediaState("#EXTM3U\n#EXTINF:4,\na.m4s\n#EXT-X-ENDLIST\n"), { hasSegments: true, isEnded: true });
});
