// SPDX-License-Identifier: Apache-2.0
import { readMultivariant, readSegments, sizes, soundNames, withChoice } from "./playlist.js";
import { SourceLoader } from "./loader.js";
import { HTTPError } from "./lane.js";
import { isRefusal, retryDelay, stallStep, StallWatch } from "./recovery.js";
import { preference, prefer } from "./preferences.js";

const mediaType = "application/vnd.apple.mpegurl";
/// Restarts without a picture before the viewer is told that playing failed.
const mostRestarts = 3;

/// One video element and what it plays, for as long as the page is open.
///
/// Events: `choices` (the playlist was read), `sound` (another one was chosen), `silenced` (autoplay had to be muted), and `trouble`
/// (`trouble` is now null, "reconnecting", "waiting" for an encoder, or "failed").
export class Player extends EventTarget {
  constructor(video) {
    super();
    Object.assign(this, {
      video, address: null, playlist: null, sounds: [], sound: null, sizes: [], size: null, loader: null, trouble: null,
      wantsToPlay: false, hasPlayed: false, isSilenced: false, isRecovering: false,
    });
    /// Changes with the address, so that work started for an earlier one is dropped.
    this.session = 0;
    /// Attempts and restarts since the video last played.
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
    video.addEventListener("volumechange", () => this.heard());
    if (preference("volume", "number") !== null) video.volume = Math.min(1, Math.max(0, preference("volume", "number")));
    if (preference("isMuted", "boolean")) video.muted = true;
    setInterval(() => this.look(), 1000);
  }

  /// Whether this is a live stream. Set by the page.
  isLive() { return false; }

  get playsNatively() { return this.video.canPlayType(mediaType) !== "" && !new URLSearchParams(location.search).has("mse"); }

  /// Begins with an address; what the document's own element plays already goes on.
  async open(address) {
    const session = this.session += 1;
    this.address = new URL(address, location.href).href;
    [this.isRecovering, this.hasPlayed, this.attempts, this.restarts] = [false, false, 0, 0];
    this.say(null);
    this.stall.reset();
    if (!this.playsNatively && !SourceLoader.isPossible) {
      this.address = null;
      return this.say("failed");
    }
    const reading = this.readChoices();
    if (this.playsNatively) {
      // It may have failed before this script was there to hear of it.
      if (this.video.error) return void this.recover();
      if (this.video.currentSrc !== this.address && this.video.src !== this.address) this.video.src = this.address;
      reading.then(() => {
        if (session === this.session && this.hasChoice && !this.isRecovering) this.start(this.video.currentTime);
      });
    } else {
      await reading;
      if (session !== this.session) return;
      if (this.playlist) this.load(0); else this.recover();
    }
  }

  /// Stops until another address is opened.
  stop() {
    this.session += 1;
    [this.address, this.isRecovering] = [null, false];
    this.loader?.end();
    this.say(null);
    this.pause();
  }

  /// What there is to choose from. Without an answer there is nothing to choose, and playing goes on.
  async readChoices() {
    const { session } = this;
    try {
      const { text, url } = await this.read(this.address);
      if (session === this.session) this.take(readMultivariant(text, url));
    } catch { if (session === this.session) this.playlist = null; }
  }

  take(playlist) {
    this.playlist = playlist;
    this.sounds = soundNames(playlist.audio);
    const wanted = this.sound ?? preference("sound", "string");
    this.sound = this.sounds.includes(wanted) ? wanted : this.sounds[0] ?? null;
    this.sizes = sizes(playlist);
    if (!this.sizes.includes(this.size)) this.size = null;
    this.dispatchEvent(new Event("choices"));
  }

  async read(address, signal) {
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new HTTPError(answer.status);
    return { text: await answer.text(), url: answer.url || address };
  }

  /// Whether the viewer chose something other than the default.
  get hasChoice() { return this.playlist !== null && (this.size !== null || this.sound !== (this.sounds[0] ?? null)); }

  chooseSound(sound) {
    if (!this.playlist || sound === this.sound || !this.sounds.includes(sound)) return;
    this.sound = sound;
    prefer("sound", sound);
    this.start(this.video.currentTime);
    this.dispatchEvent(new Event("sound"));
  }

  /// - size: one of `sizes`; null for automatic.
  chooseSize(size) {
    if (!this.playlist || size === this.size || size !== null && !this.sizes.includes(size)) return;
    this.size = size;
    if (this.loader) this.loader.choose(size); else this.start(this.video.currentTime);
  }

  load(position) {
    this.loader?.end();
    const { sound, size: quality } = this;
    this.loader = new SourceLoader(this.video, this.playlist, this.address, { sound, quality, position, onFault: () => this.recover() });
  }

