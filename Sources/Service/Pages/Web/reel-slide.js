// SPDX-License-Identifier: Apache-2.0
import { text, one, make, icon, isAddress, clockText, countText, safeLink } from "./page.js";
import { call } from "./api.js";
import { showComments } from "./comments.js";
import { goodsCard, goodsList } from "./goods.js";
import { isWide } from "./reel-model.js";
import { route } from "./routes.js";
import { shareVideo } from "./share.js";
import { openSheet } from "./sheet.js";
import { toggle } from "./toggle.js";

/** What belongs to a video on the screen: its buttons, products and state. It lies over the card's poster. */
export class Slide {
  constructor(reel, card, item) {
    Object.assign(this, { reel, card, item, slot: null, products: null });
    this.link = one("a", card);
    this.title = one(".title", card).textContent;
    this.address = isAddress(item.hls_url) ? item.hls_url : null;
    this.texts = (item.subtitles ?? []).filter(({ url }) => isAddress(url) && url.split("?")[0].endsWith(".vtt"));
    this.build();
    // Beside a picture that doesn't fill the screen.
    const poster = one(".poster > img", card);
    const shape = () => { if (poster.naturalWidth > 0) card.classList.toggle("wide", isWide(poster.naturalWidth, poster.naturalHeight)); };
    if (poster) { shape(); poster.addEventListener("load", shape, { once: true }); }
    this.backdrop = poster ? make("img", { class: "backdrop", src: poster.currentSrc || poster.src, alt: "" }) : null;
    if (this.backdrop) poster.before(this.backdrop);
    card.append(this.layer);
  }

  build() {
    this.big = make("span", { class: "big", "aria-hidden": "true", hidden: true }, icon("play"));
    this.tap = make("button", { type: "button", class: "tap", onclick: () => this.pressed() }, this.big);
    this.tap.addEventListener("dblclick", () => { if (this.like.getAttribute("aria-pressed") !== "true") this.like.click(); });
    this.bar = make("input", { type: "range", class: "bar", min: 0, max: 0, step: 0.1, value: 0, hidden: true, "aria-label": text("seek"), oninput: () => {
      if (this.slot) this.slot.video.currentTime = Number(this.bar.value);
    } });
    this.spinner = make("span", { class: "spinner", hidden: true, "aria-hidden": "true" });
    this.trouble = make("div", { class: "cover", role: "status", hidden: true });
    this.layer = make("div", { class: "layer" }, this.tap, this.spinner, this.tags(), this.action(), this.rail(), this.bar, this.trouble);
    this.update();
  }

  button(name, phrase, shape, action) {
    const count = make("span", { class: "figure", "aria-hidden": "true" });
    const made = make("button", { type: "button", class: `on-film ${name}`, onclick: action }, icon(shape), count, make("span", { class: "unseen" }, text(phrase)));
    return made;
  }

  rail() {
    this.like = this.button("like", "likeVideo", "heart", () => this.burst());
    this.like.setAttribute("aria-pressed", "false");
    this.comments = this.button("talk", "comments", "comment", () => this.openComments());
    this.share = this.button("share", "share", "share", () => this.openShare());
    this.cart = this.button("goods-button", "products", "cart", () => this.openProducts());
    this.cart.hidden = !(this.item.products?.length > 0);
    this.cc = this.button("captions-button", "captions", "captions", () => this.slot?.toggleCaptions());
    this.sound = this.button("sound-button", "mute", "sound", () => { if (this.slot) this.reel.setMuted(!this.slot.video.muted); });
    this.comments.hidden = this.item.type === "livestream" && this.item.live_status !== "replay" && this.item.live_status !== "completed";
    this.like.hidden = this.item.type === "livestream";
    return make("div", { class: "rail" }, this.like, this.comments, this.share, this.cart, this.cc, this.sound);
  }

  tags() {
    const tags = (this.item.hashtags ?? []).slice(0, 8);
    if (tags.length === 0) return null;
    return make("ul", { class: "film-tags", "aria-label": text("hashtags") }, ...tags.map((tag) =>
      make("li", {}, make("a", { href: `/search?q=${encodeURIComponent(tag)}` }, make("bdi", {}, `#${tag}`)))));
  }

  /** The call to action; for a live stream, or what can't be played here, the way to its own page. */
  action() {
    const { cta } = this.item;
    if (this.item.region_blocked) return make("p", { class: "act note" }, text("regionBlocked"));
    if (!this.address || this.item.type === "livestream") return make("a", { class: "button primary act", href: this.link.href }, text("view"));
    const link = cta ? safeLink(cta.url) : null;
    if (!link) return null;
    const known = { buy: "buy", download: "download", view: "view", book: "book", shop_now: "shopNow" }[cta.type];
    return make("a", { class: "button primary act", href: link, target: "_blank", rel: "noopener", onclick: () => this.slot?.tracking?.clicked() },
      make("bdi", {}, known ? text(known) : cta.title || text("view")));
  }

  pressed() {
    if (this.slot && this.address) this.slot.toggle(); else location.assign(this.link.href);
  }

