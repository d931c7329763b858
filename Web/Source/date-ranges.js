// SPDX-License-Identifier: Apache-2.0
// The date ranges of the playlists (EXT-X-DATERANGE), as cues of a metadata track of the media element. Makes no decisions.

/** @type {WeakMap<HTMLVideoElement, TextTrack>} text tracks can't be removed */
const made = new WeakMap();

const hexadecimal = (bytes) => bytes && `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("").toUpperCase()}`;

/** The text of a cue: a JSON object with the attributes, by their names in the playlist. */
function contentOf({ id, classification, attributes, spliceOut, spliceIn, spliceCommand }) {
  const content = { ID: id };
  if (classification !== null) content.CLASS = classification;
  for (const { name, value } of attributes) content[name] = value;
  for (const [name, bytes] of [["SCTE35-OUT", spliceOut], ["SCTE35-IN", spliceIn], ["SCTE35-CMD", spliceCommand]]) {
    if (bytes) content[name] = hexadecimal(bytes);
  }
  return content;
}

export class DateRangeTrack {
  #video;

  /** @param {HTMLVideoElement} video */
  constructor(video) { this.#video = video; }

  /** Replaces the ranges. Unchanged cues stay, so that their events are not repeated. */
  show(ranges) {
    let track = made.get(this.#video);
    if (!track) {
      if (ranges.length === 0) return;
      track = this.#video.addTextTrack("metadata", "EXT-X-DATERANGE");
      track.mode = "hidden";
      made.set(this.#video, track);
    }
    const wanted = new Map();
    for (const range of ranges) {
      const [start, end] = [Math.max(0, range.start), range.end ?? Infinity];
      if (end >= start) wanted.set(range.id, { start, end, text: JSON.stringify(contentOf(range)) });
    }
    for (const cue of [...track.cues]) {
      const next = wanted.get(cue.id);
      if (next && next.start === cue.startTime && next.text === cue.text) {
        if (next.end !== cue.endTime) cue.endTime = next.end;
        wanted.delete(cue.id);
      } else {
        track.removeCue(cue);
      }
    }
    for (const [id, { start, end, text }] of wanted) {
      const cue = new VTTCue(start, end, text);
      cue.id = id;
      track.addCue(cue);
    }
  }

  close() { this.show([]); }
}
