// SPDX-License-Identifier: Apache-2.0
import { firstVariant, mediaState } from "./playlist.js";
import { isRefusal, retryDelay, stallStep, StallWatch } from "./recovery.js";
import { preference, prefer } from "./preferences.js";

/** Restarts without a rendered frame before playback counts as failed. */
const maxRestarts = 3;

class HTTPError extends Error {
  constructor(status) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/**
 * The element that plays: `<windowbox-player>` if its script was loaded, else a video element in its place, for which the browser does what
 * it can.
 */
export function playingElement(element) {
  if (element.localName === "video" || customElements.get(element.localName)) {
    if (new URLSearchParams(location.search).has("native") && element.localName !== "video") {
      element.setAttribute("native", "");
      element.load();
    }
    return element;
  }
  const video = document.createElement("video");
  for (const { name, value } of element.attributes) if (name !== "controls") video.setAttribute(name, value);
  video.playsInline = true;
  video.append(...element.querySelectorAll("track"));
  element.replaceWith(video);
  return video;
}

/**
 * What an element plays, for as long as the page is open: it recovers from failures and outages.
 * Events: `choices` (qualities, sounds and captions are known), `audio` (another rendition was chosen), `silenced` (autoplay had to be
 * muted), and `trouble` (`trouble` is now null, "reconnecting", "waiting" for an encoder, or "failed").
 */
export class Player extends EventTarget {
  constructor(video) {
    super();
    Object.assign(this, {
      video, address: null, audioNames: [], audio: null, sizes: [], size: null, trouble: null,
      wantsToPlay: false, hasPlayed: false, isSilenced: false, isRecovering: false,
    });
    /** Changes with the address, so that work started for an earlier one is dropped. */
    this.session = 0;
    /** Attempts and restarts since the video last played. */
    [this.attempts, this.restarts] = [0, 0];
    [this.stall, this.loads, this.startedWith, this.probedAt] = [new StallWatch(), 0, null, -Infinity];
    video.addEventListener("error", () => this.recover());
    video.addEventListener("progress", () => { this.loads += 1; });
    video.addEventListener("play", () => { this.wantsToPlay = true; });
    // Pauses at the end or during a restart are not the viewer's.
    video.addEventListener("pause", () => { if (!video.ended && !this.isRecovering && !video.error) this.wantsToPlay = false; });
    // A paused video has recovered once it could be shown.
    video.addEventListener("loadeddata", () => { if (!this.wantsToPlay) this.recovered(); });
    for (const name of ["playing", "ended"]) video.addEventListener(name, () => this.recovered());
    video.addEventListener("volumechange", () => this.rememberVolume());
    video.addEventListener("presentationchange", () => this.readChoices());
    if (preference("volume", "number") !== null) video.volume = Math.min(1, Math.max(0, preference("volume", "number")));
    if (preference("isMuted", "boolean")) video.muted = true;
    setInterval(() => this.checkStall(), 1000);
  }

  /** Whether this is a live stream. Set by the page. */
  isLive() { return false; }

  /** Whether our own player plays, which waits for the network and gets over stalls by itself. */
  get isOwn() { return this.video.localName !== "video" && !this.video.playsNatively; }

  /** Opens an address. When the element of the document plays it already, playback continues. */
  open(address) {
    this.session += 1;
    this.address = new URL(address, location.href).href;
    [this.isRecovering, this.hasPlayed, this.attempts, this.restarts, this.hasApplied] = [false, false, 0, 0, false];
    this.setTrouble(null);
    this.stall.reset();
    const { video } = this;
    if (new URL(video.src || "about:blank", location.href).href !== this.address) video.src = this.address;
    // It may have failed, or read the choices, before this script was loaded.
    else if (video.error) this.recover();
    else this.readChoices();
  }

  /** Stops until another address is opened. */
  stop() {
    this.session += 1;
    [this.address, this.isRecovering] = [null, false];
    this.setTrouble(null);
    this.pause();
  }

  async read(address, signal) {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new HTTPError(response.status);
    return { text: await response.text(), url: response.url || address };
  }