  /** A moment of joy for the eye; the button itself says the state. */
  burst() {
    if (this.like.getAttribute("aria-pressed") === "true" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const heart = make("span", { class: "flying", "aria-hidden": "true" }, icon("heart"));
    heart.addEventListener("animationend", () => heart.remove());
    this.layer.append(heart);
  }

  /** The slide is shown for the first time: only now is the service asked about it. */
  show() {
    if (this.hasShown) return;
    this.hasShown = true;
    const { id } = this.item;
    if (!this.like.hidden) {
      toggle(this.like, {
        state: () => call("GET", route("videoLikes", id)),
        change: (isLiked) => (isLiked ? call("PUT", route("likeVideo", id)) : call("DELETE", route("unlikeVideo", id))),
        show: ({ count, liked }) => {
          one(".figure", this.like).textContent = count > 0 ? countText(count) : "";
          one(".unseen", this.like).textContent = `${text("likeVideo")} ${countText(count)}`;
          return liked;
        },
      });
    }
    if (!this.cart.hidden) this.loadProducts();
  }

  /** Once, even if the viewer asks for them while they load. */
  loadProducts() {
    this.loading ??= this.fetchProducts().finally(() => { this.loading = null; });
    return this.loading;
  }

  async fetchProducts() {
    try {
      const found = await call("GET", route("videoProducts", this.item.id));
      this.products = found.data;
      if (this.products.length === 0) this.cart.hidden = true;
      else this.layer.insertBefore(goodsCard(this.products, () => this.openProducts()), one(".rail", this.layer));
    } catch { /* the button of the rail tries again */ }
  }

  async openProducts() {
    if (!this.products) await this.loadProducts();
    const products = this.products ?? [];
    if (products.length === 0) return void openSheet(text("products"), make("p", { role: "alert" }, text("actionFailed")));
    this.slot?.tell("fw:shopping:product-card-clicked", { product_id: products[0].id });
    openSheet(text("products"), goodsList(products, {
      onAdd: (product) => this.slot?.tell("fw:shopping:pdp-primary-cta-clicked", { product_id: product, properties: { type: "ADD TO CART" } }),
      onOpen: (product) => this.slot?.tell("fw:shopping:product-list-item-clicked", { product_id: product }),
    }));
  }

  openComments() {
    const section = one("#comments-template").content.firstElementChild.cloneNode(true);
    // The sheet has the title.
    one("#comments-title", section).className = "unseen";
    openSheet(text("comments"), section);
    showComments(section, this.item.id);
  }

  openShare() {
    const path = new URL(this.link.href).pathname;
    shareVideo({ id: this.item.id, path, title: this.title, address: this.link.href }, (field) => openSheet(text("share"), field),
      (name) => this.slot?.tell(name));
  }

  /** Only what is on the screen can be reached by keyboards and screen readers. */
  setShown(isShown) { this.layer.inert = !isShown; }

  update() {
    const { slot } = this;
    const video = slot?.video ?? null;
    const isPaused = !video || video.paused;
    const phrase = !slot || !this.address ? "watch" : isPaused ? "play" : "pause";
    this.tap.setAttribute("aria-label", text(phrase, { title: this.title }));
    this.big.hidden = !isPaused || !this.hasShown || !this.address || slot?.player.wantsToPlay === true;
    const isMuted = video?.muted ?? false;
    if (this.isMuted !== isMuted) {
      this.isMuted = isMuted;
      one("svg", this.sound).replaceWith(icon(isMuted ? "soundOff" : "sound"));
      one(".unseen", this.sound).textContent = text(isMuted ? "unmute" : "mute");
    }
    this.sound.hidden = !this.address;
    this.cc.hidden = !slot || slot.captions.languages.length === 0;
    this.cc.setAttribute("aria-pressed", String(slot?.captions.chosen != null));
    this.spinner.hidden = !video || isPaused || video.readyState > 2 || !this.address;
    this.updateBar(video);
    this.showTrouble(slot?.player.trouble ?? null);
  }

  updateBar(video) {
    const isLong = video !== null && Number.isFinite(video.duration) && video.duration > 0 && !this.slot.player.isLive();
    this.bar.hidden = !isLong;
    if (!isLong) return;
    this.bar.max = video.duration;
    this.bar.value = video.currentTime;
    this.bar.setAttribute("aria-valuetext", `${clockText(video.currentTime)} / ${clockText(video.duration)}`);
    this.bar.style.setProperty("--played", `${(100 * video.currentTime) / video.duration}%`);
  }

  showTrouble(trouble) {
    if (trouble === this.shownTrouble) return;
    this.shownTrouble = trouble;
    const { slot } = this;
    this.trouble.hidden = trouble === null;
    const phrase = { waiting: slot?.player.isLive() ? "waitingForHost" : "reconnecting", reconnecting: "reconnecting", failed: "playFailed" }[trouble];
    this.trouble.replaceChildren(...(phrase ? [make("p", {}, text(phrase))] : []),
      ...(trouble === "failed" ? [make("button", { type: "button", onclick: () => slot.player.retry() }, text("retry"))] : []));
  }

  remove() {
    this.layer.remove();
    this.backdrop?.remove();
  }
}
