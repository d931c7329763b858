// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { previews } from "../../../Sources/Service/Pages/Web/studio-preview.js";

const made = [];
globalThis.document = {
  createElement: (name) => {
    const element = Object.assign(new EventTarget(), { name, attributes: {}, setAttribute(key, value) { this.attributes[key] = value; } });
    made.push(element);
    return element;
  },
};

function film() {
  const video = Object.assign(new EventTarget(), {
    dataset: { film: "/v.m3u8" }, autoplay: false, isConnected: true, replaced: null,
    attributes: [{ name: "class", value: "preview" }, { name: "controls", value: "" }, { name: "muted", value: "" }],
    replaceWith(other) { this.replaced = other; },
  });
  return video;
}
const root = (...films) => ({ querySelectorAll: () => films });
const there = async () => undefined;

test("our player takes the place of a preview, with its attributes", async () => {
  const video = film();
  previews(root(video), there);
  await new Promise(setImmediate);
  assert.equal(video.replaced.name, "windowbox-player");
  assert.deepEqual(video.replaced.attributes, { class: "preview", muted: "", src: "/v.m3u8" });
});

test("a preview is begun once, however often its part of the page is looked at", async () => {
  const video = film();
  const before = made.length;
  for (let i = 0; i < 3; i += 1) previews(root(video), there);
  await new Promise(setImmediate);
  assert.equal(made.length, before + 1);
});

test("without our player, the browser's own is left alone", async () => {
  const video = film();
  previews(root(video), async () => { throw new TypeError("404"); });
  await new Promise(setImmediate);
  assert.equal(video.replaced, null);
});