  // Choices. A browser's own player offers none.

  /** The names of the sounds, each once, the default first; sizes are the shorter sides of the pictures, the largest first. */
  readChoices() {
    const { audioRenditions = [], variants = [] } = this.video;
    if (variants.length === 0) return;
    const sorted = [...audioRenditions].sort((a, b) => b.isDefault - a.isDefault);
    this.audioNames = [...new Set(sorted.map(({ name }) => name))];
    // Applied once to each start: what can't be had later is not asked for again and again.
    const isNew = !this.hasApplied;
    this.hasApplied = true;
    const wanted = this.audio ?? preference("sound", "string");
    const chosen = audioRenditions[this.video.selectedAudio]?.name;
    this.audio = chosen ?? this.audioNames[0] ?? null;
    if (isNew && wanted !== chosen) this.chooseAudio(wanted);
    const sizes = new Set(variants.filter(({ excluded }) => excluded === null).map(sizeOf));
    this.sizes = [...sizes].filter((size) => size > 0).sort((a, b) => b - a);
    if (this.sizes.length < 2) this.sizes = [];
    if (!this.sizes.includes(this.size)) this.size = null;
    if (isNew && this.size !== null) this.selectSize();
    this.dispatchEvent(new CustomEvent("choices", { detail: { isNew } }));
  }

  preferAudio(name) {
    prefer("sound", name);
    this.chooseAudio(name);
  }

  chooseAudio(name) {
    if (name === this.audio || !this.audioNames.includes(name)) return;
    this.audio = name;
    this.video.selectAudio(this.video.audioRenditions.findIndex((rendition) => rendition.name === name));
    this.dispatchEvent(new Event("audio"));
  }

  /** @param size one of `sizes`; null for automatic */
  chooseSize(size) {
    if (size === this.size || size !== null && !this.sizes.includes(size)) return;
    this.size = size;
    this.selectSize();
  }

  selectSize() {
    const fitting = this.video.variants.map((variant, index) => ({ ...variant, index }))
      .filter((variant) => variant.excluded === null && sizeOf(variant) === this.size).sort((a, b) => a.bandwidth - b.bandwidth);
    this.video.selectVariant(fitting.at(-1)?.index ?? null);
  }

  // Recovery

  /** Restarts where it was; a live stream at its edge. */
  start(position) {
    const { video, wantsToPlay } = this;
    this.stall.reset();
    this.hasApplied = false;
    if (video.retry) {
      if (video.src !== this.address) video.src = this.address;
      else video.retry();
    } else {
      const { playbackRate } = video;
      video.src = this.address;
      video.addEventListener("loadedmetadata", () => {
        if (position > 0 && Number.isFinite(video.duration)) video.currentTime = position;
        video.playbackRate = playbackRate;
      }, { once: true });
    }
    if (wantsToPlay) this.play(); else video.pause();
  }

  setTrouble(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("trouble"));
  }

  /** Runs every second: browsers don't always report a stall. */
  checkStall() {
    const { video } = this;
    if (!this.address || this.isRecovering || document.hidden) return this.stall.reset();
    if (this.wantsToPlay && video.paused && !video.ended && !video.error && video.readyState > 2) return void this.play();
    const isWanted = this.wantsToPlay && !video.ended;
    const now = performance.now();
    const stalled = this.stall.look(now, isWanted, video.currentTime, this.isOwn ? 0 : this.loads);
    const step = stallStep(stalled, { isOwn: this.isOwn, isLive: this.isLive(), restarts: this.restarts });
    if (step === "restart" && (!this.isOwn || this.isLive())) this.recover();
    else if (step !== null && now - this.probedAt > 5000) this.probeStall(now);
  }

  /** Detects a service that is down at once; if it answers, the network gets more time. */
  async probeStall(now) {
    this.probedAt = now;
    const { session } = this;
    const position = this.video.currentTime;
    try { await this.read(this.address, AbortSignal.timeout(10000)); } catch {
      // Only if the stall has not ended meanwhile.
      if (session === this.session && this.video.currentTime === position) this.recover();
    }
  }

