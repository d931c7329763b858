// SPDX-License-Identifier: Apache-2.0
import { language } from "./page.js";
import { hostCue, isSameLanguage, matchingLanguage, segmentsNear } from "./caption-timing.js";
import { readSegments } from "./playlist.js";
import { preference, prefer } from "./preferences.js";

const names = typeof Intl.DisplayNames === "function" ? new Intl.DisplayNames([language], { type: "language", fallback: "code" }) : null;
/** A language's name in the page's language; its tag if the browser has no name for it. */
export function languageName(tag) { try { return names?.of(tag) ?? tag; } catch { return tag; } }

/** The captions of a video: `track` elements, renditions of the playlist and what hosts type. Dispatches `change` events. */
export class Captions extends EventTarget {
  constructor(video) {
    super();
    this.video = video;
    this.chosen = null;
    this.fetched = new Map();
    this.typed = new Map();
    // Of earlier videos in the same element: a text track can't be taken out of it again.
    this.spare = [];
    this.hasChosen = false;
    for (const element of this.elements) {
      if (element.track.mode === "showing" || element.default) this.chosen = element.srclang;
      element.label = languageName(element.srclang);
    }
    this.recall();
    video.textTracks.addEventListener("addtrack", () => this.dispatchEvent(new Event("change")));
  }

  get elements() { return [...this.video.querySelectorAll("track")]; }

  /** The available languages; the button turns on the first. */
  get languages() {
    const found = this.elements.map((element) => element.srclang);
    return [...new Set([...found, ...this.fetched.keys(), ...this.typed.keys()])];
  }

  choose(wanted) {
    this.hasChosen = true;
    prefer("captions", wanted ?? "");
    this.show(wanted);
  }

  /** Applies the remembered choice if that language is available. */
  recall() {
    const wanted = preference("captions", "string");
    if (this.hasChosen || wanted === null) return;
    const found = matchingLanguage(this.languages, wanted);
    if (found !== this.chosen && (found || wanted === "")) this.show(found);
  }

  show(wanted) {
    this.chosen = wanted;
    for (const element of this.elements) element.track.mode = element.srclang === wanted ? "showing" : "disabled";
    for (const [tag, kept] of this.fetched) {
      kept.track.mode = tag === wanted ? "showing" : "disabled";
      if (tag === wanted) this.fill(kept);
    }
    const isInStream = this.fetched.has(wanted) || this.elements.some((element) => element.srclang === wanted);
    for (const [tag, { track }] of this.typed) track.mode = tag === wanted && !isInStream ? "showing" : "hidden";
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Shows text that a host types during a live stream, replacing the previous one.
   * @param seconds how long; null: until the next
   */
  showTyped(tag, words, seconds) {
    const isFirst = !this.typed.has(tag);
    if (isFirst) {
      if (this.typed.size >= 12) return;
      const track = this.video.addTextTrack("captions", languageName(tag), tag);
      track.mode = "hidden";
      this.typed.set(tag, { track, cue: null });
    }
    const kept = this.typed.get(tag);
    if (kept.cue) { kept.track.removeCue(kept.cue); kept.cue = null; }
    if (words) {
      const { start, end, text } = hostCue(words, seconds, this.video.currentTime);
      kept.cue = new VTTCue(start, end, text);
      kept.track.addCue(kept.cue);
    }
    if (!isFirst) return;
    // Unless the stream has captions of its own or the viewer chose some, they are on: in the page's language, or else the first.
    const others = this.elements.length + this.fetched.size;
    const isOurs = isSameLanguage(tag, language);
    const isOpen = !this.hasChosen && preference("captions", "string") === null;
    if (isOpen && others === 0 && (this.typed.size === 1 || isOurs)) this.show(tag);
    else this.show(this.chosen);
    this.recall();
  }

  /** Offers the captions of the playlist. When the document has `track` elements, they are the same ones. */
  offer(texts) {
    if (this.elements.length > 0) return;
    for (const rendition of texts) {
      const tag = rendition.LANGUAGE ?? "und";
      if (this.fetched.has(tag)) continue;
      const track = this.spareTrack(tag) ?? this.video.addTextTrack("subtitles", rendition.NAME, tag);
      track.mode = "disabled";
      this.fetched.set(tag, { track, address: rendition.URI, done: new Set(), timer: null });
    }
    this.recall();
    this.dispatchEvent(new Event("change"));
  }

  /** Forgets the captions of the playlist, before the element plays another one. */
  forget() {
    for (const { track, timer } of this.fetched.values()) {
      clearTimeout(timer);
      // The cues of a disabled track can't be reached.
      track.mode = "hidden";
      for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
      track.mode = "disabled";
      this.spare.push(track);
    }
    this.fetched.clear();
    [this.chosen, this.hasChosen] = [null, false];
    this.dispatchEvent(new Event("change"));
  }

  spareTrack(tag) {
    const index = this.spare.findIndex((track) => track.language === tag);
    return index < 0 ? null : this.spare.splice(index, 1)[0];
  }

  /** Fetches the segments around the position, each once; a live playlist again and again. */
  async fill(kept) {
    clearTimeout(kept.timer);
    const isKept = () => [...this.fetched.values()].includes(kept);
    if (kept.track.mode !== "showing" || !isKept()) return;
    try {
      const response = await fetch(kept.address);
      const playlist = readSegments(await response.text(), response.url);
      for (const segment of segmentsNear(playlist, this.video.currentTime)) {
        if (kept.done.has(segment.url)) continue;
        kept.done.add(segment.url);
        const text = await (await fetch(segment.url)).text();
        const cues = await this.cues(text);
        if (!isKept()) return;
        for (const cue of cues) kept.track.addCue(cue);
      }
      if (playlist.isEnded && kept.done.size === playlist.segments.length) return;
    } catch { /* the next round tries again */ }
    if (isKept()) kept.timer = setTimeout(() => this.fill(kept), 5000);
  }

  /** The cues of a WebVTT document, read by the browser in a track that is never shown. */
  cues(text) {
    return new Promise((resolve) => {
      const element = document.createElement("track");
      const carrier = document.createElement("video");
      const link = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
      const end = () => { const found = [...(element.track.cues ?? [])]; URL.revokeObjectURL(link); for (const cue of found) element.track.removeCue(cue); resolve(found); };
      element.addEventListener("load", end);
      element.addEventListener("error", end);
      element.src = link;
      carrier.append(element);
      element.track.mode = "hidden";
    });
  }
}
