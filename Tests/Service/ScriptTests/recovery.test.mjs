// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { isRefusal, retryDelay, stallStep, StallWatch } from "../../../Sources/Service/Pages/Web/recovery.js";

test("retries back off up to a limit, with jitter", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 50].map((attempt) => retryDelay(attempt, { random: 0.5 })), [500, 1000, 2000, 4000, 5000, 5000]);
  assert.deepEqual([retryDelay(4, { random: 0 }), retryDelay(4, { random: 1 })], [3750, 6250]);
  assert.equal(retryDelay(9, { max: 30_000, random: 0.5 }), 30_000);
});

test("only errors that a retry can't change are refusals", () => {
  assert.deepEqual([undefined, 200, 404, 408, 410, 425, 429, 500, 503].filter(isRefusal), [404, 410]);
});

test("a stall is time without progress while the video should play", () => {
  const watch = new StallWatch();
  let now = 0;
  // One entry per second: position, bytes loaded, whether it should play, and the time where the clock jumped.
  const stalled = (...seconds) => seconds.map(([position, loaded, isWanted = true, at = null]) => {
    now = at ?? now + 1000;
    return watch.look(now, isWanted, position, loaded);
  });
  assert.deepEqual(stalled([1, 0], [2, 0], [2, 0], [2, 0], [2, 0]), [0, 0, 1000, 2000, 3000]);
  assert.deepEqual(stalled([3, 0], [3, 0], [3, 1], [3, 1], [4, 1]), [0, 1000, 0, 1000, 0]);
  assert.deepEqual(stalled([4, 1], [4, 1, false], [4, 1, false], [4, 1], [4, 1]), [1000, 0, 0, 0, 1000]);
  assert.deepEqual(stalled([6, 1], [6, 1, true, 3_600_000], [6, 1]), [0, 2000, 3000], "the machine slept for an hour");
});

test("a stall is checked first and restarted later, sooner for live and for our own loader", () => {
  const step = (stalled, isOwn, isLive, restarts = 0) => stallStep(stalled, { isOwn, isLive, restarts });
  assert.deepEqual([step(2000, false, false), step(3000, false, false), step(15_000, false, false), step(20_000, false, false)],
    [null, "probe", "probe", "restart"]);
  assert.deepEqual([step(5000, true, false), step(6000, true, false), step(6000, false, true)], ["probe", "restart", "restart"]);
  assert.deepEqual([step(6000, true, false, 1), step(12_000, true, false, 1), step(47_000, true, false, 9), step(48_000, true, false, 9)],
    ["probe", "restart", "probe", "restart"]);
});
