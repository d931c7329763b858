// SPDX-License-Identifier: Apache-2.0
// Timed metadata (ID3) as cues of a metadata track of the media element. Decides nothing.

/** @type {WeakMap<HTMLVideoElement, TextTrack>} text tracks can't be removed */
const made = new WeakMap();

export class MetadataTrack {
  #video;
  /** The cues by their numbers. @type {Map<number, VTTCue>} */
  #cues = new Map();

  /** @param {HTMLVideoElement} video */
  constructor(video) { this.#video = video; }

  get #track() {
    let track = made.get(this.#video);
    if (!track) {
      track = this.#video.addTextTrack("metadata", "id3");
      track.mode = "hidden";
      made.set(this.#video, track);
    }
    return track;
  }

  /** Adds cues; those that are known get another end. */
  add(cues) {
    for (const { number, start, end, key, info, text, data } of cues) {
      const known = this.#cues.get(number);
      if (known) {
        known.endTime = end;
        continue;
      }
      const cue = new VTTCue(Math.max(0, start), end, text ?? "");
      cue.id = String(number);
      cue.type = "org.id3";
      cue.value = { key, ...(info === "" ? {} : { info }), data: text ?? data.buffer };
      this.#cues.set(number, cue);
      this.#track.addCue(cue);
    }
  }

  discard(before) {
    for (const [number, cue] of this.#cues) {
      if (cue.startTime >= before) continue;
      this.#track.removeCue(cue);
      this.#cues.delete(number);
    }
  }

  close() { this.discard(Infinity); }
}
