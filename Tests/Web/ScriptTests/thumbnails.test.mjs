// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { readThumbnails, thumbnailAt, Thumbnails } from "../../../Web/Source/thumbnails.js";

const base = "https://films.example/a/thumbnails.vtt";
const read = (text) => readThumbnails(text, base);

test("pictures are images of their own, or parts of one", () => {
  const pictures = read("WEBVTT\n\n1\n00:00.000 --> 00:05.000\na.jpg\n\n00:00:05.000 --> 01:00:10.500 align:left\nsprite.jpg#xywh=160,90,160,90\n");
  assert.deepEqual(pictures, [
    { start: 0, end: 5, url: "https://films.example/a/a.jpg", part: null },
    { start: 5, end: 3610.5, url: "https://films.example/a/sprite.jpg", part: { x: 160, y: 90, width: 160, height: 90 } },
  ]);
});

test("files of other systems are read too: a byte order mark, carriage returns, commas, short fractions", () => {
  const text = "\uFEFFWEBVTT - thumbnails\r\n\r\n00:00:00,0 --> 00:00:02,50\r\n/s.png?v=1#xywh=pixel:0,0,100,50\r\n\r\n";
  assert.deepEqual(read(text), [{ start: 0, end: 2.5, url: "https://films.example/s.png?v=1", part: { x: 0, y: 0, width: 100, height: 50 } }]);
});

test("what can't be read is left out, and never an exception", () => {
  const cues = ["00:01 --> 00:02\na.jpg", "00:05.000 --> 00:04.000\na.jpg", "00:00.000 --> 00:01.000", "00:00.000 --> 00:01.000\nhttp://[",
    "00:00.000 --> 00:01.000\njavascript:alert(1)", "00:00.000 --> 00:01.000\ns.jpg#xywh=1,2,0,4", "00:00.000 --> 00:01.000\ns.jpg#xywh=x", "NOTE --> x"];
  for (const cue of [...cues, "", "\0", "-->"]) assert.deepEqual(read(`WEBVTT\n\n${cue}\n`), [], cue);
  assert.equal(read(`WEBVTT\n\n${cues.join("\n\n")}\n\n00:00.000 --> 00:01.000\nok.jpg`).length, 1);
});

test("a file can't fill the memory", () => {
  assert.equal(read(`WEBVTT\n\n${"00:00.000 --> 00:01.000\na.jpg\n\n".repeat(30_000)}`).length, 20_000);
});

test("each time has the picture that began last, also in short pauses between two", () => {
  const pictures = read("WEBVTT\n\n00:10.000 --> 00:19.000\nb.jpg\n\n00:00.000 --> 00:09.000\na.jpg\n");
  const name = (time) => thumbnailAt(pictures, time)?.url.slice(-5) ?? null;
  assert.deepEqual([-1, 0, 9.5, 10, 18, 25, 40].map(name), [null, "a.jpg", "a.jpg", "b.jpg", "b.jpg", "b.jpg", null]);
  assert.equal(thumbnailAt([], 5), null);
});

test("an attribute that is no address is a warning, and there are no pictures", async () => {
  const warnings = [];
  globalThis.document = { baseURI: "https://films.example/" };
  globalThis.CustomEvent ??= class extends Event {
    constructor(name, { detail }) {
      super(name);
      this.detail = detail;
    }
  };
  const thumbnails = Thumbnails.of({
    getAttribute: (name) => (name === "thumbnails" ? "http://[" : null),
    dispatchEvent: (event) => warnings.push(event.detail),
  });
  await thumbnails.load(() => assert.fail("nothing can be loaded"));
  assert.equal(thumbnails.at(0), null);
  assert.deepEqual(warnings, ['"http://[" is no address. Check the attribute "thumbnails".']);
});
