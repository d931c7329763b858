// SPDX-License-Identifier: Apache-2.0
import { language } from "./page.js";
import { hostCue, isSameLanguage, matchingLanguage } from "./caption-timing.js";
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
    /** The languages of the playlist, with the indices of their renditions. */
    this.renditions = new Map();
    this.typed = new Map();
    this.hasChosen = false;
    for (const element of this.elements) {
      if (element.track.mode === "showing" || element.default) this.chosen = element.srclang;
      element.label = languageName(element.srclang);
    }
    this.recall();
    video.textTracks.addEventListener("addtrack", () => this.dispatchEvent(new Event("change")));
  }

  get elements() { return [...(this.video.shadowRoot ?? this.video).querySelectorAll("track")]; }

  /** The available languages; the button turns on the first. */
  get languages() {
    const found = this.elements.map((element) => element.srclang);
    return [...new Set([...found, ...this.renditions.keys(), ...this.typed.keys()])];
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
    if (this.renditions.size > 0) this.video.selectSubtitles(this.renditions.get(wanted) ?? null);
    const isInStream = this.renditions.has(wanted) || this.elements.some((element) => element.srclang === wanted);
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
    const others = this.elements.length + this.renditions.size;
    const isOurs = isSameLanguage(tag, language);
    const isOpen = !this.hasChosen && preference("captions", "string") === null;
    if (isOpen && others === 0 && (this.typed.size === 1 || isOurs)) this.show(tag);
    else this.show(this.chosen);
    this.recall();
  }

  /**
   * Offers the captions of the playlist. When the document has `track` elements, they are the same ones.
   * @param isNew whether the player has started anew
   */
  offer(isNew) {
    const { subtitles = [], selectedSubtitles } = this.video;
    this.renditions = new Map();
    for (const [index, { language, isForced }] of subtitles.entries()) {
      const tag = language ?? "und";
      if (!isForced && this.elements.length === 0 && !this.renditions.has(tag)) this.renditions.set(tag, index);
    }
    // The player forgets the choice when it starts anew.
    if (isNew && this.renditions.has(this.chosen) && this.renditions.get(this.chosen) !== selectedSubtitles) this.show(this.chosen);
    this.recall();
    this.dispatchEvent(new Event("change"));
  }
}
