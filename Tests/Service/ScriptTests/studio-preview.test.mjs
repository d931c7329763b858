// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";

// What the modules ask of a browser when they are loaded, and what a preview needs of it.
globalThis.addEventListener ??= () => {};
const sources = [];
globalThis.MediaSource = class extends EventTarget { constructor() { super(); sources.push(this); } };
URL.createObjectURL = () => `blob:${sources.length}`;
globalThis.fetch = async (url) => ({ ok: true, url: `https://a.example${url}`, text: async () => "#EXTM3U\n#EXTINF:4,\na.m4s\n#EXT-X-ENDLIST\n" });
const { previews } = await import("../../../Sources/Service/Pages/Web/studio-preview.js");

function film(nativeHLS) {
  return { dataset: { film: "/v.m3u8" }, autoplay: false, isConnected: true, canPlayType: () => nativeHLS, load() {} };
}
const root = (...films) => ({ querySelectorAll: () => films });

test("a browser without HLS of its own plays a preview from our loader", async () => {
  const video = film("");
  previews(root(video));
  await new Promise(setImmediate);
  assert.equal(video.src, "blob:1");
});

test("a preview is begun once, however often its part of the page is looked at", async () => {
  const video = film("");
  const before = sources.length;
  for (let i = 0; i < 3; i += 1) previews(root(video));
  await new Promise(setImmediate);
  assert.equal(sources.length, before + 1);
});

test("a browser with HLS of its own is left alone", async () => {
  const video = film("maybe");
  const before = sources.length;
  previews(root(video));
  await new Promise(setImmediate);
  assert.equal(sources.length, before);
  assert.equal(video.src, undefined);
});
