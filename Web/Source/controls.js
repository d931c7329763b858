// SPDX-License-Identifier: Apache-2.0
// The controls of a player: buttons, a seek bar, menus; for mouse, touch, keyboard and screen readers.

import { commandOf, isWorthDrawing, nextSpeed, percent, qualities, qualityText, seekBar, speeds, spokenTime, timeText } from "./model.js";
import { Thumbnails } from "./thumbnails.js";

const shapes = {
  play: "M8 5v14l11-7z", pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  sound: "M4 9v6h4l5 5V4L8 9zM16 8a5 5 0 0 1 0 8zM16 4a9 9 0 0 1 0 16v-2a7 7 0 0 0 0-12z",
  muted: "M4 9v6h4l5 5V4L8 9zM16 9l2 2 2-2 1.4 1.4-2 2 2 2L20 16l-2-2-2 2-1.4-1.400 2-2-2-2z",
  captions: "M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm3 5v4h4v-1.500H8.500v-1H11V10zm6 0v4h4v-1.500h-2.500v-1H17V10z",
  settings: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10.500 2h3l.5 2.700 2 .9 2.300-1.500 2.100 2.100-1.500 2.300.9 2 2.700.5v3l-2.700.5-.9 2 1.500 2.300-2.100 2.100-2.300-1.500-2 .9-.5 2.700h-3l-.5-2.700-2-.9-2.300 1.500-2.100-2.100 1.500-2.300-.9-2-2.700-.5v-3l2.700-.5.9-2-1.500-2.300 2.100-2.100 2.300 1.500 2-.9z",
  picture: "M3 5h18v14H3zm2 2v10h14V7zm7 4h6v5h-6z", enlarge: "M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z",
  reduce: "M8 4h2v6H4V8h4zm6 0h2v4h4v2h-6zM4 14h6v6H8v-4H4zm10 0h6v2h-4v4h-2z",
};

/** Creates an element; attributes by name, children as elements or texts. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

function icon(shape) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", shapes[shape]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** Sets a property or attribute of an element only if its value changes, because the browser redraws after each change. */
function put(element, name, value) { if (element[name] !== value) element[name] = value; }
function putAttribute(element, name, value) { if (element.getAttribute(name) !== value) element.setAttribute(name, value); }
function putStyle(element, name, value) { if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value); }

const hideAfter = 3000;
/** The longer side of a thumbnail over the seek bar, in CSS pixels. */
const maxPreview = 200;

export class Controls {
  #player;
  #say;
  #parts = {};
  #hiding = 0;
  #isDragging = false;
  #lastTap = { time: 0, x: 0 };
  #lastSubtitles = 0;
  #thumbnails = null;
  /** The time of the thumbnail above the seek bar. */
  #previewTime = 0;
  /** The position that the bar and the clock show. */
  #shown = NaN;

  /**
   * @param {import("./element.js").WindowboxPlayer} player
   * @param {ShadowRoot} root
   * @param {(text: string, values?: object) => string} say translates
   */
  constructor(player, root, say) {
    this.#player = player;
    this.#say = say;
    this.#build(root);
  }

