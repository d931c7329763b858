// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

import { CueTrack } from "../../../Web/Source/cues.js";
import { DateRangeTrack } from "../../../Web/Source/date-ranges.js";

class Track {
  cues = [];
  mode = "disabled";
  removed = 0;
  constructor(kind, label) { [this.kind, this.label] = [kind, label]; }
  addCue(cue) { this.cues.push(cue); }
  removeCue(cue) { this.removed++; this.cues = this.cues.filter((one) => one !== cue); }
}

class Video {
  tracks = [];
  addTextTrack(kind, label) {
    this.tracks.push(new Track(kind, label));
    return this.tracks.at(-1);
  }
}

globalThis.VTTCue = class { constructor(start, end, text) { [this.startTime, this.endTime, this.text] = [start, end, text]; } };

const range = (id, start, end, more = {}) => ({
  id, classification: null, start, end, attributes: [], spliceOut: null, spliceIn: null, spliceCommand: null, isInterstitial: false, ...more,
});

test("a caption whose end is told later is one cue, with that end", () => {
  const video = new Video();
  const cues = new CueTrack(video);
  cues.choose({ name: "CC1", language: null });
  cues.add([{ start: 1, end: 17, settings: "", text: "one" }]);
  cues.add([{ start: 1, end: 2.5, settings: "", text: "one" }, { start: 2.5, end: 3, settings: "", text: "two" }]);
  assert.deepEqual(video.tracks[0].cues.map((cue) => [cue.startTime, cue.endTime, cue.text]), [[1, 2.5, "one"], [2.5, 3, "two"]]);
});

test("date ranges replace each other, and those that stay are left alone", () => {
  const video = new Video();
  const ranges = new DateRangeTrack(video);
  ranges.show([]);
  assert.equal(video.tracks.length, 0);
  ranges.show([
    range("a", -3, 2, { classification: "c", attributes: [{ name: "X-A", value: "1" }] }),
    range("b", 4, null, { spliceOut: Uint8Array.of(0xFC, 0x01) }), range("gone", -3, -1),
  ]);
  const [track] = video.tracks;
  assert.equal(track.mode, "hidden");
  assert.deepEqual(track.cues.map((cue) => [cue.id, cue.startTime, cue.endTime, JSON.parse(cue.text)]), [
    ["a", 0, 2, { ID: "a", CLASS: "c", "X-A": "1" }], ["b", 4, Infinity, { ID: "b", "SCTE35-OUT": "0xFC01" }],
  ]);
  const kept = track.cues[1];
  ranges.show([range("b", 4, 9, { spliceOut: Uint8Array.of(0xFC, 0x01) })]);
  assert.deepEqual(track.cues, [kept]);
  assert.equal(kept.endTime, 9);
  ranges.close();
  assert.equal(track.cues.length, 0);
  assert.equal(video.tracks.length, 1);
});
