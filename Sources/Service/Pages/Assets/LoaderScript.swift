// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Plays fragmented MP4 over HLS with Media Source Extensions, for browsers that have no HLS of their own.
    static let loaderScript = #"""
        // SPDX-License-Identifier: Apache-2.0
        import { attributes } from "./playlist.js";

        const ahead = 30, behind = 30;

        /// The playlists and bytes of one kind of sample, put into one buffer.
        class Lane {
          constructor(source, address, type) {
            this.address = address;
            this.buffer = source.addSourceBuffer(type);
            this.segments = [];
            this.map = null;
            this.isEnded = false;
            this.isLive = false;
            this.loaded = new Set();
            this.readAt = 0;
          }

          async read(signal) {
            const answer = await fetch(this.address, { signal });
            if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
            const text = await answer.text();
            const segments = [];
            let start = 0, length = 0, sequence = 0, range = null, map = null, end = 0;
            const bytes = (told) => {
              const [size, offset] = told.split("@").map(Number);
              const first = offset ?? end;
              end = first + size;
              return `bytes=${first}-${end - 1}`;
            };
            for (const line of text.split(/\r?\n/)) {
              if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:")) sequence = parseInt(line.slice(22), 10);
              else if (line.startsWith("#EXTINF:")) length = parseFloat(line.slice(8)) || 0;
              else if (line.startsWith("#EXT-X-BYTERANGE:")) range = bytes(line.slice(17));
              else if (line.startsWith("#EXT-X-MAP:")) {
                const told = attributes(line);
                map = { url: new URL(told.URI, answer.url).href, range: told.BYTERANGE ? bytes(told.BYTERANGE) : null };
              } else if (line.startsWith("#EXT-X-ENDLIST")) this.isEnded = true;
              else if (line.trim() && !line.startsWith("#")) {
                segments.push({ url: new URL(line.trim(), answer.url).href, range, map, start, length, sequence });
                start += length; sequence += 1; range = null;
              }
            }
            this.isLive = !this.isEnded;
            this.segments = segments;
            this.readAt = performance.now();
          }

          get duration() { const last = this.segments.at(-1); return last ? last.start + last.length : 0; }

          /// The seconds that are there without a gap from a place on.
          bufferedFrom(position) {
            const { buffered } = this.buffer;
            for (let i = 0; i < buffered.length; i += 1) {
              if (buffered.start(i) <= position + 0.25 && position < buffered.end(i)) return buffered.end(i) - position;
            }
            return 0;
          }

          async append(bytes) {
            this.buffer.appendBuffer(bytes);
            await new Promise((go, fail) => {
              this.buffer.addEventListener("updateend", go, { once: true });
              this.buffer.addEventListener("error", () => fail(new Error("These bytes can't be played.")), { once: true });
            });
          }

          async forget(position) {
            const { buffered } = this.buffer;
            if (buffered.length === 0 || buffered.start(0) > position - behind - 10) return;
            this.buffer.remove(0, position - behind);
            await new Promise((go) => this.buffer.addEventListener("updateend", go, { once: true }));
            for (const segment of this.segments) if (segment.start < position - behind) this.loaded.delete(segment.sequence);
          }
        }

        export class SourceLoader {
          static get isPossible() { return "MediaSource" in globalThis || "ManagedMediaSource" in globalThis; }

          constructor(video, playlist, address, sound, position, onFault) {
            Object.assign(this, { video, playlist, address, sound, position, onFault });
            this.stop = new AbortController();
            this.source = new (globalThis.MediaSource ?? globalThis.ManagedMediaSource)();
            video.disableRemotePlayback = true;
            this.link = URL.createObjectURL(this.source);
            this.source.addEventListener("sourceopen", () => this.run().catch((fault) => {
              if (!this.stop.signal.aborted) { console.warn(String(fault)); onFault(); }
            }), { once: true });
            video.src = this.link;
          }

          end() {
            this.stop.abort();
            URL.revokeObjectURL(this.link);
          }

          /// The best variant that fits the picture's place and that the browser decodes.
          variant() {
            const { lines } = this.playlist;
            const found = [];
            lines.forEach((line, index) => {
              if (!line.startsWith("#EXT-X-STREAM-INF:")) return;
              const told = attributes(line);
              const height = Number((told.RESOLUTION ?? "0x0").split("x")[1]);
              const codecs = (told.CODECS ?? "").split(",").map((codec) => codec.trim()).filter(Boolean);
              found.push({ url: lines[index + 1], height, codecs, audio: told.AUDIO, rate: Number(told.BANDWIDTH) || 0 });
            });
            const fit = found.filter((one) => one.codecs.every((codec) => {
              const kind = /^(mp4a|ac-3|ec-3|opus|flac)/i.test(codec) ? "audio" : "video";
              return /^(wvtt|stpp)/.test(codec) || MediaSource.isTypeSupported(`${kind}/mp4; codecs="${codec}"`);
            })).sort((a, b) => a.rate - b.rate);
            const most = Math.max(360, this.video.clientHeight * devicePixelRatio);
            return fit.filter((one) => one.height <= most * 1.2).at(-1) ?? fit[0];
          }

          async run() {
            const chosen = this.playlist.isMultivariant ? this.variant() : { url: this.address, codecs: [] };
            if (!chosen) throw new Error("There is no variant that this browser plays.");
            const isSound = (codec) => /^(mp4a|ac-3|ec-3|opus|flac)/i.test(codec);
            const sound = this.playlist.audio.find((one) => one["GROUP-ID"] === chosen.audio && one.NAME === this.sound && one.URI)
              ?? this.playlist.audio.find((one) => one["GROUP-ID"] === chosen.audio && one.URI);
            const own = chosen.codecs.filter((codec) => !/^(wvtt|stpp)/.test(codec) && !(sound && isSound(codec)));
            const codecs = own.length > 0 ? own : ["avc1.64001f", "mp4a.40.2"];
            this.lanes = [new Lane(this.source, chosen.url, `video/mp4; codecs="${codecs.join(",")}"`)];
            if (sound) {
              const codec = chosen.codecs.find(isSound) ?? "mp4a.40.2";
              this.lanes.push(new Lane(this.source, sound.URI, `audio/mp4; codecs="${codec}"`));
            }
            const { signal } = this.stop;
            await Promise.all(this.lanes.map((lane) => lane.read(signal)));
            const isLive = this.lanes[0].isLive;
            this.source.duration = isLive ? Infinity : Math.max(...this.lanes.map((lane) => lane.duration));
            if (this.position > 0) this.video.currentTime = this.position;
            await Promise.all(this.lanes.map((lane) => this.fill(lane, signal)));
          }

          async fill(lane, signal) {
            while (!signal.aborted) {
              const position = this.video.currentTime;
              if (lane.isLive && performance.now() - lane.readAt > 2000) await lane.read(signal);
              const buffered = lane.bufferedFrom(position);
              const place = position + buffered;
              const next = buffered > ahead ? null : lane.isLive
                ? lane.segments.slice(lane.loaded.size === 0 ? -3 : 0).find((one) => !lane.loaded.has(one.sequence) && one.sequence > (lane.last ?? -1))
                : lane.segments.find((one) => one.start + one.length > place + 0.1 && (!lane.loaded.has(one.sequence) || buffered === 0 && one.start <= position));
              if (!next || buffered === 0 && lane.loaded.has(next.sequence) && lane.last === next.sequence && !this.video.seeking) {
                this.finish();
                await this.pause(signal);
                continue;
              }
              if (lane.map?.url !== next.map?.url || lane.map?.range !== next.map?.range) {
                lane.map = next.map;
                if (next.map) await lane.append(await this.bytes(next.map, signal));
              }
              await lane.append(await this.bytes(next, signal));
              if (lane.isLive && lane.loaded.size === 0 && lane.buffer.buffered.length > 0 && this.video.currentTime < lane.buffer.buffered.start(0)) {
                this.video.currentTime = lane.buffer.buffered.start(0);
              }
              lane.loaded.add(next.sequence);
              lane.last = next.sequence;
              await lane.forget(this.video.currentTime);
            }
          }

          finish() {
            const isWhole = this.lanes.every((lane) => !lane.isLive && lane.segments.length > 0 && lane.loaded.has(lane.segments.at(-1).sequence));
            const isIdle = this.lanes.every((lane) => !lane.buffer.updating);
            if (isWhole && isIdle && this.source.readyState === "open") this.source.endOfStream();
          }

          /// Until something about playing has changed.
          pause(signal) {
            return new Promise((go) => {
              const done = () => { clearTimeout(timer); for (const name of names) this.video.removeEventListener(name, done); go(); };
              const names = ["timeupdate", "seeking", "play"];
              const timer = setTimeout(done, 2000);
              for (const name of names) this.video.addEventListener(name, done);
              signal.addEventListener("abort", done, { once: true });
            });
          }

          async bytes(place, signal) {
            const answer = await fetch(place.url, { signal, headers: place.range ? { Range: place.range } : {} });
            if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
            return await answer.arrayBuffer();
          }
        }
        """#
}
