// SPDX-License-Identifier: Apache-2.0
import { data, text, make } from "./page.js";
import { call } from "./api.js";
import { route } from "./routes.js";

/** Asks for the password of a video, and keeps what it unlocks until the tab is closed. */
export class VideoLock {
  constructor(page) {
    Object.assign(this, page);
    this.key = `windowbox-unlock-${data.video.id}`;
    this.unlock = null;
    try { this.unlock = sessionStorage.getItem(this.key); } catch { /* it is asked for again */ }
  }

  get headers() { return this.unlock ? { "X-Unlock-Token": this.unlock } : {}; }

  /** Plays with what an earlier visit unlocked, or asks for the password. */
  async enter() {
    const address = this.unlock && await this.address().catch(() => null);
    if (address) this.begin(address); else this.ask();
  }

  /** The address to play; null when the password has changed or was entered too long ago. */
  async address() {
    const video = await call("GET", route("video", data.video.id), { headers: this.headers });
    if (video.hls_url) return video.hls_url;
    this.keep(null);
    this.ask();
    return null;
  }

  keep(token) {
    this.unlock = token;
    try { if (token) sessionStorage.setItem(this.key, token); else sessionStorage.removeItem(this.key); } catch { /* it is asked for again */ }
  }

  ask() {
    const label = text("password");
    const input = make("input", { id: "code", type: "password", autocomplete: "off", maxlength: 200, required: true, "aria-label": label, placeholder: label });
    const message = make("p", { role: "alert", class: "small" });
    const form = make("form", { class: "code", onsubmit: async (event) => {
      event.preventDefault();
      message.textContent = "";
      try {
        this.keep((await call("POST", route("unlockVideo", data.video.id), { body: { password: input.value } })).unlock_token);
        const address = await this.address();
        if (address) this.begin(address);
      } catch (error) { message.textContent = text(error.status === 429 ? "tooFast" : error.code === "incorrect_access_code" ? "wrongPassword" : "loadFailed"); input.select(); }
    } }, input, make("button", { type: "submit", class: "primary" }, text("unlock")), message);
    this.cover("passwordNeeded", form);
  }
}
