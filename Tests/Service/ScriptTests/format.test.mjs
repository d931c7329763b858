// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { clockText, countdownText, countText, moneyText, shortText, sizeText } from "../../../Sources/Service/Pages/Web/format.js";

// Intl writes spaces that don't break; which of them depends on its version.
const plain = (text) => text.replace(/\s/gu, " ");

test("times have hours only when there are some", () => {
  const shown = [0, 5, 65, 600, 3599, 3600, 3729, 36_000].map(clockText);
  assert.deepEqual(shown, ["0:00", "0:05", "1:05", "10:00", "59:59", "1:00:00", "1:02:09", "10:00:00"]);
});

test("a duration just short of a second is that second, and no number is zero", () => {
  assert.deepEqual([11.99, 11.9, -3, NaN, Infinity, undefined, null].map(clockText), ["0:12", "0:11", "0:00", "0:00", "0:00", "0:00", "0:00"]);
});

test("counts are short, in the language of the page", () => {
  assert.deepEqual([0, 999, 1234, 2_500_000].map((count) => countText(count, "en")), ["0", "999", "1.2K", "2.5M"]);
  assert.equal(plain(countText(2_500_000, "de")), "2,5 Mio.");
});

test("money has the places and the sign of its currency", () => {
  assert.equal(moneyText("19.9", "EUR", "en"), "€19.90");
  assert.equal(plain(moneyText("19.9", "EUR", "de")), "19,90 €");
  assert.equal(plain(moneyText("1200", "JPY", "en")), "¥1,200");
  assert.equal(moneyText("5", "no currency", "en"), "5 no currency");
});

test("the time left is told in three units at most", () => {
  const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
  const shown = (left) => plain(countdownText(left, "en"));
  assert.equal(shown(0.2 * second), "1 sec");
  assert.equal(shown(59 * second), "59 sec");
  assert.equal(shown(minute), "1 min 0 sec");
  assert.equal(shown(hour + 2 * minute + 3 * second), "1 hr 2 min 3 sec");
  assert.equal(shown(2 * day + hour + 2 * minute + 3 * second), "2 days 1 hr 2 min");
  for (const over of [0, -5, NaN]) assert.equal(countdownText(over, "en"), null);
});

test("sizes are in decimal units", () => {
  assert.deepEqual([1, 999_001, 1e6, 12_345_678, 1e9, 5.678e10].map(sizeText), ["1 kB", "1000 kB", "1.0 MB", "12.3 MB", "1.00 GB", "56.78 GB"]);
});

test("a long text is cut well before the limit, between characters", () => {
  assert.equal(shortText("a".repeat(100), 100), null);
  assert.equal(shortText("a".repeat(101), 100), `${"a".repeat(60)}…`);
  assert.equal(shortText("👋".repeat(101), 100), `${"👋".repeat(60)}…`);
  assert.equal(shortText(`${"a".repeat(55)}     ${"b".repeat(60)}`, 100), `${"a".repeat(55)}…`);
});
