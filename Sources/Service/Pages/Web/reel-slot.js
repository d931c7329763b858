// SPDX-License-Identifier: Apache-2.0
import { make } from "./page.js";
import { call } from "./api.js";
import { Captions } from "./captions.js";
import { Player } from "./player.js";
import { isWide } from "./reel-model.js";
import { route } from "./routes.js";
import { track } from "./tracking.js";

/** Seconds to load of a video that is not shown yet. */
const aheadOfShown = 4;

const isLive = (item) => ["live", "paused"].includes(item?.live_status ?? "");

/**
 * One of the few video elements of the feed. They are used again for other slides, because phones let an element play with sound only
 * once it was touched.
 */
export class Slot {
  constructor(reel) {
    // Sized by the style sheet; the page's style policy allows no attributes for it.
    const video = make("video", { playsinline: true, preload: "auto", tabindex: "-1", disablepictureinpicture: true });
    Object.assign(this, { reel, video, index: null, slide: null, tracking: null, hasPressed: false });
    this.player = new Player(video);
    this.player.ahead = aheadOfShown;
    this.captions = new Captions(video);
    this.player.isLive = () => isLive(this.slide?.item);
    this.player.newAddress = async () => (this.slide && !isLive(this.slide.item)
      ? (await call("GET", route("video", this.slide.item.id))).hls_url : null);
    this.player.addEventListener("choices", () => this.captions.offer(this.player.playlist.texts));
    this.player.addEventListener("silenced", () => { if (this.isShown) reel.silenced(this.player); });
    this.player.addEventListener("trouble", () => this.slide?.update());
    this.captions.addEventListener("change", () => this.slide?.update());
    for (const name of ["play", "pause", "timeupdate", "durationchange", "volumechange", "waiting", "playing", "canplay", "seeked", "emptied"]) {
      video.addEventListener(name, () => this.slide?.update());
    }
    video.addEventListener("loadedmetadata", () => {
      this.slide?.card.classList.toggle("wide", isWide(video.videoWidth, video.videoHeight));
    });
    video.addEventListener("loadeddata", () => video.classList.add("ready"));
    // The others must not compete with the one that the viewer waits for.
    video.addEventListener("canplay", () => { if (this.isShown) reel.loadOthers(); });
    video.addEventListener("play", () => { reel.wantsToPlay = true; });
    // Again from the beginning. The attribute `loop` would hide the end from the report.
    video.addEventListener("ended", () => {
      if (isLive(this.slide?.item)) return void this.player.recover();
      video.currentTime = 0;
      if (this.isShown) this.player.play();
    });
  }

  get isShown() { return this.slide !== null && this.reel.slot === this; }

  /** Loads the video of a slide; null gives back what was loaded. */
  hold(index, slide) {
    this.index = index;
    if (slide === this.slide) return;
    if (this.slide) {
      this.player.clear();
      this.captions.forget();
      this.video.replaceChildren();
      this.video.classList.remove("ready");
      this.video.remove();
      this.slide.slot = null;
    }
    this.slide = slide;
    if (!slide) return;
    slide.slot = this;
    this.video.setAttribute("aria-label", slide.title);
    // Captions from elsewhere need CORS, and then the media do too.
    this.video.crossOrigin = slide.texts.some(({ url }) => new URL(url, location.href).origin !== location.origin) ? "anonymous" : null;
    for (const { url, language } of slide.texts) this.video.append(make("track", { kind: "subtitles", src: url, srclang: language, label: language }));
    this.captions.recall();
    slide.layer.prepend(this.video);
    [this.player.wantsToPlay, this.isOpen] = [false, false];
  }

  /** Begins to load. Until its slide is shown, only a few seconds. */
  async load() {
    const { slide, player } = this;
    if (!slide?.address || this.isOpen) return;
    this.isOpen = true;
    await player.open(slide.address);
    if (this.slide === slide && player.wantsToPlay) player.play();
  }

  /** The slide is shown now. */
  begin(wantsToPlay) {
    const { player, slide, video } = this;
    if (!slide?.address) return;
    this.hasPressed = false;
    this.tracking = track(video, {
      item: slide.item, isLive: () => isLive(slide.item), isAutoplay: () => !this.hasPressed, hasFailed: () => player.trouble === "failed",
      facts: () => ({ position: Number(slide.card.dataset.position), ...this.reel.facts() }),
    });
    player.ahead = null;
    player.wantsToPlay = wantsToPlay;
    if (wantsToPlay && video.hasAttribute("src")) player.play();
    this.load();
    slide.update();
  }

  /** Another slide is shown. This one begins anew when it is shown again. */
  rest(reason) {
    this.tracking?.end(reason);
    this.tracking = null;
    this.player.pause();
    this.player.ahead = aheadOfShown;
    if (!this.player.isLive() && this.video.readyState > 0) this.video.currentTime = 0;
  }

  suspend() {
    this.resumes = !this.video.paused;
    this.player.pause();
  }

  resume() {
    if (this.resumes) this.player.play();
    this.resumes = false;
  }

  toggle() {
    this.hasPressed = true;
    if (this.video.paused) this.player.play(); else this.player.pause();
  }

  toggleCaptions() {
    const { captions } = this;
    captions.choose(captions.chosen ? null : captions.languages[0] ?? null);
  }

  jump(seconds) {
    const { video } = this;
    if (Number.isFinite(video.duration)) video.currentTime = Math.min(Math.max(0, video.currentTime + seconds), video.duration);
  }

  tell(name, more = {}) { this.tracking?.tell(name, this.video.currentTime, more); }
}
