// SPDX-License-Identifier: Apache-2.0
import { data, text, one, make, icon, toast, countText, language } from "./page.js";
import { call, guestToken } from "./api.js";
import { report } from "./report.js";
import { expandable } from "./expandable.js";
import { countdownText } from "./format.js";
import { retryDelay } from "./recovery.js";
import { showInteraction, endInteraction } from "./interactions.js";
import { route } from "./routes.js";

/** The limit of chat messages on the page. */
const maxMessages = 300;
/** The length in characters above which a message is shortened. */
const maxShown = 280;
/** The longest message that the service accepts, in bytes. */
const maxBytes = 1000;

/** A live stream on the page: its state, chat, likes and products, kept up to date by a socket. */
export class LiveRoom {
  constructor(page) {
    Object.assign(this, page);
    this.stream = data.stream;
    this.status = this.stream.status;
    this.unlock = null;
    this.last = null;
    this.attempts = 0;
    addEventListener("online", () => this.renew(performance.now()));
  }

  /** Reconnects a socket that is older than an outage: a half-open one may not notice for minutes. */
  renew(since) { if (this.socket?.readyState === WebSocket.OPEN && this.openedAt < since) this.socket.close(); }

  get headers() { return this.unlock ? { "X-Unlock-Token": this.unlock } : {}; }
  reportEvent(name, more = {}) { report(name, { video_id: this.stream.video_id, live_stream_id: this.stream.id, live_status: this.status, ...more }); }

  enter() {
    this.counts();
    this.compose();
    if (data.locked) return this.askForCode();
    this.show();
    this.connect();
  }

  /**
   * Loads the current state of the stream.
   * @returns the address to play; null when there is none
   */
  async address() {
    this.stream = await call("GET", route("liveStream", this.stream.id), { headers: this.headers });
    this.status = this.stream.status;
    if (this.status === "replay") return this.stream.replay?.url ?? null;
    return this.stream.playback?.ll_hls ?? this.stream.playback?.hls ?? null;
  }

  askForCode() {
    const input = make("input", { id: "code", autocomplete: "off", "aria-label": text("accessCode"), placeholder: text("accessCode") });
    const message = make("p", { role: "alert", class: "small" });
    const form = make("form", { class: "code", onsubmit: async (event) => {
      event.preventDefault();
      try {
        this.unlock = (await call("POST", route("unlockLiveStream", this.stream.id), { body: { code: input.value } })).unlock_token;
        const address = await this.address();
        this.show();
        this.connect();
        if (address) this.begin(address);
      } catch (error) { message.textContent = text(error.status === 429 ? "tooFast" : error.code === "incorrect_access_code" ? "wrongCode" : "loadFailed"); input.select(); }
    } }, input, make("button", { type: "submit", class: "primary" }, text("unlock")), message);
    this.cover("locked", form);
  }

  /** Shows the state of the stream, on its badge and over the video. */
  show() {
    clearInterval(this.clock);
    const state = one("#state");
    const word = { live: "live", paused: "paused", idle: "scheduled", replay: "replay", completed: "ended" }[this.status];
    if (state && word) { state.textContent = text(word); state.classList.toggle("live", this.status === "live"); }
    const like = one("#like");
    if (like) like.disabled = this.status === "idle" || this.status === "completed";
    const form = one("#write");
    const chat = this.stream.chat_settings ?? {};
    if (form) form.hidden = !({ idle: chat.on_trailer, live: chat.on_live, paused: chat.on_live, replay: chat.on_replay }[this.status] ?? false);
    this.announce(this.stream.announcement);
    this.pin(this.stream.pinned ?? []);
    if (this.status === "paused") this.cover("hostPaused");
    else if (this.status === "completed") this.cover("liveEnded");
    else if (this.status === "idle" && !this.stream.countdown_hidden) this.countDown();
    else this.uncover();
  }

  countDown() {
    const at = Date.parse(this.stream.scheduled_at ?? "");
    // With this role, screen readers do not announce every second.
    const line = make("p", { class: "count", role: "timer" });
    const remind = Number.isNaN(at) ? null : make("button", { type: "button", onclick: () => this.remind() }, icon("calendar"), text("remindMe"));
    this.cover(null, line, remind ?? "");
    const tick = () => {
      const time = countdownText(at - Date.now(), language);
      line.textContent = time === null ? text("startsSoon") : text("liveIn", { time });
    };
    tick();
    this.clock = setInterval(tick, 1000);
  }

