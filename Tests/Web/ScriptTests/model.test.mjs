// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { commandOf, isWorthDrawing, nextSpeed, percent, qualities, qualityText, seekBar, timeText } from "../../../Web/Source/model.js";
import { phraseLanguages, phrasesFor } from "../../../Web/Source/phrases.js";

test("times have hours only when there are any", () => {
  assert.deepEqual([0, 5.9, 65, 3723, NaN, Infinity, -3].map(timeText), ["0:00", "0:05", "1:05", "1:02:03", "0:00", "0:00", "0:00"]);
});

test("a quality is named by its shorter side, its frame rate, or its bit rate", () => {
  const variant = (change) => ({ bandwidth: 2_400_000, width: 1280, height: 720, frameRate: 30, excluded: null, ...change });
  assert.equal(qualityText(variant({})), "720p");
  assert.equal(qualityText(variant({ width: 720, height: 1280 })), "720p", "a tall picture");
  assert.equal(qualityText(variant({ frameRate: 59.94 })), "720p60");
  assert.equal(qualityText(variant({ width: 0, height: 0 })), "2.4 Mbit/s");
  assert.equal(qualityText(variant({ width: 0, height: 0, bandwidth: 96_000 })), "96 kbit/s");
});

test("qualities are the playable ones, the best first, each name once", () => {
  const list = qualities([
    { bandwidth: 500, width: 320, height: 180, frameRate: null, excluded: null },
    { bandwidth: 900, width: 640, height: 360, frameRate: null, excluded: null },
    { bandwidth: 901, width: 640, height: 360, frameRate: null, excluded: null },
    { bandwidth: 5000, width: 1920, height: 1080, frameRate: null, excluded: "not decoded" },
  ]);
  assert.deepEqual(list.map(({ index, label }) => [index, label]), [[1, "360p"], [0, "180p"]]);
});

test("bar and clock are drawn anew while they are seen, and now and then otherwise", () => {
  assert.equal(isWorthDrawing(10.25, 10, true), true);
  assert.equal(isWorthDrawing(10.25, 10, false), false);
  assert.equal(isWorthDrawing(15, 10, false), true);
  assert.equal(isWorthDrawing(3, 10, false), true, "after a seek");
  assert.equal(isWorthDrawing(0, NaN, false), true, "the first time");
});

test("a share of the bar is as fine as can be seen", () => {
  assert.deepEqual([percent(1, 3), percent(-1, 3), percent(4, 3), percent(1, 0), percent(1, NaN)], ["33.3%", "0%", "100%", "0%", "0%"]);
});

test("the bar of a live stream ends where playback joins it", () => {
  const live = { kind: "dvr", start: 10, end: 100, livePosition: 94, duration: null };
  assert.deepEqual(seekBar(live, 93), { start: 10, end: 94, isLive: true, isAtEdge: true });
  assert.equal(seekBar(live, 60).isAtEdge, false);
  assert.deepEqual(seekBar(null, 0), { start: 0, end: 0, isLive: false, isAtEdge: false });
});

test("keys are those of the video sites that everyone knows", () => {
  assert.deepEqual(commandOf("k"), { command: "toggle" });
  assert.deepEqual(commandOf("J"), { command: "skip", value: -10 });
  assert.deepEqual(commandOf("5"), { command: "fraction", value: 0.5 });
  assert.equal(commandOf("x"), null);
  assert.equal(commandOf("Tab"), null);
});

test("speeds go up and down the list, and end at its ends", () => {
  assert.equal(nextSpeed(1, 1), 1.25);
  assert.equal(nextSpeed(1, -1), 0.75);
  assert.equal(nextSpeed(2, 1), 2);
  assert.equal(nextSpeed(0.5, -1), 0.5);
});

test("every language has every phrase, with the same values in it", () => {
  const english = ["Play", "Pause", "Mute", "Unmute", "Volume", "Seek", "Captions", "Settings", "Quality", "Speed", "Audio", "Off", "Automatic",
    "Automatic ({quality})", "Normal", "Full screen", "Leave full screen", "Picture in picture", "Live", "Go to live", "Try again",
    "This can't be played", "Tap for sound", "Loading", "Video player", "{minutes} minutes {seconds} seconds"];
  assert.equal(phraseLanguages.length, 6);
  const values = { quality: "Q7", minutes: 61, seconds: 62 };
  for (const language of phraseLanguages.slice(1)) {
    const say = phrasesFor(`${language}-XX`);
    for (const text of english) {
      const said = say(text, values);
      assert.ok(said.length > 0 && !said.includes("{"), `${language}: ${text}`);
      for (const [, name] of text.matchAll(/\{(\w+)\}/g)) assert.ok(said.includes(String(values[name])), `${language}: ${text}`);
    }
    assert.notEqual(say("Settings"), "Settings", language);
  }
  assert.equal(phrasesFor("tlh")("Play"), "Play");
});
