// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { MetadataTrack } from "../../../Web/Source/metadata.js";
import { decodeActions } from "../../../Web/Source/wire.js";

globalThis.VTTCue = class { constructor(startTime, endTime, text) { Object.assign(this, { startTime, endTime, text }); } };

function fakeVideo() {
  const tracks = [];
  const addTextTrack = (kind, label) => {
    const cues = [];
    tracks.push({ kind, label, cues, addCue: (cue) => cues.push(cue), removeCue: (cue) => cues.splice(cues.indexOf(cue), 1) });
    return tracks.at(-1);
  };
  return { tracks, addTextTrack };
}

const text = { number: 1, start: 1, end: Infinity, key: "TXXX", info: "title", text: "One", data: new Uint8Array() };
const data = { number: 2, start: -1, end: 3, key: "PRIV", info: "owner", text: null, data: Uint8Array.of(7, 8) };

test("frames are cues with a value, and a known one only gets another end", () => {
  const video = fakeVideo();
  const track = new MetadataTrack(video);
  assert.equal(video.tracks.length, 0);
  track.add([text, data]);
  const [{ kind, label, mode, cues }] = video.tracks;
  assert.deepEqual([kind, label, mode], ["metadata", "id3", "hidden"]);
  assert.deepEqual(cues.map(({ startTime, endTime, type, text: words }) => [startTime, endTime, type, words]), [
    [1, Infinity, "org.id3", "One"], [0, 3, "org.id3", ""],
  ]);
  assert.deepEqual(cues[0].value, { key: "TXXX", info: "title", data: "One" });
  assert.deepEqual([...new Uint8Array(cues[1].value.data)], [7, 8]);
  track.add([{ ...text, end: 5 }]);
  assert.deepEqual(cues.map((cue) => cue.endTime), [5, 3]);
  track.discard(0.5);
  assert.deepEqual(cues.map((cue) => cue.id), ["1"]);
  track.close();
  assert.deepEqual(cues, []);
  // The next item of the element uses the same track.
  new MetadataTrack(video).add([text]);
  assert.equal(video.tracks.length, 1);
});

test("cues are read from the core's message", () => {
  const cue = [1, 0, 0, 0, ...new Uint8Array(Float64Array.of(0.5, Infinity).buffer), 4, 0, 0, 0, ...Buffer.from("TIT2"), 0, 0, 0, 0, 1, 1, 0, 0, 0, 65, 0, 0, 0, 0];
  assert.deepEqual(decodeActions(Uint8Array.of(28, 1, 0, 0, 0, ...cue)), [
    { type: "metadata", cues: [{ number: 1, start: 0.5, end: Infinity, key: "TIT2", info: "", text: "A", data: new Uint8Array() }] },
  ]);
});
