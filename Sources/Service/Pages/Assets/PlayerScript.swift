// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Plays what the page is of: by the browser's own HLS, or piece by piece where it has none.
    static let playerScript = #"""
        // SPDX-License-Identifier: Apache-2.0
        import { readMultivariant, readSegments, sizes, soundNames, withChoice } from "./playlist.js";
        import { SourceLoader } from "./loader.js";
        import { HTTPError } from "./lane.js";
        import { isRefusal, retryDelay, stallStep, StallWatch } from "./recovery.js";
        import { preference, prefer } from "./preferences.js";

        const mediaType = "application/vnd.apple.mpegurl";
        /// Restarts that lead to no picture, after which the viewer is told that there is none.
        const mostRestarts = 3;

        /// One video element and what it plays, for as long as the page is open.
        ///
        /// Events: `choices` (there is something to choose from), `sound`, `silenced` (the browser plays without sound only), and `trouble`
        /// with `trouble` set to null, "reconnecting", "waiting" (nothing is sent yet), or "failed".
        export class Player extends EventTarget {
          constructor(video) {
            super();
            Object.assign(this, {
              video, address: null, playlist: null, sounds: [], sound: null, sizes: [], size: null, loader: null, trouble: null,
              wantsToPlay: false, hasPlayed: false, isSilenced: false, isRecovering: false,
            });
            /// Of the address: what was begun for an earlier one has no say any more.
            this.session = 0;
            /// Attempts since the last picture, and restarts among them.
            [this.attempts, this.restarts] = [0, 0];
            [this.stall, this.loads, this.startedWith] = [new StallWatch(), 0, null];
            video.addEventListener("error", () => this.recover());
            video.addEventListener("progress", () => { this.loads += 1; });
            video.addEventListener("play", () => { this.wantsToPlay = true; });
            // A pause at the end, or while playing is restarted, is nobody's wish.
            video.addEventListener("pause", () => { if (!video.ended && !this.isRecovering && !video.error) this.wantsToPlay = false; });
            // What a viewer paused is there again once it could be shown.
            video.addEventListener("loadeddata", () => { if (!this.wantsToPlay) this.recovered(); });
            for (const name of ["playing", "ended"]) video.addEventListener(name, () => this.recovered());
            video.addEventListener("volumechange", () => this.heard());
            if (preference("volume", "number") !== null) video.volume = Math.min(1, Math.max(0, preference("volume", "number")));
            if (preference("isMuted", "boolean")) video.muted = true;
            setInterval(() => this.look(), 1000);
          }

          /// Whether what plays is still being made. Set by the page.
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

          /// Plays nothing more until another address is opened.
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

          /// Something other than what plays by itself was chosen.
          get hasChoice() { return this.playlist !== null && (this.size !== null || this.sound !== (this.sounds[0] ?? null)); }

          chooseSound(sound) {
            if (!this.playlist || sound === this.sound || !this.sounds.includes(sound)) return;
            this.sound = sound;
            prefer("sound", sound);
            this.start(this.video.currentTime);
            this.dispatchEvent(new Event("sound"));
          }

          /// - size: one of `sizes`; null: what the network carries.
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

          /// Begins anew at a place.
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

          /// Each second: a browser doesn't always say that nothing comes any more.
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

          /// Once in a stall: a service that is away is seen at once, and one that answers gives the network more time.
          async ask() {
            if (this.hasAsked) return;
            this.hasAsked = true;
            const { session } = this;
            try { await this.read(this.address, AbortSignal.timeout(10000)); } catch {
              // What came meanwhile ends the stall.
              if (session === this.session && this.hasAsked) this.recover();
            }
          }

          recovered() {
            [this.hasPlayed, this.isRecovering, this.attempts, this.restarts] = [true, false, 0, 0];
            this.say(null);
          }

          /// Asks until what is to be played is there again, and goes on with it. An address may be good for some minutes only, a service is
          /// away for the seconds of its restart, and a host comes when it pleases.
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
              // It went on by itself, or something else is played now.
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

          /// Until the next attempt; a network that comes back and a viewer who asks are not kept waiting.
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

          /// Whether there is something to play.
          /// - known: the media playlist of the attempt before; null at the first. One that stays the same is of an encoder that is gone.
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

          /// Plays; without sound, where the browser asks for that. What isn't there yet is played once it is.
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

          /// What a viewer does to the sound is kept; what the browser asked for is not.
          heard() {
            const { muted, volume } = this.video;
            if (this.isSilenced && !muted) this.silence(false);
            if (this.isSilenced) return;
            prefer("isMuted", muted);
            prefer("volume", volume);
          }
        }
        """#
}