  #button(name, shape, label, action) {
    const button = make("button", { type: "button", part: `button ${name}`, "aria-label": this.#say(label) }, icon(shape));
    button.dataset.shape = shape;
    button.addEventListener("click", () => this.#player.attempt(action));
    this.#parts[name] = button;
    return button;
  }

  #build(root) {
    const player = this.#player;
    const say = this.#say;
    const seek = make("input", { type: "range", part: "seek", min: 0, max: 1000, step: 1, value: 0, "aria-label": say("Seek") });
    seek.addEventListener("pointerdown", () => { this.#isDragging = true; });
    seek.addEventListener("input", () => { this.#isDragging = true; this.#showTime(this.#seekTarget()); this.#preview(this.#seekTarget()); });
    seek.addEventListener("change", () => player.attempt(() => {
      this.#isDragging = false;
      player.currentTime = this.#seekTarget();
    }));
    const volume = make("input", { type: "range", class: "volume", part: "volume", min: 0, max: 1, step: 0.05, "aria-label": say("Volume") });
    volume.addEventListener("input", () => player.attempt(() => { [player.volume, player.muted] = [Number(volume.value), false]; }));
    const live = make("button", { type: "button", class: "live", part: "live", "aria-label": say("Go to live"), hidden: true }, say("Live"));
    live.addEventListener("click", () => player.attempt(() => player.seekToLive()));
    const time = make("span", { class: "time", part: "time" });
    const row = make("div", { class: "row" },
      this.#button("play", "play", "Play", () => player.toggle()), this.#button("mute", "sound", "Mute", () => { player.muted = !player.muted; }),
      volume, time, live, make("span", { class: "space" }), this.#button("captions", "captions", "Captions", () => this.#toggleCaptions()),
      this.#button("settings", "settings", "Settings", () => this.#toggleMenu()),
      this.#button("picture", "picture", "Picture in picture", () => player.togglePictureInPicture()),
      this.#button("enlarge", "enlarge", "Full screen", () => player.toggleFullscreen()));
    const menu = make("div", { class: "menu", part: "menu", hidden: true, role: "group", "aria-label": say("Settings") });
    const picture = make("img", { alt: "", draggable: "false" });
    const frame = make("span", { class: "frame", hidden: true }, picture);
    const moment = make("span", { class: "moment" });
    const preview = make("div", { class: "preview", part: "preview", "aria-hidden": "true", hidden: true }, frame, moment);
    const controls = make("div", { class: "controls", part: "controls" }, preview, seek, row);
    // With a mouse while hovering; with a finger or keys while the bar moves.
    seek.addEventListener("pointermove", (event) => player.attempt(() => {
      if (event.pointerType === "mouse" && !this.#isDragging) this.#preview(this.#timeAt(event.clientX));
    }));
    for (const name of ["pointerleave", "blur", "change"]) seek.addEventListener(name, () => { preview.hidden = true; });
    const spinner = make("div", { class: "spinner", part: "spinner", role: "status", "aria-label": say("Loading"), hidden: true });
    const retry = make("button", { type: "button", part: "retry" }, say("Try again"));
    retry.addEventListener("click", () => player.attempt(() => player.retry()));
    const reason = make("p");
    const failure = make("div", { class: "failure", part: "failure", role: "alert", hidden: true }, make("strong", {}, say("This can't be played")), reason, retry);
    const sound = make("button", { type: "button", class: "sound", part: "sound", hidden: true }, icon("muted"), say("Tap for sound"));
    sound.addEventListener("click", () => player.attempt(() => { player.muted = false; }));
    const surface = make("div", { class: "surface", part: "surface" }, spinner, failure);
    root.append(surface, controls, menu, sound);
    Object.assign(this.#parts, { seek, volume, live, time, menu, controls, spinner, failure, reason, sound, surface, preview, frame, thumbnail: picture, moment });

    surface.addEventListener("click", (click) => player.attempt(() => this.#tapped(click)));
    player.addEventListener("keydown", (key) => player.attempt(() => this.#pressed(key)));
    for (const name of ["pointermove", "focusin", "pointerdown"]) player.addEventListener(name, () => this.wake());
    player.addEventListener("pointerleave", () => this.#hideSoon(600));
    menu.addEventListener("keydown", (key) => { if (key.key === "Escape") this.#toggleMenu(false); });
    this.update();
  }

  /** Shows the controls, and hides them again after a while. */
  wake() {
    if (this.#player.hasAttribute("idle")) {
      this.#player.removeAttribute("idle");
      this.#showProgress();
    }
    this.#hideSoon(hideAfter);
  }

  #hideSoon(delay) {
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => {
      if (!this.#player.paused && this.#parts.menu.hidden && !this.#isDragging) this.#player.setAttribute("idle", "");
    }, delay);
  }

  close() { clearTimeout(this.#hiding); }

  #seekTarget() {
    const bar = seekBar(this.#player.timeline, this.#player.currentTime);
    return bar.start + (Number(this.#parts.seek.value) / 1000) * (bar.end - bar.start);
  }

  /** The time at a point of the seek bar. */
  #timeAt(x) {
    const box = this.#parts.seek.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (x - box.left) / box.width));
    const bar = seekBar(this.#player.timeline, this.#player.currentTime);
    return bar.start + (getComputedStyle(this.#parts.seek).direction === "rtl" ? 1 - share : share) * (bar.end - bar.start);
  }

  /** The element has other thumbnails, or plays another item. */
  forgetThumbnails() {
    this.#thumbnails?.close();
    this.#thumbnails = null;
  }

  /** Shows a time above the seek bar, with its thumbnail if there is one. */
  #preview(time) {
    const { preview, frame, thumbnail, moment, seek } = this.#parts;
    const bar = seekBar(this.#player.timeline, time);
    const length = bar.end - bar.start;
    if (!(length > 0)) return;
    this.#thumbnails ??= Thumbnails.of(this.#player);
    this.#previewTime = time;
    this.#thumbnails.load(() => this.#player.attempt(() => { if (!preview.hidden) this.#preview(this.#previewTime); }));
    const found = this.#thumbnails.at(time);
    frame.hidden = !found;
    if (found) this.#showPicture(found, frame, thumbnail);
    moment.textContent = bar.isLive ? `−${timeText(bar.end - time)}` : timeText(time);
    preview.hidden = false;
    // Keeps the thumbnail within the bar.
    const [width, whole] = [preview.offsetWidth, seek.offsetWidth];
    const share = (time - bar.start) / length;
    const x = (getComputedStyle(seek).direction === "rtl" ? 1 - share : share) * whole;
    preview.style.left = `${seek.offsetLeft + Math.min(Math.max(0, x - width / 2), Math.max(0, whole - width))}px`;
  }

  #showPicture({ url, part }, frame, thumbnail) {
    if (thumbnail.getAttribute("src") !== url) thumbnail.src = url;
    const scale = part ? Math.min(1, maxPreview / Math.max(part.width, part.height)) : 1;
    frame.style.width = part ? `${part.width * scale}px` : "";
    frame.style.height = part ? `${part.height * scale}px` : "";
    thumbnail.style.maxWidth = part ? "none" : `${maxPreview}px`;
    thumbnail.style.transform = part ? `scale(${scale}) translate(${-part.x}px, ${-part.y}px)` : "";
  }

  #tapped(click) {
    const player = this.#player;
    if (!player.error && click.pointerType === "touch") {
      const box = player.getBoundingClientRect();
      const [now, x] = [performance.now(), click.clientX];
      // Two taps on a side skip; one shows the controls.
      if (now - this.#lastTap.time < 350 && Math.abs(x - this.#lastTap.x) < 80) {
        const side = (x - box.left) / box.width;
        if (side < 0.35) player.skip(-10); else if (side > 0.65) player.skip(10); else player.toggle();
        this.#lastTap.time = 0;
        return;
      }
      this.#lastTap = { time: now, x };
      if (player.hasAttribute("idle")) return this.wake();
      if (!player.paused) return player.setAttribute("idle", "");
    }
    if (!this.#parts.menu.hidden) return this.#toggleMenu(false);
    if (!player.error) player.toggle();
  }

  #pressed(key) {
    if (key.ctrlKey || key.metaKey || key.altKey) return;
    const target = key.composedPath()[0];
    // Sliders and the menu have keys of their own.
    const isInput = target instanceof HTMLInputElement;
    if (isInput && (key.key.startsWith("Arrow") || key.key === " " || key.key === "Home" || key.key === "End")) return;
    if (target instanceof HTMLButtonElement && (key.key === " " || key.key === "Enter")) return;
    const found = commandOf(key.key);
    if (!found) return;
    key.preventDefault();
    this.wake();
    this.#run(found);
  }

  #run({ command, value }) {
    const player = this.#player;
    switch (command) {
      case "toggle": return player.toggle();
      case "skip": return player.skip(value);
      case "volume":
        player.volume = Math.max(0, Math.min(1, player.volume + value));
        player.muted = false;
        return undefined;
      case "mute":
        player.muted = !player.muted;
        return undefined;
      case "captions": return this.#toggleCaptions();
      case "fullscreen": return player.toggleFullscreen();
      case "picture-in-picture": return player.togglePictureInPicture();
      case "speed":
        player.playbackRate = nextSpeed(player.playbackRate, value);
        return undefined;
      case "fraction": {
        const bar = seekBar(player.timeline, player.currentTime);
        player.currentTime = bar.start + value * (bar.end - bar.start);
        return undefined;
      }
      default: return undefined;
    }
  }

  #toggleCaptions() {
    const player = this.#player;
    if (player.subtitles.length === 0) return;
    if (player.selectedSubtitles === null) {
      player.selectSubtitles(Math.min(this.#lastSubtitles, player.subtitles.length - 1));
    } else {
      this.#lastSubtitles = player.selectedSubtitles;
      player.selectSubtitles(null);
    }
  }

  #toggleMenu(isOpen = this.#parts.menu.hidden) {
    const { menu, settings } = this.#parts;
    if (isOpen) this.#fillMenu();
    menu.hidden = !isOpen;
    settings.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) (menu.querySelector("input:checked") ?? menu.querySelector("input"))?.focus(); else settings.focus();
  }

  #fillMenu() {
    const player = this.#player;
    const say = this.#say;
    const groups = [];
    const add = (name, legend, options, chosen, choose) => {
      if (options.length < 2) return;
      const group = make("fieldset", {}, make("legend", {}, say(legend)));
      for (const { value, label } of options) {
        const input = make("input", { type: "radio", name, checked: value === chosen });
        input.addEventListener("change", () => player.attempt(() => choose(value)));
        group.append(make("label", {}, input, label));
      }
      groups.push(group);
    };
    const list = qualities(player.variants);
    const playing = player.variants[player.playingVariant];
    const automatic = playing ? say("Automatic ({quality})", { quality: qualityText(playing) }) : say("Automatic");
    const both = list.length > 1 ? [{ value: null, label: automatic }, ...list.map(({ index, label }) => ({ value: index, label }))] : [];
    add("quality", "Quality", both, player.selectedVariant, (value) => player.selectVariant(value));
    add("speed", "Speed", speeds.map((value) => ({ value, label: value === 1 ? say("Normal") : `${value}×` })), player.playbackRate, (value) => { player.playbackRate = value; });
    add("audio", "Audio", player.audioRenditions.map((rendition, value) => ({ value, label: rendition.name })), player.selectedAudio, (value) => player.selectAudio(value));
    const subtitles = player.subtitles.map((rendition, value) => ({ value, label: rendition.name }));
    add("captions", "Captions", subtitles.length > 0 ? [{ value: null, label: say("Off") }, ...subtitles] : [], player.selectedSubtitles, (value) => player.selectSubtitles(value));
    this.#parts.menu.replaceChildren(...groups);
  }

  #set(name, shape, label) {
    const button = this.#parts[name];
    putAttribute(button, "aria-label", this.#say(label));
    if (button.dataset.shape === shape) return;
    button.dataset.shape = shape;
    button.replaceChildren(icon(shape));
  }

  #showTime(position) {
    const { seek, time } = this.#parts;
    const bar = seekBar(this.#player.timeline, position);
    const length = bar.end - bar.start;
    put(time, "textContent", bar.isLive ? (length > 30 ? `−${timeText(bar.end - position)}` : "") : `${timeText(position)} / ${timeText(bar.end)}`);
    putStyle(seek, "--played", percent(position - bar.start, length));
    putAttribute(seek, "aria-valuetext", spokenTime(position, this.#say));
    return bar;
  }

  /** Shows the state of the player. */
  update() {
    const player = this.#player;
    const parts = this.#parts;
    this.#set("play", player.paused ? "play" : "pause", player.paused ? "Play" : "Pause");
    const isSilent = player.muted || player.volume === 0;
    this.#set("mute", isSilent ? "muted" : "sound", isSilent ? "Unmute" : "Mute");
    const isFull = document.fullscreenElement === player;
    this.#set("enlarge", isFull ? "reduce" : "enlarge", isFull ? "Leave full screen" : "Full screen");
    put(parts.volume, "value", String(player.muted ? 0 : player.volume));
    put(parts.captions, "hidden", player.subtitles.length === 0);
    putAttribute(parts.captions, "aria-pressed", String(player.selectedSubtitles !== null));
    put(parts.picture, "hidden", !document.pictureInPictureEnabled);
    put(parts.enlarge, "hidden", !document.fullscreenEnabled);
    put(parts.spinner, "hidden", !player.isWaiting);
    put(parts.sound, "hidden", !(player.muted && player.autoplay && !player.paused) || player.knowsSound);
    put(parts.failure, "hidden", !player.error);
    put(parts.reason, "textContent", player.error?.message ?? "");
    if (player.error) put(parts.menu, "hidden", true);
    if (isWorthDrawing(player.currentTime, this.#shown, this.#isSeen)) this.#showProgress();
    if (player.paused) this.wake();
  }

  /** Whether bar and clock are visible. A page that returns to the foreground is redrawn with the next report of the element. */
  get #isSeen() {
    const player = this.#player;
    if (document.hidden) return player.paused;
    return !player.hasAttribute("idle") || this.#parts.controls.matches(":focus-within");
  }

  #showProgress() {
    const player = this.#player;
    const parts = this.#parts;
    this.#shown = player.currentTime;
    const position = this.#isDragging ? this.#seekTarget() : this.#shown;
    const bar = this.#showTime(position);
    const length = bar.end - bar.start;
    put(parts.seek, "hidden", bar.isLive && length <= 30);
    put(parts.live, "hidden", !bar.isLive);
    putAttribute(parts.live, "aria-pressed", String(bar.isAtEdge));
    if (!this.#isDragging) put(parts.seek, "value", String(length > 0 ? Math.round(((position - bar.start) / length) * 1000) : 0));
    let loaded = position;
    const { buffered } = player;
    for (let index = 0; index < buffered.length; index++) {
      if (buffered.start(index) <= position + 0.2) loaded = Math.max(loaded, buffered.end(index));
    }
    putStyle(parts.seek, "--loaded", percent(loaded - bar.start, length));
  }
}
