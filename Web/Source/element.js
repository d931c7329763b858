// SPDX-License-Identifier: Apache-2.0
// <windowbox-player src captions muted autoplay loop poster>: an HLS player with the interface of HTMLMediaElement.

import { Controls, make } from "./controls.js";
import { compileModule } from "./core.js";
import { EarlyRequest } from "./early.js";
import { PlayerError, wordsOf } from "./errors.js";
import { MediaInterface, videoOf } from "./media-interface.js";
import { phrasesFor } from "./phrases.js";
import { decodableFamilies, mediaSourceClass, Playback } from "./playback.js";
import { knownThroughput } from "./throughput.js";

const bufferGoal = 30;
const bufferBytes = 48 << 20;

export class WindowboxPlayer extends MediaInterface {
  static observedAttributes = ["src", "muted", "poster", "thumbnails"];

  /** The URL of the module; next to this script by default. */
  static moduleURL = new URL("./windowbox.wasm", import.meta.url);
  /** The URL of the module that converts MPEG-TS and packed audio; loaded only for these. */
  static transmuxURL = new URL("./windowbox-transmux.wasm", import.meta.url);
  /** The URL of the module that reads closed captions inside the video; loaded only for these. */
  static captionsURL = new URL("./windowbox-captions.wasm", import.meta.url);

