// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test, { after } from "node:test";

globalThis.location = { href: "https://a.example/watch/v1", search: "" };
globalThis.document = { hidden: false, createElement: (name) => element(name) };
globalThis.customElements = { get: () => undefined };
const timers = [];
const interval = globalThis.setInterval;
globalThis.setInterval = (...all) => { timers.push(interval(...all)); return timers.at(-1); };
after(() => timers.forEach(clearInterval));
const { Player, playingElement } = await import("../../../Sources/Service/Pages/Web/player.js");

function element(localName, more = {}) {
  return Object.assign(new EventTarget(), {
    localName, src: "", volume: 1, muted: false, paused: true, attributes: [], set: {}, asked: [],
    setAttribute(name, value) { this.set[name] = value; }, append() {}, querySelectorAll: () => [], ...more,
  });
}

const variant = (width, height, bandwidth, excluded = null) => ({ width, height, bandwidth, excluded });
function playing() {
  return element("windowbox-player", {
    variants: [variant(320, 180, 1), variant(640, 360, 2), variant(640, 360, 3), variant(1280, 720, 4, "not decodable")],
    audioRenditions: [{ name: "Deutsch", isDefault: false }, { name: "English", isDefault: true }, { name: "English", isDefault: true }],
    selectedAudio: 1, selectedVariant: null,
    selectAudio(index) { this.asked.push(["audio", index]); }, selectVariant(index) { this.asked.push(["variant", index]); },
  });
}

test("sizes that can be played are offered, and each sound once, the default first", () => {
  const player = new Player(playing());
  player.video.dispatchEvent(new Event("presentationchange"));
  assert.deepEqual(player.sizes, [360, 180]);
  assert.deepEqual(player.audioNames, ["English", "Deutsch"]);
  assert.equal(player.audio, "English");
});

test("a choice goes to the best variant of a size, and is made again after a restart", () => {
  const player = new Player(playing());
  player.readChoices();
  player.chooseSize(360);
  player.preferAudio("Deutsch");
  assert.deepEqual(player.video.asked, [["variant", 2], ["audio", 0]]);
  // The sound can't be had: it isn't asked for again and again.
  player.readChoices();
  assert.deepEqual(player.video.asked.length, 2);
  player.audio = "Deutsch";
  player.hasApplied = false;
  player.readChoices();
  assert.deepEqual(player.video.asked.slice(2), [["audio", 0], ["variant", 2]]);
});

test("a sound that was chosen earlier is chosen in the next item", () => {
  const player = new Player(playing());
  player.readChoices();
  assert.deepEqual(player.video.asked, [["audio", 0]]);
});

test("without the script of our player, a video element takes its place", () => {
  const old = element("windowbox-player", {
    attributes: [{ name: "id", value: "video" }, { name: "controls", value: "none" }, { name: "src", value: "/a.m3u8" }],
    replaceWith(other) { this.other = other; },
  });
  const made = playingElement(old);
  assert.equal(made, old.other);
  assert.equal(made.localName, "video");
  assert.deepEqual(made.set, { id: "video", src: "/a.m3u8" });
});
