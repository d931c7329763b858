// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { hostCue, isSameLanguage, matchingLanguage, segmentsNear } from "../../../Sources/Service/Pages/Web/caption-timing.js";

const segments = Array.from({ length: 30 }, (_, index) => ({ start: index * 10, length: 10 }));
const starts = (found) => found.map((segment) => segment.start);

test("of a recording the captions of the next minute are fetched, and those just before", () => {
  assert.deepEqual(starts(segmentsNear({ segments, isEnded: true }, 100)), [90, 100, 110, 120, 130, 140, 150]);
  assert.deepEqual(starts(segmentsNear({ segments, isEnded: true }, 0)), [0, 10, 20, 30, 40, 50]);
  assert.deepEqual(segmentsNear({ segments, isEnded: true }, 1000), []);
});

test("of a live stream the last segments are fetched, wherever the position is", () => {
  assert.deepEqual(starts(segmentsNear({ segments, isEnded: false }, 5)), [260, 270, 280, 290]);
});

test("what a host types is shown at once, for its time or until the next", () => {
  assert.deepEqual(hostCue("Hello", 5, 20), { start: 19, end: 25, text: "Hello" });
  assert.deepEqual(hostCue("Hello", null, 0.5), { start: 0, end: 86400.5, text: "Hello" });
  assert.equal(hostCue("a <b> & </b>", 1, 0).text, "a &lt;b> &amp; &lt;/b>");
});

test("a language is found by its tag, or else in another region", () => {
  assert.equal(matchingLanguage(["de", "pt", "pt-BR"], "pt-BR"), "pt-BR");
  assert.equal(matchingLanguage(["de", "pt-PT"], "pt-BR"), "pt-PT");
  assert.equal(matchingLanguage(["de"], "d"), null);
  assert.equal(matchingLanguage([], "en"), null);
  assert.ok(isSameLanguage("en", "en-GB"));
});
