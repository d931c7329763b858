// SPDX-License-Identifier: Apache-2.0
// What an element with a media element inside repeats of its interface (HTML, 4.8.11), unchanged, and the keys of encrypted media.

import { make } from "./controls.js";

/** The events of a media element. */
const mediaEvents = [
  "abort", "canplay", "canplaythrough", "durationchange", "emptied", "ended", "loadeddata", "loadedmetadata", "loadstart", "pause", "play",
  "playing", "progress", "ratechange", "resize", "seeked", "seeking", "stalled", "suspend", "timeupdate", "volumechange", "waiting", "waitingforkey",
  "enterpictureinpicture", "leavepictureinpicture",
];

/** @type {WeakMap<MediaInterface, HTMLVideoElement>} */
const videos = new WeakMap();

/** The media element inside of an element. */
export const videoOf = (element) => videos.get(element);

export class MediaInterface extends HTMLElement {
  #video = make("video", { part: "video", playsinline: true });

  /** The keys of encrypted media by their identifiers. @type {?Record<string, string>} */
  keys = null;
  /** Gives such keys when the media needs them. @type {?(request: import("./windowbox-player").KeyRequest) => unknown} */
  keyProvider = null;

  constructor() {
    super();
    videos.set(this, this.#video);
  }

  /**
   * Forwards the events of the media element.
   * @param {(name: string) => boolean} told handles an event, and returns whether it is forwarded
   */
  repeatEvents(told) {
    this.#video.addEventListener("encrypted", ({ initDataType, initData }) => {
      this.dispatchEvent(new MediaEncryptedEvent("encrypted", { initDataType, initData }));
    });
    for (const name of mediaEvents) this.#video.addEventListener(name, () => { if (told(name)) this.dispatchEvent(new Event(name)); });
  }

  get hasKeys() { return this.keys !== null || this.keyProvider !== null; }

  /** The application's keys for a request. */
  async keysOf(request) { return { ...(await this.keyProvider?.(request)), ...this.keys }; }

  get src() { return this.hasAttribute("src") && this.getAttribute("src") !== "" ? new URL(this.getAttribute("src"), document.baseURI).href : ""; }
  set src(value) { this.setAttribute("src", value); }
  get currentSrc() { return this.src; }
  get autoplay() { return this.hasAttribute("autoplay"); }
  set autoplay(value) { this.toggleAttribute("autoplay", Boolean(value)); }
  get loop() { return this.hasAttribute("loop"); }
  set loop(value) { this.toggleAttribute("loop", Boolean(value)); }
  get poster() { return this.getAttribute("poster") ?? ""; }
  set poster(value) { this.setAttribute("poster", value); }
  get preload() { return this.getAttribute("preload") ?? "auto"; }
  set preload(value) { this.setAttribute("preload", value); }
  get controls() { return this.getAttribute("controls") !== "none"; }
  get defaultMuted() { return this.hasAttribute("muted"); }
  set defaultMuted(value) { this.toggleAttribute("muted", Boolean(value)); }
  get volume() { return this.#video.volume; }
  set volume(value) { this.#video.volume = value; }
  get ended() { return this.#video.ended; }
  get seeking() { return this.#video.seeking; }
  get readyState() { return this.#video.readyState; }
  get networkState() { return this.#video.networkState; }
  get videoWidth() { return this.#video.videoWidth; }
  get videoHeight() { return this.#video.videoHeight; }
  get buffered() { return this.#video.buffered; }
  get seekable() { return this.#video.seekable; }
  get played() { return this.#video.played; }
  get mediaKeys() { return this.#video.mediaKeys; }
  get textTracks() { return this.#video.textTracks; }
  get defaultPlaybackRate() { return this.#video.defaultPlaybackRate; }
  set defaultPlaybackRate(value) { this.#video.defaultPlaybackRate = value; }
  get preservesPitch() { return this.#video.preservesPitch; }
  set preservesPitch(value) { this.#video.preservesPitch = value; }
  get disableRemotePlayback() { return this.#video.disableRemotePlayback; }
  set disableRemotePlayback(value) { this.#video.disableRemotePlayback = value; }

  addTextTrack(...description) { return this.#video.addTextTrack(...description); }
  fastSeek(time) { this.currentTime = time; }
  getVideoPlaybackQuality() { return this.#video.getVideoPlaybackQuality(); }
  requestPictureInPicture() { return this.#video.requestPictureInPicture(); }
}
