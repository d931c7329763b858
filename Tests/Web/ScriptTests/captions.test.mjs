// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { applySettings } from "../../../Web/Source/cues.js";
import { decodableFamilies } from "../../../Web/Source/playback.js";

test("the settings of a cue are applied, and what the browser refuses is left out", () => {
  const cue = {
    set align(value) {
      if (value === "wrong") throw new TypeError("no such alignment");
      this.aligned = value;
    },
  };
  applySettings(cue, "align:start line:85%,end position:10%,line-left size:50% vertical:rl");
  assert.deepEqual(
    [cue.aligned, cue.snapToLines, cue.line, cue.lineAlign, cue.position, cue.positionAlign, cue.size, cue.vertical],
    ["start", false, 85, "end", 10, "line-left", 50, "rl"]);
  applySettings(cue, "align:wrong line:-2");
  assert.deepEqual([cue.aligned, cue.snapToLines, cue.line], ["start", true, -2]);
});

test("the core is told of the codecs that the browser decodes, and of no others", () => {
  const Source = { isTypeSupported: (type) => /avc1|mp4a\.40/.test(type) };
  assert.deepEqual(decodableFamilies(Source), ["h264", "aac", "webvtt"]);
});