  #video = videoOf(this);
  #poster = make("img", { class: "poster", part: "poster", alt: "", hidden: true });
  #controls = null;
  #playback = null;
  #error = null;
  #presentation = null;
  #timeline = null;
  #playingVariant = -1;
  #selectedVariant = null;
  #speed = 1;
  #opening = 0;
  #wantsToPlay = false;
  #target = null;
  #knowsSound = false;
  #isManaged = false;
  #retryAt = null;
  #updating = 0;
  #resizing = null;
  #journal = [];
  #native = false;
  /** The request for the playlist, sent while the module is being compiled. */
  #early = null;
  /** The viewer's choices, which a retry restores. */
  #kept = null;
  /** Attributes of the initial markup are read when the element is connected. */
  #hasBegun = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.append(make("link", { rel: "stylesheet", href: String(new URL("./player.css", import.meta.url)) }), this.#video, this.#poster);
    this.repeatEvents((name) => {
      // The media source of an item may be replaced, so this element reports the beginning of an item itself.
      if (name === "loadstart" || this.#isManaged && (name === "emptied" || name === "abort")) return false;
      this.#told(name);
      return true;
    });
    this.#video.addEventListener("error", () => this.attempt(() => {
      if (!this.#native || !this.#video.error) return;
      throw new PlayerError("unavailable", `The browser can't play this (${this.#video.error.message || this.#video.error.code}). Check the address, or try again later.`,
        { url: this.src, isTransient: true });
    }));
  }

  connectedCallback() {
    this.attempt(() => {
      // Without controls, nothing needs the keyboard focus.
      if (this.controls && !this.hasAttribute("tabindex")) this.tabIndex = 0;
      if (this.controls && !this.hasAttribute("role")) this.setAttribute("role", "region");
      const say = phrasesFor(this.lang || document.documentElement.lang || navigator.language || "en");
      if (this.controls && !this.hasAttribute("aria-label")) this.setAttribute("aria-label", say("Video player"));
      if (!this.#controls && this.controls) this.#controls = new Controls(this, this.shadowRoot, say);
      this.#resizing ??= new ResizeObserver(() => this.attempt(() => this.#limit()));
      this.#resizing.observe(this);
      this.#video.muted = this.hasAttribute("muted");
      // Text tracks belong to the media element.
      this.#video.append(...this.querySelectorAll(":scope > track"));
      this.#hasBegun = true;
      if (this.src && !this.#playback && !this.#error && this.getAttribute("preload") !== "none") this.load();
    });
  }

  disconnectedCallback() {
    // The element was moved within the page, or removed.
    queueMicrotask(() => { if (!this.isConnected) this.close(); });
  }

  attributeChangedCallback(name, old, value) {
    this.attempt(() => {
      if (name === "src" && this.#hasBegun && this.isConnected && old !== value) this.load();
      if (name === "poster") this.#showPoster();
      if (name === "thumbnails") this.#controls?.forgetThumbnails();
      if (name === "muted") this.#video.defaultMuted = value !== null;
    });
  }

  /** Runs a function and turns its exceptions into failures. */
  attempt(body) {
    try {
      body();
    } catch (fault) {
      this.#fail(fault instanceof PlayerError ? fault : new PlayerError("page", `The player failed: ${wordsOf(fault)}. Reload the page.`, { cause: fault }));
    }
  }

  // Loading

  /** Loads `src` from the beginning. */
  load() {
    [this.#wantsToPlay, this.#retryAt, this.#kept] = [this.autoplay, null, null];
    this.#load(null);
  }

  /** Reloads, for example after a failure, and continues at the position; a live stream continues at its edge. */
  retry() {
    this.#rememberPosition();
    this.#wantsToPlay = true;
    if (this.#presentation) this.#kept = { variant: this.#selectedVariant, audio: this.selectedAudio, subtitles: this.selectedSubtitles };
    this.#load(this.#retryAt);
  }

  /** Where `retry()` continues; without a timeline, the requested start. */
  #rememberPosition() {
    const isOnDemand = this.#timeline ? this.#timeline.kind === "on-demand" : this.#native && Number.isFinite(this.#video.duration);
    if (this.#error === null && (this.#timeline || this.#native)) this.#retryAt = isOnDemand ? this.currentTime : null;
  }

  #load(position) {
    this.#close();
    [this.#error, this.#presentation, this.#timeline, this.#playingVariant, this.#selectedVariant] = [null, null, null, -1, null];
    this.#target = position;
    this.#showPoster();
    const source = this.src;
    if (!source) return this.#scheduleUpdate();
    const opening = ++this.#opening;
    this.dispatchEvent(new Event("loadstart"));
    const isCurrent = () => opening === this.#opening;
    const isNative = this.#whyNatively() !== null;
    if (!isNative) this.#early = new EarlyRequest(source, this.#credentials);
    const begin = isNative ? Promise.resolve(null) : compileModule(WindowboxPlayer.moduleURL);
    begin.then(
      (module) => { if (isCurrent()) this.attempt(() => { if (module) this.#open(module, source); else this.#loadNatively(source, position, this.#whyNatively()); }); },
      (fault) => { if (isCurrent()) this.attempt(() => this.#loadNatively(source, position, wordsOf(fault), fault)); });
    return this.#scheduleUpdate();
  }

  /** Why the browser's own HLS support is used; null if the module plays. */
  #whyNatively() {
    if (!mediaSourceClass()) return "the browser has no Media Source Extensions";
    return this.hasAttribute("native") ? "the page wants it so" : null;
  }

  /** The browser's own HLS support is used without Media Source Extensions, as on older iPhones, and if the module can't be loaded. */
  #loadNatively(source, position, reason, fault = null) {
    if (!this.#video.canPlayType("application/vnd.apple.mpegurl")) {
      throw fault ?? new PlayerError("unsupported", "This browser has neither Media Source Extensions nor HLS of its own; use a current one.", { url: source });
    }
    this.#endEarlyRequest();
    [this.#native, this.#isManaged] = [true, false];
    this.#journal = [`0.000 page plays natively: ${reason}`];
    if (fault) this.dispatchEvent(new CustomEvent("warning", { detail: `The browser plays this itself, with fewer functions: ${reason}` }));
    this.#video.src = source;
    // Seeking is impossible before that.
    const seek = () => { if (this.#native) this.#video.currentTime = position; };
    if (position !== null) this.#video.addEventListener("loadedmetadata", seek, { once: true });
    if (this.#wantsToPlay) this.#begin();
  }

  get #credentials() { return this.getAttribute("crossorigin") === "use-credentials" ? "include" : "same-origin"; }

  #endEarlyRequest() {
    this.#early?.close();
    this.#early = null;
  }

  #open(module, source) {
    const languages = this.hasAttribute("captions") ? [this.getAttribute("captions") || this.lang || document.documentElement.lang || navigator.language] : [];
    const audio = this.getAttribute("audio");
    this.#isManaged = true;
    this.#playback = new Playback(this.#video, module, {
      url: source, codecs: decodableFamilies(), audioLanguages: audio ? [audio] : [...navigator.languages], subtitleLanguages: languages,
      bufferGoal, bufferBytes, usesLowLatency: this.getAttribute("latency") !== "normal", throughput: knownThroughput(),
      isRecorded: this.hasAttribute("record"), hasApplicationKeys: this.hasKeys,
    }, {
      failed: (error) => this.#fail(error),
      presented: (presentation) => {
        this.#presentation = presentation;
        this.#choose();
        this.#announce("presentationchange");
      },
      timed: (timeline) => {
        this.#timeline = timeline;
        this.#announce("timelinechange");
      },
      rated: () => this.#scheduleUpdate(),
      switched: (index) => {
        this.#playingVariant = index;
        this.#announce("variantchange");
      },
      warned: (text) => this.dispatchEvent(new CustomEvent("warning", { detail: text })),
    }, { credentials: this.#credentials, early: this.#early, modules: WindowboxPlayer, keysOf: (request) => this.keysOf(request) });
    this.#early = null;
    this.#limit();
    if (this.#speed !== 1) this.#playback.setSpeed(this.#speed);
    this.#playback.start(this.#target ?? (this.hasAttribute("start") ? Number.parseFloat(this.getAttribute("start")) || 0 : null));
    this.#target = null;
    if (this.#wantsToPlay) this.#begin();
  }

  /** Restores the choices from before a retry. */
  #choose() {
    const kept = this.#kept;
    if (!kept) return;
    this.#kept = null;
    if (kept.variant !== null) this.selectVariant(kept.variant);
    if (kept.audio !== this.selectedAudio) this.selectAudio(kept.audio);
    if (kept.subtitles !== this.selectedSubtitles) this.selectSubtitles(kept.subtitles);
  }

  #fail(error) {
    if (this.#error) return;
    this.#rememberPosition();
    this.#wantsToPlay = false;
    this.#journal = this.#playback?.journal ?? this.#journal;
    this.#error = error;
    this.#opening++;
    this.#endEarlyRequest();
    this.#playback?.close();
    this.#playback = null;
    this.#video.pause();
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
    this.#scheduleUpdate();
  }

  /** Ends playback and releases all resources. */
  close() {
    this.#opening++;
    this.#close();
    this.#controls?.close();
    this.#resizing?.disconnect();
    clearTimeout(this.#updating);
    this.#updating = 0;
  }

  #close() {
    this.#endEarlyRequest();
    this.#controls?.forgetThumbnails();
    if (this.#playback) this.#journal = this.#playback.journal;
    this.#playback?.close();
    this.#playback = null;
    if (this.#native) this.#video.removeAttribute("src");
    this.#native = false;
  }

  #announce(name) {
    this.dispatchEvent(new Event(name));
    this.#scheduleUpdate();
  }

  #told(name) {
    this.attempt(() => {
      if (name === "playing" || name === "loadeddata") this.#poster.hidden = true;
      if (name === "ended" && this.loop) {
        this.currentTime = this.#timeline?.start ?? 0;
        this.#begin();
      }
      this.#scheduleUpdate();
    });
  }

  #scheduleUpdate() { if (!this.#updating) this.#updating = setTimeout(() => this.attempt(() => { this.#updating = 0; this.#controls?.update(); }), 50); }

  #showPoster() {
    const address = this.getAttribute("poster");
    this.#poster.hidden = !address || this.#video.readyState >= 2;
    if (address && this.#poster.getAttribute("src") !== address) this.#poster.src = address;
  }

  /** Limits the quality to the size of the view. */
  #limit() {
    if (!this.#playback || this.getAttribute("quality") === "full") return;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.ceil(this.clientWidth * ratio), Math.ceil(this.clientHeight * ratio)];
    if (width > 0 && height > 0) this.#playback.limit({ width, height });
  }

  /** Calls `play()` and ignores the result. */
  #begin() { this.#play().catch(() => this.#scheduleUpdate()); }

  #play() {
    this.#wantsToPlay = true;
    return this.#video.play().catch((fault) => {
      // A new source interrupts requests for the previous one.
      if (fault?.name === "NotAllowedError" && this.autoplay && !this.#video.muted) {
        this.#video.muted = true;
        return this.#video.play();
      }
      throw fault;
    });
  }

  // The interface of HTMLMediaElement

  get muted() { return this.#video.muted; }
  set muted(value) {
    this.#video.muted = Boolean(value);
    if (!value) this.#knowsSound = true;
  }
  get paused() { return this.#playback || this.#native ? this.#video.paused : !this.#wantsToPlay; }
  get duration() { return this.#timeline ? this.#timeline.duration ?? Infinity : this.#video.duration; }
  get error() { return this.#error; }

  get currentTime() { return this.#target ?? this.#video.currentTime; }
  set currentTime(value) {
    const time = Number(value);
    if (!Number.isFinite(time)) throw new TypeError("currentTime needs a finite number of seconds");
    if (this.#playback) this.#playback.seek(time);
    else if (this.#native) this.#video.currentTime = time;
    else this.#target = time;
  }

  /** The speed that the viewer chose; a live stream that catches up plays slightly faster. */
  get playbackRate() { return this.#speed; }
  set playbackRate(value) {
    const speed = Number(value);
    if (!(speed > 0 && speed <= 16)) throw new DOMException("playbackRate must be above 0 and at most 16", "NotSupportedError");
    this.#speed = speed;
    if (this.#playback) this.#playback.setSpeed(speed); else this.#video.playbackRate = speed;
    this.#scheduleUpdate();
  }

  play() {
    if (this.#error) return Promise.reject(new DOMException(this.#error.message, "NotSupportedError"));
    if (!this.#playback && !this.#native && this.src && this.getAttribute("preload") === "none") this.#load(this.#target);
    this.#knowsSound ||= !this.#video.muted;
    this.#scheduleUpdate();
    return this.#play();
  }

  pause() {
    this.#wantsToPlay = false;
    this.#video.pause();
    this.#scheduleUpdate();
  }

  canPlayType(type) { return /mpegurl/i.test(type) && mediaSourceClass() ? "probably" : this.#video.canPlayType(type); }

  // Beyond HTMLMediaElement

  /** The qualities of the item: `bandwidth` in bit/s, `width`, `height`, and why one is `excluded`. */
  get variants() { return this.#presentation?.variants ?? []; }
  /** The index of the variant that is loaded; -1 before the first. */
  get playingVariant() { return this.#playingVariant; }
  /** The index of the variant that the viewer chose; null is automatic. */
  get selectedVariant() { return this.#selectedVariant; }
  selectVariant(index) {
    this.#selectedVariant = index ?? null;
    this.#playback?.selectVariant(this.#selectedVariant);
  }
  get audioRenditions() { return this.#presentation?.audio ?? []; }
  get selectedAudio() { return this.#presentation?.chosenAudio ?? null; }
  selectAudio(index) { this.#playback?.selectAudio(index ?? null); }
  get subtitles() { return this.#presentation?.subtitles ?? []; }
  get selectedSubtitles() { return this.#presentation?.chosenSubtitles ?? null; }
  selectSubtitles(index) { this.#playback?.selectSubtitles(index ?? null); }
  /** `kind` (`on-demand`, `live`, `dvr`), `start`, `end`, `duration`, `livePosition` in seconds; null before the first playlist. */
  get timeline() { return this.#timeline; }
  /** The decisions so far and their reasons, the oldest first. */
  get journal() { return [...(this.#playback?.journal ?? this.#journal)]; }
  /** With the attribute `record`: all inputs of the session, for `windowbox simulate --journal`. */
  recording() { return this.#playback?.recording() ?? new Uint8Array(); }
  /** For diagnostics: buffered ranges, pending requests, bytes of the module's memory; null when nothing is loaded. */
  get state() { return this.#playback?.state ?? null; }
  /** Whether the browser's own HLS support is used instead of the module. */
  get playsNatively() { return this.#native; }
  get isWaiting() { return !this.#error && !this.paused && !this.ended && this.#video.readyState < 3; }
  get knowsSound() { return this.#knowsSound; }

  toggle() { if (this.paused) this.play().catch(() => this.#scheduleUpdate()); else this.pause(); }
  skip(seconds) { this.currentTime = Math.max(0, this.currentTime + seconds); }
  seekToLive() {
    const position = this.#timeline?.livePosition;
    if (position !== null && position !== undefined) this.currentTime = position;
  }
  toggleFullscreen() {
    const change = document.fullscreenElement === this ? document.exitFullscreen() : this.requestFullscreen();
    change.catch(() => this.#scheduleUpdate()).then(() => this.#scheduleUpdate());
  }
  togglePictureInPicture() {
    const change = document.pictureInPictureElement ? document.exitPictureInPicture() : this.#video.requestPictureInPicture();
    change.catch(() => this.#scheduleUpdate());
  }
}

if (!customElements.get("windowbox-player")) customElements.define("windowbox-player", WindowboxPlayer);
