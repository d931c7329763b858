// SPDX-License-Identifier: Apache-2.0
import { language } from "./page.js";
import { readSegments } from "./playlist.js";
import { preference, prefer } from "./preferences.js";

const names = typeof Intl.DisplayNames === "function" ? new Intl.DisplayNames([language], { type: "language", fallback: "code" }) : null;
export function languageName(tag) { try { return names?.of(tag) ?? tag; } catch { return tag; } }

export class Captions extends EventTarget {
  constructor(video) {
    super();
    this.video = video;
    this.chosen = null;
    this.fetched = new Map();
    this.spoken = new Map();
    this.hasChosen = false;
    for (const element of this.elements) {
      if (element.track.mode === "showing" || element.default) this.chosen = element.srclang;
      element.label = languageName(element.srclang);
    }
    this.recall();
    video.textTracks.addEventListener("addtrack", () => this.dispatchEvent(new Event("change")));
  }

  get elements() { return [...this.video.querySelectorAll("track")]; }

  /// Languages that can be read, the first being what the button turns on.
  get languages() {
    const found = this.elements.map((element) => element.srclang);
    return [...new Set([...found, ...this.fetched.keys(), ...this.spoken.keys()])];
  }

  choose(wanted) {
    this.hasChosen = true;
    prefer("captions", wanted ?? "");
    this.show(wanted);
  }

  /// Applies the remembered choice if that language is available.
  recall() {
    const wanted = preference("captions", "string");
    if (this.hasChosen || wanted === null) return;
    const base = (tag) => tag.split("-")[0];
    const found = this.languages.find((tag) => tag === wanted) ?? this.languages.find((tag) => base(tag) === base(wanted)) ?? null;
    if (found !== this.chosen && (found || wanted === "")) this.show(found);
  }

  show(wanted) {
    this.chosen = wanted;
    for (const element of this.elements) element.track.mode = element.srclang === wanted ? "showing" : "disabled";
    for (const [tag, kept] of this.fetched) {
      kept.track.mode = tag === wanted ? "showing" : "disabled";
      if (tag === wanted) this.fill(kept);
    }
    const isInside = this.fetched.has(wanted) || this.elements.some((element) => element.srclang === wanted);
    for (const [tag, { track }] of this.spoken) track.mode = tag === wanted && !isInside ? "showing" : "hidden";
    this.dispatchEvent(new Event("change"));
  }

  /// Words that hosts write along, each in the place of those before: for some seconds, or until others come.
  say(tag, words, seconds) {
    const isFirst = !this.spoken.has(tag);
    if (isFirst) {
      if (this.spoken.size >= 12) return;
      const track = this.video.addTextTrack("captions", languageName(tag), tag);
      track.mode = "hidden";
      this.spoken.set(tag, { track, cue: null });
    }
    const kept = this.spoken.get(tag);
    if (kept.cue) { kept.track.removeCue(kept.cue); kept.cue = null; }
    if (words) {
      const now = this.video.currentTime;
      // What looks like markup is text.
      const plain = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      kept.cue = new VTTCue(Math.max(0, now - 1), now + (seconds ?? 86400), plain);
      kept.track.addCue(kept.cue);
    }
    if (!isFirst) return;
    // Without captions inside the stream they are shown until somebody says otherwise: the reader's language, or the first.
    const others = this.elements.length + this.fetched.size;
    const isOurs = tag.split("-")[0] === language.split("-")[0];
    const isOpen = !this.hasChosen && preference("captions", "string") === null;
    if (isOpen && others === 0 && (this.spoken.size === 1 || isOurs)) this.show(tag);
    else this.show(this.chosen);
    this.recall();
  }

  /// Captions that only the playlist knows. A document that has its own has the same ones.
  offer(texts) {
    if (this.elements.length > 0) return;
    for (const rendition of texts) {
      const tag = rendition.LANGUAGE ?? "und";
      if (this.fetched.has(tag)) continue;
      const track = this.video.addTextTrack("subtitles", rendition.NAME, tag);
      track.mode = "disabled";
      this.fetched.set(tag, { track, address: rendition.URI, done: new Set(), timer: null });
    }
    this.recall();
    this.dispatchEvent(new Event("change"));
  }

  /// The segments around the position, each once; a live playlist is read again.
  async fill(kept) {
    clearTimeout(kept.timer);
    if (kept.track.mode !== "showing") return;
    try {
      const answer = await fetch(kept.address);
      const { segments, isEnded } = readSegments(await answer.text(), answer.url);
      const here = this.video.currentTime;
      const near = isEnded ? segments.filter((one) => one.start < here + 60 && one.start + one.length > here - 5) : segments.slice(-4);
      for (const segment of near) {
        if (kept.done.has(segment.url)) continue;
        kept.done.add(segment.url);
        const text = await (await fetch(segment.url)).text();
        for (const cue of await this.cues(text)) kept.track.addCue(cue);
      }
      if (isEnded && kept.done.size === segments.length) return;
    } catch { /* the next round asks again */ }
    kept.timer = setTimeout(() => this.fill(kept), 5000);
  }

  /// The browser reads WebVTT itself, from a track that is never shown.
  cues(text) {
    return new Promise((done) => {
      const element = document.createElement("track");
      const carrier = document.createElement("video");
      const link = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
      const end = () => { const found = [...(element.track.cues ?? [])]; URL.revokeObjectURL(link); for (const cue of found) element.track.removeCue(cue); done(found); };
      element.addEventListener("load", end);
      element.addEventListener("error", end);
      element.src = link;
      carrier.append(element);
      element.track.mode = "hidden";
    });
  }
}
