// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { hostCue, isSameLanguage, matchingLanguage } from "../../../Sources/Service/Pages/Web/caption-timing.js";

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
