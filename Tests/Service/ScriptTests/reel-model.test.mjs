// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { assign, commandOf, isWide, reelQuery, shownIndex, slotCount, wantedIndexes } from "../../../Sources/Service/Pages/Web/reel-model.js";

test("the one shown, the next two and the one before are held ready, as far as they exist", () => {
  assert.deepEqual(wantedIndexes(5, 10), [5, 6, 7, 4]);
  assert.deepEqual(wantedIndexes(0, 10), [0, 1, 2]);
  assert.deepEqual(wantedIndexes(9, 10), [9, 8]);
  assert.deepEqual(wantedIndexes(0, 0), []);
  assert.deepEqual(wantedIndexes(5, 10, { savesData: true }), [5]);
  assert.ok(wantedIndexes(5, 10).length <= slotCount);
});

test("swiping on changes one player at a time, and never that of a video which stays", () => {
  let held = [null, null, null, null];
  let changes = 0;
  for (let current = 0; current < 20; current += 1) {
    const wanted = wantedIndexes(current, 20);
    const next = assign(held, wanted);
    assert.deepEqual(next.filter((index) => index !== null).sort((a, b) => a - b), [...wanted].sort((a, b) => a - b));
    next.forEach((index, number) => { if (wanted.includes(held[number])) assert.equal(index, held[number]); });
    if (current > 1) changes += next.filter((index, number) => index !== held[number] && index !== null).length;
    held = next;
  }
  assert.equal(changes, 16);
});

test("a jump gives every player another video", () => {
  assert.deepEqual(assign([0, 1, 2, 3], [10, 11, 12, 9]), [10, 11, 12, 9]);
  assert.deepEqual(assign([0, 1, 2, 3], [2]), [null, null, 2, null]);
});

test("the shown video is the one that covers most of the screen, whatever the scroll position is", () => {
  assert.equal(shownIndex(0, 800, 5), 0);
  assert.equal(shownIndex(399, 800, 5), 0);
  assert.equal(shownIndex(401, 800, 5), 1);
  // Rubber bands of phones scroll beyond both ends.
  assert.equal(shownIndex(-90, 800, 5), 0);
  assert.equal(shownIndex(9000, 800, 5), 4);
  assert.equal(shownIndex(100, 0, 5), 0);
  assert.equal(shownIndex(100, 800, 0), 0);
});

test("only upright pictures fill the screen", () => {
  assert.ok(!isWide(1080, 1920));
  assert.ok(isWide(1000, 1000));
  assert.ok(isWide(1920, 1080));
  assert.ok(!isWide(0, 0));
});

test("keys move, play and mute, and mirror with the direction of the text", () => {
  assert.equal(commandOf("ArrowDown"), "next");
  assert.equal(commandOf(" "), "toggle");
  assert.equal(commandOf("ArrowRight"), "forward");
  assert.equal(commandOf("ArrowRight", { isRightToLeft: true }), "back");
  assert.equal(commandOf("x"), null);
});

test("the style sheet and the pages have the same limits of size", () => {
  const styles = readFileSync(new URL("../../../Sources/Service/Pages/Web/reel.css", import.meta.url), "utf8");
  const page = readFileSync(new URL("../../../Sources/Service/Pages/Viewer/BrowsePage.swift", import.meta.url), "utf8");
  assert.ok(page.includes(`"${reelQuery}"`));
  for (const limit of reelQuery.match(/max-(?:width|height): \d+px/g)) assert.ok(styles.includes(limit), limit);
});
