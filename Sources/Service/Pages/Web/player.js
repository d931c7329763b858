// SPDX-License-Identifier: Apache-2.0
import { readMultivariant, readSegments, sizes, audioNames, withChoice } from "./playlist.js";
import { SourceLoader } from "./loader.js";
import { HTTPError } from "./track-buffer.js";
import { isRefusal, retryDelay, stallStep, StallWatch } from "./recovery.js";
import { preference, prefer } from "./preferences.js";

const mediaType = "application/vnd.apple.mpegurl";
/** Restarts without a rendered frame before playback counts as failed. */
const maxRestarts = 3;

/**
 * What a video element plays, for as long as the page is open: it recovers from failures and outages.
 * Events: `choices` (the playlist was read), `audio` (another rendition was chosen), `silenced` (autoplay had to be muted), and `trouble`
 * (`trouble` is now null, "reconnecting", "waiting" for an encoder, or "failed").
 */
export class Player extends EventTarget {
  constructor(video) {
    super();
    Object.assign(this, {
      video, address: null, playlist: null, audioNames: [], audio: null, sizes: [], size: null, loader: null, trouble: null,
      wantsToPlay: false, hasPlayed: false, isSilenced: false, isRecovering: false,
    });
    /** The seconds that our own loader loads ahead; null for the usual. */
    this.ahead = null;
    /** Changes with the address, so that work started for an earlier one is dropped. */
    this.session = 0;
    /** Attempts and restarts since the video last played. */
    [this.attempts, this.restarts] = [0, 0];
    [this.stall, this.loads, this.startedWith] = [new StallWatch(), 0, null];
    video.addEventListener("error", () => this.recover());
    video.addEventListener("progress", () => { this.loads += 1; });
    video.addEventListener("play", () => { this.wantsToPlay = true; });
    // Pauses at the end or during a restart are not the viewer's.
    video.addEventListener("pause", () => { if (!video.ended && !this.isRecovering && !video.error) this.wantsToPlay = false; });
    // A paused video has recovered once it could be shown.
    video.addEventListener("loadeddata", () => { if (!this.wantsToPlay) this.recovered(); });
    for (const name of ["playing", "ended"]) video.addEventListener(name, () => this.recovered());
    video.addEventListener("volumechange", () => this.rememberVolume());
    if (preference("volume", "number") !== null) video.volume = Math.min(1, Math.max(0, preference("volume", "number")));
    if (preference("isMuted", "boolean")) video.muted = true;
    setInterval(() => this.checkStall(), 1000);
  }

  /** Whether this is a live stream. Set by the page. */
  isLive() { return false; }

  get playsNatively() { return this.video.canPlayType(mediaType) !== "" && !new URLSearchParams(location.search).has("mse"); }

  /** Opens an address. When the element of the document plays it already, playback continues. */
  async open(address) {
    const session = this.session += 1;
    this.address = new URL(address, location.href).href;
    [this.isRecovering, this.hasPlayed, this.attempts, this.restarts] = [false, false, 0, 0];
    this.setTrouble(null);
    this.stall.reset();
    if (!this.playsNatively && !SourceLoader.isPossible) {
      this.address = null;
      return this.setTrouble("failed");
    }
    const reading = this.readChoices();
    if (this.playsNatively) {
      // It may have failed before this script was loaded.
      if (this.video.error) return void this.recover();
      // Not `currentSrc`, which remains when the source is removed.
      if (this.video.src !== this.address) this.video.src = this.address;
      reading.then(() => {
        if (session === this.session && this.hasChoice && !this.isRecovering) this.start(this.video.currentTime);
      });
    } else {
      await reading;
      if (session !== this.session) return;
      if (this.playlist) this.load(0); else this.recover();
    }
  }

  /** Stops until another address is opened. */
  stop() {
    this.session += 1;
    [this.address, this.isRecovering] = [null, false];
    this.loader?.end();
    this.loader = null;
    this.setTrouble(null);
    this.pause();
  }

