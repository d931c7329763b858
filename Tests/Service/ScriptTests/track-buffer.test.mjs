// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { isAudioCodec, TrackBuffer } from "../../../Sources/Service/Pages/Web/track-buffer.js";

/** A track of ten segments of four seconds, with some of it buffered. */
function track(ranges = [], change = {}) {
  const made = new TrackBuffer([{ codecs: ["avc1.64001f", "mp4a.40.2"] }]);
  made.buffer = { buffered: { length: ranges.length, start: (i) => ranges[i][0], end: (i) => ranges[i][1] } };
  made.segments = Array.from({ length: 10 }, (_, sequence) => ({ sequence, start: sequence * 4, length: 4 }));
  return Object.assign(made, change);
}

test("the type names the codecs, without those of audio that comes apart and of captions", () => {
  const made = new TrackBuffer([{ codecs: ["avc1.64001f", "mp4a.40.2", "wvtt"] }]);
  assert.equal(made.type, 'video/mp4; codecs="avc1.64001f,mp4a.40.2"');
  made.hasSeparateAudio = true;
  assert.equal(made.type, 'video/mp4; codecs="avc1.64001f"');
  assert.equal(new TrackBuffer([{ codecs: ["mp4a.40.2"], isAudio: true }]).type, 'audio/mp4; codecs="mp4a.40.2"');
  assert.equal(new TrackBuffer([{ codecs: [] }]).type, 'video/mp4; codecs="avc1.64001f,mp4a.40.2"');
  assert.deepEqual(["mp4a.40.2", "ec-3", "Opus", "avc1.1", "hvc1.1"].map(isAudioCodec), [true, true, true, false, false]);
});

test("what is buffered ahead ends at the first gap", () => {
  assert.equal(track([[0, 10], [12, 20]]).bufferedAhead(4), 6);
  assert.equal(track([[0, 10], [12, 20]]).bufferedAhead(11), 0);
  assert.equal(track([[5, 10]]).bufferedAhead(4.8), 5.2, "a start a moment later is no gap");
});

test("the next segment is the one behind the buffer, until thirty seconds are there", () => {
  assert.equal(track().nextSegment(0, false).sequence, 0);
  assert.equal(track([[0, 8]], { loaded: new Set([0, 1]) }).nextSegment(1, false).sequence, 2);
  assert.equal(track([[0, 32]]).nextSegment(1, false), null);
  assert.equal(track().nextSegment(39.99, false).sequence, 9);
});

test("a segment that did not extend the buffer is not loaded again, but after a seek", () => {
  const made = track([], { loaded: new Set([0]), lastSequence: 0 });
  assert.equal(made.nextSegment(1, false), null);
  assert.equal(made.nextSegment(1, true).sequence, 0);
});

test("a live stream begins three segments before its end, and goes on in order", () => {
  assert.equal(track([], { isLive: true }).nextSegment(0, false).sequence, 7);
  assert.equal(track([], { isLive: true, lastSequence: 7 }).nextSegment(0, false).sequence, 8);
  assert.equal(track([], { isLive: true, lastSequence: 9 }).nextSegment(0, false), null);
});

test("a recording is complete when its last segment is there, or nearly all of its time", () => {
  assert.ok(!track([[0, 36]]).isComplete);
  assert.ok(track([[0, 36]], { loaded: new Set([9]) }).isComplete);
  assert.ok(track([[0, 39.9]]).isComplete);
  assert.ok(!track([[0, 40]], { isLive: true }).isComplete);
});
