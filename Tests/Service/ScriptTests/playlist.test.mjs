// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { audioNames, readMultivariant, readSegments, readVariants, sizes, withChoice, withoutOutdone } from "../../../Sources/Service/Pages/Web/playlist.js";

const address = "https://a.example/v/main.m3u8?token=1";
const main = readMultivariant(`#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=NO,URI="de.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, original",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="s/de.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Signs",FORCED=YES,URI="s/f.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
/hd.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=180x320,CODECS="avc1.64001e, mp4a.40.2",AUDIO="a"
low.m3u8
`, address);

test("addresses are resolved, and forced captions are not offered", () => {
  assert.ok(main.isMultivariant);
  assert.deepEqual(main.texts.map(({ NAME, URI }) => [NAME, URI]), [["Deutsch", "https://a.example/v/s/de.m3u8"]]);
  assert.equal(main.audio[1].NAME, "English, original");
  assert.ok(main.lines.includes("https://a.example/hd.m3u8"));
  assert.throws(() => readMultivariant("<html>", address), /not a playlist/);
});

test("variants are sorted by rate, and their size is the shorter side", () => {
  assert.deepEqual(readVariants(main).map(({ url, size, rate, codecs, audio }) => [url, size, rate, codecs, audio]), [
    ["https://a.example/v/low.m3u8", 180, 300_000, ["avc1.64001e", "mp4a.40.2"], "a"],
    ["https://a.example/hd.m3u8", 720, 2_500_000, ["avc1.64001f", "mp4a.40.2"], "a"],
  ]);
  assert.deepEqual(sizes(main), [720, 180]);
  assert.deepEqual(sizes(readMultivariant("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nv", address)), []);
});

test("of several codecs in the same sizes, the most efficient that can be played is left", () => {
  const variant = (size, rate, ...codecs) => ({ url: `${codecs}/${size}`, size, rate, codecs });
  const ladder = (share, ...codecs) => [360, 720].map((size) => variant(size, size * 1000 * share, ...codecs));
  const [h264, hevc, av1] = [ladder(1, "avc1.64001f", "mp4a.40.2"), ladder(0.7, "hvc1.1.6.L90", "mp4a.40.2"), ladder(0.6, "av01.0.04M.08", "mp4a.40.2")];
  const surround = ladder(1.2, "avc1.64001f", "ec-3");
  const sorted = (...ladders) => ladders.flat().sort((a, b) => a.rate - b.rate);
  assert.deepEqual(withoutOutdone(sorted(h264, hevc, av1, surround)), av1);
  assert.deepEqual(withoutOutdone(sorted(h264, hevc, surround)), hevc);
  assert.deepEqual(withoutOutdone(sorted(h264, surround)), h264);
  assert.deepEqual(withoutOutdone(h264), h264);
  // Another level is the same codec, and a size that only one codec has is kept.
  const large = variant(2160, 9_000_000, "hvc1.1.6.L150", "mp4a.40.2");
  assert.deepEqual(withoutOutdone(sorted(h264, [large])), [...h264, large]);
  assert.deepEqual(withoutOutdone(sorted(h264, hevc, [large])), [...hevc, large]);
  assert.deepEqual(withoutOutdone([]), []);
});

test("the default audio is offered first, each name once", () => {
  assert.deepEqual(audioNames([...main.audio, ...main.audio]), ["English, original", "Deutsch"]);
});

test("a choice leaves the chosen variant and audio, which becomes the default", () => {
  const chosen = readMultivariant(withChoice(main, { audio: "Deutsch", size: 180 }), address);
  assert.deepEqual(readVariants(chosen).map((variant) => variant.size), [180]);
  assert.deepEqual(chosen.audio.map(({ NAME, DEFAULT }) => [NAME, DEFAULT]), [["Deutsch", "YES"]]);
  assert.equal(chosen.texts.length, 1);
  const all = readMultivariant(withChoice(main, {}), address);
  assert.deepEqual(all, main);
});

test("segments have their times, ranges, initialization sections and sequence numbers", () => {
  const { segments, isEnded } = readSegments(`#EXTM3U\r
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="all.mp4",BYTERANGE="100@0"
#EXTINF:4.5,
#EXT-X-BYTERANGE:50@100
all.mp4
#EXTINF:4,name
#EXT-X-BYTERANGE:60
all.mp4
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="/b.mp4"
#EXTINF:2,
b.m4s?x=1
#EXT-X-ENDLIST`, address);
  const first = { url: "https://a.example/v/all.mp4", range: "bytes=0-99" };
  assert.ok(isEnded);
  assert.deepEqual(segments, [
    { url: first.url, range: "bytes=100-149", map: first, start: 0, length: 4.5, sequence: 7, isDiscontinuous: false },
    { url: first.url, range: "bytes=150-209", map: first, start: 4.5, length: 4, sequence: 8, isDiscontinuous: false },
    { url: "https://a.example/v/b.m4s?x=1", range: null, map: { url: "https://a.example/b.mp4", range: null }, start: 8.5, length: 2, sequence: 9, isDiscontinuous: true },
  ]);
  assert.deepEqual(readSegments("#EXTM3U\n#EXTINF:x,\na.ts", address).segments.map(({ length, sequence }) => [length, sequence]), [[0, 0]]);
});