  recovered() {
    [this.hasPlayed, this.isRecovering, this.attempts, this.restarts] = [true, false, 0, 0];
    this.setTrouble(null);
  }

  /** Probes until the stream is available again, then restarts it: addresses expire, services restart, and hosts start late. */
  async recover() {
    if (this.isRecovering || !this.address) return;
    this.isRecovering = true;
    const { session, video } = this;
    const position = video.currentTime;
    if (this.restarts >= maxRestarts) this.setTrouble("failed");
    else if (this.hasPlayed) this.setTrouble("reconnecting");
    let known = null;
    for (;;) {
      await this.nextAttempt();
      const found = this.isRecovering && session === this.session ? await this.probe(known) : null;
      // Playback resumed, or another address was opened.
      if (!found || !this.isRecovering || session !== this.session) return;
      this.attempts += 1;
      known = found.text;
      if (found.state === "available") break;
      this.setTrouble(found.state);
    }
    this.isRecovering = false;
    this.restarts += 1;
    this.start(position);
  }

  /** Waits for the next attempt, unless the network comes back or the viewer presses the button. */
  nextAttempt() {
    const isHopeless = this.trouble === "failed";
    const delay = retryDelay(this.attempts + (isHopeless ? 4 : 0), { max: isHopeless ? 30000 : 5000 });
    return new Promise((resolve) => {
      const hurry = this.hurry = () => {
        clearTimeout(timer);
        removeEventListener("online", hurry);
        resolve();
      };
      const timer = setTimeout(hurry, delay);
      addEventListener("online", hurry);
    });
  }

  retry() {
    this.wantsToPlay = true;
    if (this.isRecovering) this.hurry?.(); else this.recover();
  }

  /**
   * Whether there is something new to play.
   * @param known the media playlist of the previous attempt, or null. If it does not change, the encoder is gone.
   */
  async probe(known) {
    const signal = AbortSignal.timeout(20000);
    try {
      const renewed = await this.newAddress?.();
      if (renewed) this.address = new URL(renewed, location.href).href;
    } catch { /* the known address is tried again */ }
    try {
      const main = await this.read(this.address, signal);
      const variant = firstVariant(main.text, main.url);
      const { text } = variant ? await this.read(variant, signal) : main;
      const { hasSegments, isEnded } = mediaState(text);
      const { error } = this.video;
      // A player that gave up because the playlist stood still would only repeat the last seconds.
      const hasFailed = error && error.code !== "frozen" && text !== this.startedWith;
      const isNew = isEnded || !this.hasPlayed || known !== null && known !== text || hasFailed;
      if (!hasSegments || !isNew) return { state: "waiting", text };
      this.startedWith = text;
      return { state: "available", text };
    } catch ({ status }) {
      if (this.isLive() && (status === 404 || status === 503)) return { state: "waiting", text: known };
      return { state: isRefusal(status) ? "failed" : "reconnecting", text: known };
    }
  }

  /** Plays, muted if the browser insists. A stream that is not available yet plays once it is. */
  async play() {
    this.wantsToPlay = true;
    try { await this.video.play(); } catch (error) {
      if (error.name !== "NotAllowedError") return;
      const isOurs = !this.video.muted;
      if (isOurs) {
        this.silence(true);
        this.video.muted = true;
      }
      try { await this.video.play(); } catch (other) {
        if (other.name !== "NotAllowedError") return;
        this.wantsToPlay = false;
        if (isOurs) this.video.muted = false;
      }
    }
  }

  pause() {
    this.wantsToPlay = false;
    this.video.pause();
  }

  silence(isSilenced) {
    this.isSilenced = isSilenced;
    this.dispatchEvent(new Event("silenced"));
  }

  /** Remembers the viewer's choice, but not muting that the browser forced. */
  rememberVolume() {
    const { muted, volume } = this.video;
    if (this.isSilenced && !muted) this.silence(false);
    if (this.isSilenced) return;
    prefer("isMuted", muted);
    prefer("volume", volume);
  }
}

const sizeOf = ({ width, height }) => Math.min(width, height);
