// SPDX-License-Identifier: Apache-2.0
import { text, one, make, icon, clockText } from "./page.js";
import { languageName } from "./captions.js";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** The player's buttons, seek bar, settings menu and keyboard shortcuts, in place of the browser's own. */
export class Controls {
  constructor(stage, player, captions) {
    Object.assign(this, { stage, player, captions, video: player.video });
    this.isLive = false;
    this.build();
    this.listen();
    this.update();
    this.video.removeAttribute("controls");
  }

  button(name, phrase, action) {
    const made = make("button", { type: "button", class: `control ${name}`, "aria-label": text(phrase), title: text(phrase), onclick: action }, icon(name));
    return made;
  }

  build() {
    this.big = make("button", { type: "button", class: "big", "aria-label": text("play"), onclick: () => this.toggle() }, icon("play"));
    this.play = this.button("play", "play", () => this.toggle());
    this.mute = this.button("sound", "mute", () => { this.video.muted = !this.video.muted; });
    this.cc = this.button("captions", "captions", () => this.toggleCaptions());
    this.settings = this.button("settings", "settings", () => this.toggleMenu());
    this.settings.setAttribute("aria-expanded", "false");
    this.full = this.button("fullScreen", "fullScreen", () => this.toggleFull());
    this.time = make("span", { class: "time" });
    this.bar = make("input", { type: "range", min: 0, max: 0, step: 0.1, value: 0, class: "bar", "aria-label": text("seek") });
    this.menu = make("div", { class: "menu panel", hidden: true, role: "group", "aria-label": text("settings"), id: "settings-menu" });
    this.settings.setAttribute("aria-controls", "settings-menu");
    this.loud = make("button", { type: "button", class: "loud", hidden: true, onclick: () => { this.video.muted = false; } }, icon("soundOff"), text("tapForSound"));
    this.spinner = make("div", { class: "spinner", hidden: true, "aria-hidden": "true" });
    const row = make("div", { class: "buttons" }, this.play, this.mute, this.time, make("span", { class: "gap" }), this.cc, this.settings, this.full);
    this.stage.append(this.spinner, this.big, this.loud, make("div", { class: "controls" }, this.bar, row), this.menu);
  }

  listen() {
    const { video, stage } = this;
    for (const name of ["play", "pause", "ended", "volumechange", "durationchange", "timeupdate", "seeked", "loadedmetadata", "progress"]) {
      video.addEventListener(name, () => this.update());
    }
    video.addEventListener("waiting", () => { this.spinner.hidden = false; });
    for (const name of ["playing", "canplay", "pause", "error"]) video.addEventListener(name, () => { this.spinner.hidden = true; });
    this.bar.addEventListener("input", () => { video.currentTime = Number(this.bar.value); });
    // The first touch of a playing video only shows the controls: with a finger there is no hovering.
    let isFirst = false;
    video.addEventListener("pointerdown", ({ pointerType }) => { isFirst = pointerType === "touch" && !video.paused && !stage.classList.contains("awake"); });
    video.addEventListener("click", () => { if (!isFirst) this.toggle(); isFirst = false; });
    this.captions.addEventListener("change", () => { this.update(); this.fillMenu(); });
    for (const name of ["choices", "audio"]) this.player.addEventListener(name, () => this.fillMenu());
    this.player.addEventListener("silenced", () => this.update());
    document.addEventListener("keydown", (event) => this.key(event));
    stage.addEventListener("focusout", (event) => { if (!stage.contains(event.relatedTarget)) this.closeMenu(false); });
    // Controls hide when nothing has been touched for a while.
    const wake = () => {
      stage.classList.add("awake");
      clearTimeout(this.sleep);
      this.sleep = setTimeout(() => stage.classList.remove("awake"), 2500);
    };
    for (const name of ["pointermove", "pointerdown", "keydown", "focusin"]) stage.addEventListener(name, wake);
    wake();
    this.fillMenu();
  }

  toggle() { if (this.video.paused) this.player.play(); else this.player.pause(); }

  toggleCaptions() {
    const { captions } = this;
    captions.choose(captions.chosen ? null : (this.lastLanguage ?? captions.languages[0] ?? null));
    if (captions.chosen) this.lastLanguage = captions.chosen;
  }

  toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (this.stage.requestFullscreen) this.stage.requestFullscreen().catch(() => {});
    else this.video.webkitEnterFullscreen?.();
  }

  toggleMenu() {
    if (!this.menu.hidden) return this.closeMenu(true);
    this.menu.hidden = false;
    this.settings.setAttribute("aria-expanded", "true");
    one("select", this.menu)?.focus();
  }

  closeMenu(returns) {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    this.settings.setAttribute("aria-expanded", "false");
    if (returns) this.settings.focus();
  }

  fillMenu() {
    const { player, captions, video } = this;
    const choice = (phrase, options, chosen, action) => {
      const id = `choice-${phrase}`;
      const select = make("select", { id, onchange: (event) => action(event.target.value) },
        ...options.map(([value, name]) => make("option", { value, selected: String(value) === String(chosen ?? "") }, name)));
      return make("div", { class: "field" }, make("label", { for: id }, text(phrase)), select);
    };
    const parts = [];
    if (captions.languages.length > 0) {
      const languages = captions.languages.map((tag) => [tag, languageName(tag)]);
      parts.push(choice("captions", [["", text("captionsOff")], ...languages], captions.chosen, (tag) => {
        captions.choose(tag || null);
        if (tag) this.lastLanguage = tag;
      }));
    }
    if (player.audioNames.length > 1) parts.push(choice("audio", player.audioNames.map((name) => [name, name]), player.audio, (name) => player.chooseAudio(name)));
    if (player.sizes.length > 0) {
      const sizes = player.sizes.map((size) => [size, `${size}p`]);
      parts.push(choice("quality", [["", text("automatic")], ...sizes], player.size, (size) => player.chooseSize(size ? Number(size) : null)));
    }
    parts.push(make("div", { class: "field" }, make("label", { for: "choice-volume" }, text("volume")),
      make("input", { id: "choice-volume", type: "range", class: "volume", min: 0, max: 100, value: Math.round(video.volume * 100), oninput: ({ target }) => {
        [video.volume, video.muted] = [target.value / 100, false];
      } })));
    parts.push(choice("speed", speeds.map((speed) => [speed, `${speed}×`]), video.playbackRate || 1, (speed) => { video.playbackRate = Number(speed); }));
    const focused = document.activeElement?.id;
    this.menu.replaceChildren(...parts);
    if (focused?.startsWith("choice-") && !this.menu.hidden) document.getElementById(focused)?.focus();
  }

  update() {
    const { video } = this;
    const name = (button, phrase, shape) => {
      if (button.getAttribute("aria-label") === text(phrase)) return;
      button.setAttribute("aria-label", text(phrase));
      button.title = text(phrase);
      button.replaceChildren(icon(shape));
    };
    const isPaused = video.paused;
    name(this.play, isPaused ? "play" : "pause", isPaused ? "play" : "pause");
    name(this.mute, video.muted ? "unmute" : "mute", video.muted ? "soundOff" : "sound");
    const volume = one("#choice-volume", this.menu);
    if (volume) volume.value = video.muted ? 0 : Math.round(video.volume * 100);
    this.big.hidden = !isPaused;
    this.loud.hidden = !this.player.isSilenced;
    this.stage.classList.toggle("paused", isPaused);
    const isLong = Number.isFinite(video.duration) && video.duration > 0 && !this.isLive;
    this.bar.hidden = !isLong;
    if (isLong) {
      this.bar.max = video.duration;
      this.bar.value = video.currentTime;
      this.bar.setAttribute("aria-valuetext", `${clockText(video.currentTime)} / ${clockText(video.duration)}`);
      this.bar.style.setProperty("--played", `${(100 * video.currentTime) / video.duration}%`);
    }
    this.time.textContent = this.isLive ? text("live") : isLong ? `${clockText(video.currentTime)} / ${clockText(video.duration)}` : "";
    this.cc.hidden = this.captions.languages.length === 0;
    this.cc.setAttribute("aria-pressed", String(this.captions.chosen !== null));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" && !this.menu.hidden) { event.preventDefault(); return this.closeMenu(true); }
    const isInside = this.stage.contains(event.target);
    if (event.target.closest("input:not([type=range]), select, textarea, dialog, [contenteditable]")) return;
    const onButton = event.target.closest("button, a");
    const { video } = this;
    const isLong = Number.isFinite(video.duration);
    const jump = (seconds) => { if (isLong) video.currentTime = Math.min(Math.max(0, video.currentTime + seconds), video.duration); };
    const actions = {
      k: () => this.toggle(), m: () => { video.muted = !video.muted; }, c: () => this.toggleCaptions(), f: () => this.toggleFull(),
      j: () => jump(-10), l: () => jump(10),
    };
    // Elsewhere on the page these keys scroll, press buttons and move through lists.
    const isPlain = event.target === document.body || event.target.id === "main";
    const isSlider = event.target.matches("input");
    if (!onButton && (isInside || isPlain)) actions[" "] = () => this.toggle();
    if ((isInside || isPlain) && !isSlider) { actions.ArrowLeft = () => jump(-5); actions.ArrowRight = () => jump(5); }
    if (isInside) {
      const louder = (share) => { [video.volume, video.muted] = [Math.min(1, Math.max(0, video.volume + share)), false]; };
      if (!isSlider) { actions.ArrowUp = () => louder(0.1); actions.ArrowDown = () => louder(-0.1); }
      if (event.target.id !== "choice-volume") { actions.Home = () => jump(-Infinity); actions.End = () => jump(video.duration); }
    }
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  }
}
