// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { decodeActions, encodeOptions, event } from "../../../Web/Source/wire.js";

test("events are written as MODULE.md says: little-endian, texts with their length before them", () => {
  assert.deepEqual([...event.start(null)], [0, 0]);
  assert.deepEqual([...event.completed(258)], [6, 2, 1, 0, 0]);
  assert.deepEqual([...event.broken("é")], [15, 2, 0, 0, 0, 0xc3, 0xa9]);
  assert.deepEqual([...event.limit({ width: 3, height: 4 })], [13, 0, 1, 3, 0, 0, 0, 1, 4, 0, 0, 0]);
  assert.deepEqual([...event.selectSubtitles(null)], [12, 1, 0]);
  const options = { url: "u", codecs: [], audioLanguages: [], subtitleLanguages: [], bufferGoal: 30, bufferBytes: 1, usesLowLatency: true, throughput: null, isRecorded: false, hasApplicationKeys: true };
  assert.equal(encodeOptions(options).length, 5 + 12 + 8 + 4 + 4);
});

test("a message may be larger than what a writer begins with", () => {
  const bytes = new Uint8Array(1000).fill(7);
  const message = event.received(1, bytes);
  assert.equal(message.length, 9 + 1000);
  assert.equal(message.at(-1), 7);
});

test("actions are read one after the other", () => {
  const list = decodeActions(Uint8Array.of(10, 1, 5, 0, 0, 0, 5, 1, 2, 0, 0, 0, 19, 1, 0, 0, 0, 65));
  assert.deepEqual(list, [{ type: "end" }, { type: "cancel", id: 5 }, { type: "reset", kind: 1, number: 2 }, { type: "warning", text: "A" }]);
});