  /** Stops, and gives back what the element has loaded. */
  clear() {
    this.stop();
    if (!this.video.hasAttribute("src")) return;
    this.video.removeAttribute("src");
    this.video.load();
  }

  /** Reads the choices from the playlist. On failure there is nothing to choose, and playback continues. */
  async readChoices() {
    const { session } = this;
    try {
      const { text, url } = await this.read(this.address);
      if (session === this.session) this.setPlaylist(readMultivariant(text, url));
    } catch { if (session === this.session) this.playlist = null; }
  }

  setPlaylist(playlist) {
    this.playlist = playlist;
    this.audioNames = audioNames(playlist.audio);
    const wanted = this.audio ?? preference("sound", "string");
    this.audio = this.audioNames.includes(wanted) ? wanted : this.audioNames[0] ?? null;
    this.sizes = sizes(playlist);
    if (!this.sizes.includes(this.size)) this.size = null;
    this.dispatchEvent(new Event("choices"));
  }

  async read(address, signal) {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new HTTPError(response.status);
    return { text: await response.text(), url: response.url || address };
  }

  /** Whether the viewer chose something other than the default. */
  get hasChoice() { return this.playlist !== null && (this.size !== null || this.audio !== (this.audioNames[0] ?? null)); }

  chooseAudio(name) {
    if (!this.playlist || name === this.audio || !this.audioNames.includes(name)) return;
    this.audio = name;
    prefer("sound", name);
    this.start(this.video.currentTime);
    this.dispatchEvent(new Event("audio"));
  }

  /** @param size one of `sizes`; null for automatic */
  chooseSize(size) {
    if (!this.playlist || size === this.size || size !== null && !this.sizes.includes(size)) return;
    this.size = size;
    if (this.loader) this.loader.choose(size); else this.start(this.video.currentTime);
  }

  load(position) {
    this.loader?.end();
    const { audio, size: quality } = this;
    this.loader = new SourceLoader(this.video, this.playlist, this.address, { audio, quality, position, ahead: () => this.ahead, onFailure: () => this.recover() });
  }

  /** Restarts at a position. */
  start(position) {
    this.stall.reset();
    if (!this.playsNatively) this.load(position);
    else {
      const { video, blob } = this;
      const { playbackRate } = video;
      this.blob = this.hasChoice ? URL.createObjectURL(new Blob([withChoice(this.playlist, this)], { type: mediaType })) : null;
      video.src = this.blob ?? this.address;
      if (blob) URL.revokeObjectURL(blob);
      video.addEventListener("loadedmetadata", () => {
        if (position > 0 && Number.isFinite(video.duration)) video.currentTime = position;
        video.playbackRate = playbackRate;
      }, { once: true });
    }
    if (this.wantsToPlay) this.play();
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
    const stalled = this.stall.look(performance.now(), isWanted, video.currentTime, this.loads, this.loader?.received ?? 0);
    const step = stallStep(stalled, { isOwn: this.loader !== null, isLive: this.isLive(), restarts: this.restarts });
    if (step === "restart") this.recover(); else if (step === "probe") this.probeOnce();
    else this.hasProbed = false;
  }

  /** Once per stall: detects a service that is down at once; if it answers, the network gets more time. */
  async probeOnce() {
    if (this.hasProbed) return;
    this.hasProbed = true;
    const { session } = this;
    try { await this.read(this.address, AbortSignal.timeout(10000)); } catch {
      // Only if the stall has not ended meanwhile.
      if (session === this.session && this.hasProbed) this.recover();
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
      const playlist = readMultivariant(main.text, main.url);
      const variant = playlist.lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF:")) + 1;
      const media = variant > 0 ? await this.read(playlist.lines[variant], signal) : main;
      const { segments, isEnded } = readSegments(media.text, media.url);
      const isNew = isEnded || !this.hasPlayed || known !== null && known !== media.text
        || this.video.error && media.text !== this.startedWith;
      if (segments.length === 0 || !isNew) return { state: "waiting", text: media.text };
      this.setPlaylist(playlist);
      this.startedWith = media.text;
      return { state: "available", text: media.text };
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