  /// Restarts at a position.
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

  say(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("trouble"));
  }

  /// Runs every second: browsers don't always report a stall.
  look() {
    const { video } = this;
    if (!this.address || this.isRecovering || document.hidden) return this.stall.reset();
    if (this.wantsToPlay && video.paused && !video.ended && !video.error && video.readyState > 2) return void this.play();
    const isWanted = this.wantsToPlay && !video.ended;
    const stood = this.stall.look(performance.now(), isWanted, video.currentTime, this.loads, this.loader?.received ?? 0);
    const step = stallStep(stood, { isOwn: this.loader !== null, isLive: this.isLive(), restarts: this.restarts });
    if (step === "anew") this.recover(); else if (step === "ask") this.ask();
    else this.hasAsked = false;
  }

  /// Once per stall: detects a service that is down at once; if it answers, the network gets more time.
  async ask() {
    if (this.hasAsked) return;
    this.hasAsked = true;
    const { session } = this;
    try { await this.read(this.address, AbortSignal.timeout(10000)); } catch {
      // Only if the stall has not ended meanwhile.
      if (session === this.session && this.hasAsked) this.recover();
    }
  }

  recovered() {
    [this.hasPlayed, this.isRecovering, this.attempts, this.restarts] = [true, false, 0, 0];
    this.say(null);
  }

  /// Probes until the stream is available again, then restarts it: addresses expire, services restart, and hosts start late.
  async recover() {
    if (this.isRecovering || !this.address) return;
    this.isRecovering = true;
    const { session, video } = this;
    const position = video.currentTime;
    if (this.restarts >= mostRestarts) this.say("failed");
    else if (this.hasPlayed) this.say("reconnecting");
    let known = null;
    for (;;) {
      await this.rest();
      const found = this.isRecovering && session === this.session ? await this.probe(known) : null;
      // It resumed by itself, or another address was opened.
      if (!found || !this.isRecovering || session !== this.session) return;
      this.attempts += 1;
      known = found.text;
      if (found.state === "there") break;
      this.say(found.state);
    }
    this.isRecovering = false;
    this.restarts += 1;
    this.start(position);
  }

  /// Waits for the next attempt, unless the network comes back or the viewer presses the button.
  rest() {
    const isHopeless = this.trouble === "failed";
    const delay = retryDelay(this.attempts + (isHopeless ? 4 : 0), { most: isHopeless ? 30000 : 5000 });
    return new Promise((go) => {
      const hurry = this.hurry = () => {
        clearTimeout(timer);
        removeEventListener("online", hurry);
        go();
      };
      const timer = setTimeout(hurry, delay);
      addEventListener("online", hurry);
    });
  }

  retry() {
    this.wantsToPlay = true;
    if (this.isRecovering) this.hurry?.(); else this.recover();
  }

  /// Whether there is something new to play.
  /// - known: the media playlist of the previous attempt, or null. One that does not change belongs to an encoder that is gone.
  async probe(known) {
    const signal = AbortSignal.timeout(20000);
    try {
      const told = await this.newAddress?.();
      if (told) this.address = new URL(told, location.href).href;
    } catch { /* the one that is there is tried again */ }
    try {
      const main = await this.read(this.address, signal);
      const playlist = readMultivariant(main.text, main.url);
      const variant = playlist.lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF:")) + 1;
      const media = variant > 0 ? await this.read(playlist.lines[variant], signal) : main;
      const { segments, isEnded } = readSegments(media.text, media.url);
      const isNew = isEnded || !this.hasPlayed || known !== null && known !== media.text
        || this.video.error && media.text !== this.startedWith;
      if (segments.length === 0 || !isNew) return { state: "waiting", text: media.text };
      this.take(playlist);
      this.startedWith = media.text;
      return { state: "there", text: media.text };
    } catch ({ status }) {
      if (this.isLive() && (status === 404 || status === 503)) return { state: "waiting", text: known };
      return { state: isRefusal(status) ? "failed" : "reconnecting", text: known };
    }
  }

  /// Plays, muted if the browser insists. What is not available yet plays once it is.
  async play() {
    this.wantsToPlay = true;
    try { await this.video.play(); } catch (fault) {
      if (fault.name !== "NotAllowedError") return;
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

  /// Remembers the viewer's choice, but not muting that the browser forced.
  heard() {
    const { muted, volume } = this.video;
    if (this.isSilenced && !muted) this.silence(false);
    if (this.isSilenced) return;
    prefer("isMuted", muted);
    prefer("volume", volume);
  }
}
