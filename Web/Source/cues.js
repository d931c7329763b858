// SPDX-License-Identifier: Apache-2.0
// The cues of the chosen subtitles, in text tracks of the media element. Makes no decisions.

/** The tracks made so far: text tracks can't be removed. @type {WeakMap<HTMLVideoElement, Map<string, TextTrack>>} */
const made = new WeakMap();

/** The browser draws the cues, with the lines, positions and styles of its WebVTT implementation. */
export class CueTrack {
  #video;
  #track = null;

  /** @param {HTMLVideoElement} video */
  constructor(video) { this.#video = video; }

  /** @param {?{ name: string, language: ?string }} rendition the rendition of the following cues; null for none */
  choose(rendition) {
    const track = rendition ? this.#trackOf(rendition) : null;
    if (track === this.#track) return;
    this.close();
    this.#track = track;
    if (track) track.mode = "showing";
  }

  #trackOf({ name, language }) {
    const tracks = made.get(this.#video) ?? new Map();
    made.set(this.#video, tracks);
    const key = `${language ?? ""} ${name}`;
    if (!tracks.has(key)) tracks.set(key, this.#video.addTextTrack("subtitles", name, language ?? ""));
    return tracks.get(key);
  }

  add(cues) {
    for (const { start, end, settings, text } of cues) {
      // A cue that spans several segments is repeated in each of them.
      const known = [...(this.#track?.cues ?? [])].find((cue) => Math.abs(cue.startTime - start) < 0.01 && cue.text === text);
      if (known) {
        // The end of a live caption becomes known later.
        if (known.endTime !== end) known.endTime = end;
        continue;
      }
      const cue = new VTTCue(Math.max(0, start), end, text);
      applySettings(cue, settings);
      this.#track?.addCue(cue);
    }
  }

  discard(from) {
    for (const cue of [...(this.#track?.cues ?? [])]) if (cue.startTime >= from) this.#track.removeCue(cue);
  }

  close() {
    if (!this.#track) return;
    for (const cue of [...(this.#track.cues ?? [])]) this.#track.removeCue(cue);
    this.#track.mode = "disabled";
    this.#track = null;
  }
}

/** Applies the settings of a cue (W3C WebVTT, 4.5). Settings that the browser rejects keep their defaults. */
export function applySettings(cue, settings) {
  for (const word of settings.split(/[ \t]+/)) {
    const [name, value = ""] = word.split(":");
    const [first, second] = value.split(",");
    try {
      if (name === "align") cue.align = value;
      else if (name === "size") cue.size = Number.parseFloat(value);
      else if (name === "vertical") cue.vertical = value;
      else if (name === "position") {
        cue.position = Number.parseFloat(first);
        if (second) cue.positionAlign = second;
      } else if (name === "line") {
        cue.snapToLines = !first.endsWith("%");
        cue.line = Number.parseFloat(first);
        if (second) cue.lineAlign = second;
      }
    } catch {
      continue;
    }
  }
}
