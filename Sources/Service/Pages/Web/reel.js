// SPDX-License-Identifier: Apache-2.0
import { data, text, one, every, make } from "./page.js";
import { Slide } from "./reel-slide.js";
import { Slot } from "./reel-slot.js";
import { assign, commandOf, reelQuery, shownIndex, slotCount, wantedIndexes } from "./reel-model.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds after which the next videos are loaded although the one shown does not play yet. */
const maxWait = 4000;
const savesData = navigator.connection?.saveData === true;

/**
 * The feed on a phone: one video at a time fills the screen, and swiping shows the next. The cards of the page are its slides.
 * A wider window shows the same cards as a gallery, and `isShown` is false.
 */
export class Reel extends EventTarget {
  /**
   * @param list of the cards
   * @param scroller around it
   * @param facts members of the events that depend on the feed
   */
  constructor(list, scroller, facts) {
    super();
    Object.assign(this, { list, scroller, facts, slots: [], index: 0, isShown: false, wantsToPlay: !isStill.matches });
    this.videos = new Map((data.videos ?? []).map((video) => [video.id, video]));
    this.slides = new Map();
    this.loud = make("button", { type: "button", class: "loud reel-loud", hidden: true, onclick: () => this.setMuted(false) }, text("tapForSound"));
    this.query = matchMedia(reelQuery);
    this.query.addEventListener("change", () => this.adapt());
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    // The size of the screen changes as the phone is turned.
    new ResizeObserver(() => this.resized()).observe(scroller);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.visibilityChanged());
    list.addEventListener("focusin", ({ target }) => this.focused(target));
  }

  get cards() { return every(".card", this.list); }
  get slot() { return this.slots.find((slot) => slot.index === this.index) ?? null; }
  get slide() { return this.slides.get(this.cards[this.index]) ?? null; }

  /** Begins, or changes to a gallery and back. */
  adapt() {
    if (this.query.matches === this.isShown) return;
    this.isShown = this.query.matches;
    if (this.isShown) this.begin(); else this.end();
    this.dispatchEvent(new Event("change"));
  }

  begin() {
    if (this.slots.length === 0) this.slots = Array.from({ length: slotCount }, () => new Slot(this));
    this.scroller.append(this.loud);
    const known = this.cards.findIndex((card) => card.dataset.id === history.state?.video);
    if (known > 0) this.scroller.scrollTop = known * this.scroller.clientHeight;
    this.show(Math.max(0, known), "dismissed");
  }

  end() {
    clearTimeout(this.loadTimer);
    this.slot?.rest("dismissed");
    for (const slot of this.slots) slot.hold(null, null);
    for (const slide of this.slides.values()) slide.remove();
    this.slides.clear();
    this.index = 0;
    this.loud.remove();
  }

  /** A page of the feed was added to the list. */
  added(videos) {
    for (const video of videos) this.videos.set(video.id, video);
    if (!this.isShown) return;
    const { scroller } = this;
    // The browser keeps what it snapped to, which may be the end of the feed: the first new video is shown instead.
    const moved = shownIndex(scroller.scrollTop, scroller.clientHeight, this.cards.length) - this.index;
    if (this.slide === null) {
      scroller.scrollTop = this.index * scroller.clientHeight;
      this.show(this.index, "dismissed");
      return;
    }
    if (moved > 1) scroller.scrollTop = (this.index + 1) * scroller.clientHeight;
    this.prepare();
    if (this.slot?.video.readyState > 2) this.loadOthers();
  }

  scrolled() {
    if (!this.isShown) return;
    const index = shownIndex(this.scroller.scrollTop, this.scroller.clientHeight, this.cards.length);
    if (index !== this.index) this.show(index, index > this.index ? "swipe_next" : "swipe_previous");
  }

  resized() {
    if (this.isShown) this.scroller.scrollTop = this.index * this.scroller.clientHeight;
  }

  /** Shows another slide, and plays it. */
  show(index, reason) {
    const hadFocus = this.slide?.layer.contains(document.activeElement) ?? false;
    this.slot?.rest(reason);
    this.index = index;
    this.prepare();
    const { slide } = this;
    slide?.show();
    if (hadFocus) slide?.tap.focus({ preventScroll: true });
    const id = this.cards[index]?.dataset.id;
    // So that going back from another page leads here again.
    if (id) history.replaceState({ video: id }, "");
    const { slot } = this;
    slot?.begin(this.wantsToPlay);
    clearTimeout(this.loadTimer);
    if (!slot?.slide?.address || slot.video.readyState > 2) this.loadOthers();
    else this.loadTimer = setTimeout(() => this.loadOthers(), maxWait);
  }

  /** Loads the beginnings of the videos around the one shown. */
  loadOthers() {
    clearTimeout(this.loadTimer);
    for (const slot of this.slots) slot.load();
  }

  /** Makes the slides around the one shown, and loads their videos. */
  prepare() {
    const { cards } = this;
    const wanted = wantedIndexes(this.index, cards.length, { savesData });
    for (const [card, slide] of this.slides) {
      if (wanted.includes(cards.indexOf(card))) continue;
      slide.remove();
      this.slides.delete(card);
    }
    const goals = assign(this.slots.map((slot) => slot.index), wanted);
    this.slots.forEach((slot, number) => { if (goals[number] !== slot.index) slot.hold(null, null); });
    for (const index of wanted) {
      const card = cards[index];
      const item = this.videos.get(card.dataset.id);
      if (item && !this.slides.has(card)) this.slides.set(card, new Slide(this, card, item));
    }
    this.slots.forEach((slot, number) => {
      if (goals[number] !== null) slot.hold(goals[number], this.slides.get(cards[goals[number]]) ?? null);
    });
    for (const [card, slide] of this.slides) slide.setShown(cards.indexOf(card) === this.index);
  }

  /** Moves to another slide, as a swipe does. */
  go(index) {
    const card = this.cards[index];
    const behavior = isStill.matches ? "instant" : "smooth";
    if (card) this.scroller.scrollTo({ top: index * this.scroller.clientHeight, behavior });
    else if (index > 0) one("#end")?.scrollIntoView({ block: "end", behavior });
  }

  /** Another card has the focus, such as by the tabulator key or a screen reader. */
  focused(target) {
    const index = this.isShown ? this.cards.indexOf(target.closest(".card")) : -1;
    if (index >= 0 && index !== this.index) this.scroller.scrollTop = index * this.scroller.clientHeight;
  }

  visibilityChanged() {
    if (!this.isShown || !this.slot) return;
    if (document.hidden) this.slot.suspend(); else this.slot.resume();
  }

  /** All videos are muted, or none. */
  setMuted(isMuted) { for (const { video } of this.slots) video.muted = isMuted; }

  /** The browser insisted that a video begins without sound, or the viewer turned it on. */
  silenced({ isSilenced }) {
    this.loud.hidden = !isSilenced;
    for (const { player, video } of this.slots) {
      if (player.isSilenced === isSilenced) continue;
      // In this order, so that it isn't remembered as the viewer's wish.
      if (isSilenced) player.silence(true);
      video.muted = isSilenced;
    }
    this.slide?.update();
  }

  key(event) {
    if (!this.isShown || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, dialog, [contenteditable], .banner")) return;
    const command = commandOf(event.key, { isRightToLeft: document.documentElement.dir === "rtl" });
    // Buttons and links are pressed with space.
    if (!command || command === "toggle" && event.key === " " && event.target.closest("button, a")) return;
    const { slide, slot } = this;
    const actions = {
      next: () => this.go(this.index + 1), previous: () => this.go(this.index - 1), first: () => this.go(0),
      toggle: () => slot?.toggle(), mute: () => this.setMuted(!slot?.video.muted), like: () => slide?.like.click(),
      captions: () => slot?.toggleCaptions(), back: () => slot?.jump(-5), forward: () => slot?.jump(5),
    };
    event.preventDefault();
    actions[command]();
  }
}