  async remind() {
    try {
      const response = await fetch(route("calendar", this.stream.id), { headers: { Authorization: `Bearer ${await guestToken()}` } });
      if (!response.ok) throw new Error(String(response.status));
      const link = make("a", { href: URL.createObjectURL(await response.blob()), download: "live.ics" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch { toast(text("loadFailed")); }
  }

  async connect() {
    let token;
    try {
      // Messages sent during the outage may be gone by now.
      if (this.attempts > 0) await this.catchUp();
      token = await guestToken();
    } catch { return this.reconnect(); }
    const query = new URLSearchParams();
    if (this.last !== null) query.set("after", this.last);
    const address = new URL(`${route("liveSocket", this.stream.id)}?${query}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    // Addresses are logged, subprotocols are not.
    const protocols = ["windowbox", `bearer.${token}`];
    if (this.unlock) protocols.push(`unlock.${this.unlock}`);
    const socket = this.socket = new WebSocket(address, protocols);
    socket.addEventListener("open", () => {
      this.attempts = 0;
      this.openedAt = performance.now();
      one("#connection")?.setAttribute("hidden", "");
      if (!this.hasJoined) { this.hasJoined = true; this.reportEvent("fw:livestream:user-join"); }
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      this.last = message.seq;
      this.receive(message.type, message.data ?? {});
    });
    socket.addEventListener("close", () => this.reconnect());
  }

  reconnect() {
    if (this.status === "completed") return;
    // Don't show a reconnect that succeeds at once.
    if (this.attempts > 0) one("#connection")?.removeAttribute("hidden");
    const hurry = () => {
      clearTimeout(timer);
      removeEventListener("online", hurry);
      this.connect();
    };
    const timer = setTimeout(hurry, retryDelay(this.attempts));
    addEventListener("online", hurry);
    this.attempts += 1;
  }

  async catchUp() {
    const answer = await call("GET", route("liveStream", this.stream.id), { headers: this.headers });
    this.announce(this.stream.announcement = answer.announcement);
    this.pin(this.stream.pinned = answer.pinned ?? []);
    this.stream.likes = Math.max(this.stream.likes ?? 0, answer.likes ?? 0);
    this.counts();
    await this.changed({ status: answer.status });
  }

  receive(type, facts) {
    switch (type) {
      case "status": return this.changed(facts);
      case "viewers": this.stream.viewers = facts.count; this.showJoined(facts); return this.counts();
      case "likes": this.stream.likes = Math.max(this.stream.likes ?? 0, facts.count); return this.counts();
      case "chat.added": case "chat.restored": return this.appendMessage(facts);
      case "chat.removed": return document.getElementById(`m-${facts.id}`)?.remove();
      case "coupon": return facts.code ? toast(facts.code) : undefined;
      case "subtitle": return this.showTyped(facts);
      case "announcement": return this.announce(this.stream.announcement = facts.text);
      case "pinned": return this.pin(this.stream.pinned = facts.ids ?? []);
      case "product.updated": return document.querySelector(`.product[data-id="${CSS.escape(facts.product_id)}"]`)?.toggleAttribute("hidden", facts.hidden === true);
      case "interaction.launched": case "interaction.results": return showInteraction(facts, this);
      case "interaction.ended": return endInteraction(facts);
      case "winner": if (facts.winners?.length) toast(text("winners", { names: facts.winners.join(", ") }));
    }
  }

  async changed(facts) {
    const before = this.status;
    Object.assign(this.stream, facts);
    this.status = facts.status;
    if (facts.status === before) return;
    const wasOnAir = before === "live" || before === "paused";
    if (facts.status === "completed") this.stop();
    this.show();
    if (facts.status === "live" && !wasOnAir || facts.status === "replay") this.start();
  }

  /** Starts playing once there is an address. */
  async start() {
    const { status } = this;
    for (let attempt = 0; this.status === status; attempt += 1) {
      const address = await this.address().catch(() => null);
      if (address) return this.begin(address);
      if (status === "live") this.cover("waitingForHost");
      await new Promise((go) => setTimeout(go, retryDelay(attempt)));
    }
  }

  counts() {
    const { viewers = 0, likes = 0 } = this.stream;
    const shown = one("#viewers");
    if (shown) shown.textContent = viewers > 0 ? text("viewers", { count: countText(viewers) }) : "";
    const hearts = one("#likes");
    if (hearts) hearts.textContent = countText(likes);
  }

  /** Shows for a moment who joined. What arrives right after connecting happened before. */
  showJoined({ joined = [], others = 0 }) {
    const element = one("#joined");
    if (!element || !joined.length || performance.now() - this.openedAt < 1000) return;
    const names = [...joined.map((name) => `\u2068${name}\u2069`), ...(others > 0 ? [`+${countText(others)}`] : [])];
    element.textContent = text("joined", { names: names.join(", ") });
    element.hidden = false;
    clearTimeout(this.joinedTimer);
    this.joinedTimer = setTimeout(() => { element.hidden = true; }, 5000);
  }

  /** Shows what a host typed. What arrives right after connecting and has a duration is over. */
  showTyped({ lang, text: words, duration_ms: length }) {
    if (typeof lang !== "string" || !lang) return;
    const isOver = typeof length === "number" && performance.now() - this.openedAt < 1000;
    this.captions.showTyped(lang, isOver ? "" : words, typeof length === "number" ? length / 1000 : null);
  }

  announce(message) {
    const element = one("#announcement");
    if (!element) return;
    if (one("bdi", element)?.textContent === (message ?? "")) return;
    element.hidden = !message;
    element.replaceChildren(icon("megaphone"), make("bdi", {}, message ?? ""));
  }

  pin(ids) {
    for (const product of document.querySelectorAll(".product")) {
      const isPinned = ids.includes(product.dataset.id);
      product.classList.toggle("pinned", isPinned);
      one(".pin", product)?.remove();
      if (isPinned) one(".words", product).prepend(make("span", { class: "badge pin" }, text("pinned")));
    }
    const first = document.querySelector(`.product[data-id="${CSS.escape(ids[0] ?? "")}"]`);
    if (first) first.parentElement.prepend(first);
  }

  /** Appends a message to the chat, once. */
  appendMessage(message) {
    const list = one("#messages");
    if (!list || document.getElementById(`m-${message.id}`)) return;
    one("#chat-empty")?.remove();
    const log = list.parentElement;
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    const name = make("b", { class: message.host ? "host" : "" }, make("bdi", {}, message.username || "…"));
    if (message.host) name.append(" ", make("span", { class: "badge" }, text("host")));
    list.append(make("li", { id: `m-${message.id}` }, name, " ", ...expandable(message.text, maxShown)));
    while (list.children.length > maxMessages) list.firstElementChild.remove();
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }

  compose() {
    const form = one("#write");
    form?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const input = one("#message");
      const message = input.value.trim();
      if (!message) return;
      if (new TextEncoder().encode(message).length > maxBytes) return toast(text("messageTooLong"));
      input.value = "";
      try {
        this.appendMessage(await call("POST", route("sendMessage", this.stream.id), { body: { text: message }, headers: this.headers }));
        this.reportEvent("fw:livestream:user-send-chat");
      } catch (error) {
        // Restore the text of a message that failed.
        if (!input.value) input.value = message;
        toast(text(error.status === 429 ? "tooFast" : error.code === "chat_muted" ? "mutedByHosts" : "messageFailed"));
      }
    });
    one("#like")?.addEventListener("click", async () => {
      this.stream.likes = (this.stream.likes ?? 0) + 1;
      this.counts();
      this.heart();
      this.reportEvent("fw:livestream:user-send-like");
      try {
        const answer = await call("POST", route("likeLiveStream", this.stream.id), { headers: this.headers });
        this.stream.likes = Math.max(this.stream.likes, answer.likes);
        this.counts();
      } catch { /* the next count from the service corrects it */ }
    });
  }

  heart() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const flying = make("span", { class: "flying", "aria-hidden": "true" }, icon("heart"));
    this.stage.append(flying);
    flying.addEventListener("animationend", () => flying.remove());
  }
}
