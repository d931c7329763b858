// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Plays what the page is of: by the browser's own HLS, or piece by piece where it has none.
    static let playerScript = #"""
        // SPDX-License-Identifier: Apache-2.0
        import { data, text, one, make } from "./page.js";
        import { call } from "./api.js";
        import { readMultivariant, soundNames, withSound } from "./playlist.js";
        import { SourceLoader } from "./loader.js";

        const mediaType = "application/vnd.apple.mpegurl";

        /// One video element and what it plays.
        export class Player extends EventTarget {
          constructor(video) {
            super();
            this.video = video;
            this.address = null;
            this.playlist = null;
            this.sounds = [];
            this.sound = null;
            this.loader = null;
            this.attempts = 0;
            video.addEventListener("error", () => this.recover());
            video.addEventListener("playing", () => { this.attempts = 0; });
          }

          get playsNatively() { return this.video.canPlayType(mediaType) !== "" && !new URLSearchParams(location.search).has("mse"); }

          /// Begins with an address; what the document's own element plays already goes on.
          async open(address) {
            this.address = new URL(address, location.href).href;
            const playlist = this.readChoices();
            if (this.playsNatively) {
              // It may have failed before this script was there to hear of it.
              if (this.video.error) return this.recover();
              if (this.video.currentSrc !== this.address && this.video.src !== this.address) this.video.src = this.address;
            } else if (SourceLoader.isPossible) {
              await playlist;
              if (this.playlist) this.load(0);
              else this.fail();
            } else this.fail();
          }

          /// What there is to choose from. Without an answer there is nothing to choose, and playing goes on.
          async readChoices() {
            try {
              const answer = await fetch(this.address);
              if (!answer.ok) throw new Error(String(answer.status));
              this.playlist = readMultivariant(await answer.text(), answer.url || this.address);
              this.sounds = soundNames(this.playlist.audio);
              this.sound = this.sounds[0] ?? null;
              this.dispatchEvent(new Event("choices"));
            } catch { this.playlist ??= null; }
          }

          load(position) {
            this.loader?.end();
            this.loader = new SourceLoader(this.video, this.playlist, this.address, this.sound, position, () => this.recover());
          }

          /// Goes on where it is with another sound.
          choose(sound) {
            if (!this.playlist || sound === this.sound || !this.sounds.includes(sound)) return;
            this.sound = sound;
            const position = this.video.currentTime;
            const isPlaying = !this.video.paused;
            if (this.loader) this.load(position);
            else {
              const before = this.blob;
              this.blob = URL.createObjectURL(new Blob([withSound(this.playlist, sound)], { type: mediaType }));
              this.restart(this.blob, position);
              if (before) URL.revokeObjectURL(before);
            }
            if (isPlaying) this.video.play().catch(() => {});
            this.dispatchEvent(new Event("sound"));
          }

          restart(address, position) {
            const { playbackRate, video } = { playbackRate: this.video.playbackRate, video: this.video };
            video.src = address;
            video.addEventListener("loadedmetadata", () => {
              if (position > 0 && Number.isFinite(video.duration)) video.currentTime = position;
              video.playbackRate = playbackRate;
            }, { once: true });
          }

          /// An address may be good for some minutes only, and a network may be gone for some seconds.
          async recover() {
            if (this.attempts >= 3 || !this.address) return this.fail();
            this.attempts += 1;
            const position = this.video.currentTime;
            const isPlaying = !this.video.paused;
            await new Promise((go) => setTimeout(go, 500 * 2 ** this.attempts));
            let address = this.address;
            try {
              const told = await this.newAddress?.();
              if (told) address = new URL(told, location.href).href;
            } catch { /* the one that is there is tried again */ }
            this.address = address;
            await this.readChoices();
            if (!this.playsNatively && this.playlist) this.load(position); else this.restart(address, position);
            if (isPlaying) this.video.play().catch(() => {});
          }

          fail() { this.dispatchEvent(new Event("fault")); }

          /// Plays; without sound, where the browser asks for that.
          async play() {
            try { await this.video.play(); } catch (fault) {
              if (fault.name !== "NotAllowedError") return;
              this.video.muted = true;
              await this.video.play().catch(() => {});
            }
          }
        }
        """#
}
