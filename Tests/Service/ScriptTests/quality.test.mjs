// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { chooseVariant, isTooSlow, Throughput } from "../../../Sources/Service/Pages/Web/quality.js";

const variants = [[300, 180], [800, 360], [2500, 720], [5000, 1080]].map(([k, size]) => ({ rate: k * 1000, size }));
const choose = (current, kbit, buffered, maxSize) => chooseVariant(variants, {
  current: variants.find((variant) => variant.size === current) ?? null, estimate: kbit === null ? null : kbit * 1000, buffered, maxSize,
}).size;

test("quality starts low when nothing is known, and as good as an earlier page measured", () => {
  assert.equal(choose(0, null, 0), 180);
  assert.equal(choose(0, 4000, 0), 720);
});

test("quality drops at once when the buffer is short, and waits when it is long", () => {
  assert.equal(choose(720, 400, 3), 180);
  assert.equal(choose(720, 2000, 25), 720);
  assert.equal(choose(360, 900, 3), 360);
});

test("quality rises with headroom, once something is buffered", () => {
  assert.equal(choose(180, 1000, 20), 180, "80 % of the throughput is too much");
  assert.equal(choose(180, 1200, 20), 360, "67 % is not");
  assert.equal(choose(180, 9000, 2), 180);
});

test("more pixels than are shown are not loaded", () => {
  assert.equal(choose(180, 9000, 20, 400), 360);
  assert.equal(choose(1080, 9000, 20, 800), 720);
  assert.equal(choose(0, null, 0, 90), 180, "the smallest is better than none");
});

test("throughput counts concurrent requests together, falls quickly and rises slowly", () => {
  const measured = new Throughput(700_000);
  const kbit = () => Math.round(measured.estimate / 1000);
  let now = 0;
  const fetch = (bytes, ms) => { measured.began(now); measured.received(bytes); now += ms; measured.ended(now); };
  assert.equal(kbit(), 700, "remembered");
  fetch(2000, 300);
  assert.equal(kbit(), 700, "too small to tell");
  fetch(998_000, 700);
  assert.equal(kbit(), 8000);
  for (let i = 0; i < 2; i += 1) measured.began(now);
  for (let i = 0; i < 2; i += 1) measured.received(500_000);
  now += 1000;
  for (let i = 0; i < 2; i += 1) measured.ended(now);
  assert.equal(kbit(), 8000, "two at a time share a second");
  now += 60_000;
  fetch(1_000_000, 1000);
  assert.equal(kbit(), 8000, "a pause is no slowness");
  for (let i = 0; i < 2; i += 1) fetch(100_000, 2000);
  assert.ok(measured.estimate < 3_000_000);
  fetch(2_000_000, 1000);
  assert.ok(measured.estimate < 6_000_000);
  assert.equal(new Throughput().estimate, null);
});

test("a segment is abandoned only when a lower quality arrives sooner and the buffer would run dry", () => {
  const slow = { received: 100_000, size: 1_000_000, elapsed: 2000, buffered: 3, rate: 2_000_000, lowerRate: 400_000 };
  assert.ok(isTooSlow(slow));
  for (const change of [{ buffered: 30 }, { elapsed: 900 }, { lowerRate: null }, { received: 900_000 }, { size: 0 }, { lowerRate: 1_900_000 }]) {
    assert.ok(!isTooSlow({ ...slow, ...change }), JSON.stringify(change));
  }
});
