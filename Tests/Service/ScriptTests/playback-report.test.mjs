// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { PlaybackReport } from "../../../Sources/Service/Pages/Web/playback-report.js";

function reporting() {
  const events = [];
  const playback = new PlaybackReport((name, position, more) => events.push({ name: name.replace("fw:video:", ""), position, ...more }));
  /** Plays on in steps of a quarter of a second. */
  const play = (from, to, duration, more) => { for (let position = from; position <= to; position += 0.25) playback.moved(position, duration, more); };
  return { playback, events, play, names: () => events.map((event) => event.name) };
}

test("a video tells of its start, three seconds watched, each quarter and its end, once", () => {
  const { playback, names, play } = reporting();
  play(0, 20, 20);
  playback.ended(20);
  assert.deepEqual(names(), ["start", "interactable-engaged-view", "first-quartile", "midpoint", "third-quartile", "complete"]);
});

test("a live stream has no quarters", () => {
  const { names, play } = reporting();
  play(0, 20, Infinity, { isLive: true });
  assert.deepEqual(names(), ["start", "interactable-engaged-view"]);
});

test("a jump counts for quarters, and not as time watched", () => {
  const { playback, names, events } = reporting();
  playback.moved(0, 100);
  playback.moved(80, 100);
  assert.deepEqual(names(), ["start", "first-quartile", "midpoint", "third-quartile"]);
  playback.finished("dismissed", 80, 100, { stall_count: 0 });
  assert.deepEqual(events.at(-1).properties, { stall_count: 0, watched_ratio: 0, watched_ms: 0, exited_before_start: 0 });
});

test("watching it again is another pass, and engagement counts once", () => {
  const { playback, events, play, names } = reporting();
  play(0, 8, 8, { isAutoplay: true });
  playback.ended(8);
  playback.again();
  play(0, 2, 8);
  assert.deepEqual(events.filter((event) => event.name === "start").map(({ pass, is_autoplay: isAutoplay }) => [pass, isAutoplay]), [[1, true], [2, false]]);
  assert.equal(names().filter((name) => name === "interactable-engaged-view").length, 1);
});

test("the end of watching is told once, with the share that was watched", () => {
  const { playback, events, play } = reporting();
  play(0, 5, 10);
  playback.finished("dismissed", 5, 10, {});
  playback.finished("error", 5, 10, {});
  const ends = events.filter((event) => event.name === "session");
  assert.equal(ends.length, 1);
  assert.deepEqual(ends[0].properties, { watched_ratio: 0.5, watched_ms: 5000, exited_before_start: 0 });
});
