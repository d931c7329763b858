// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { bulkRequest, bulkResult, tagsIn } from "../../../Sources/Service/Pages/Web/bulk-model.js";

const now = "2026-01-02T03:04:05Z";
const video = (more = {}) => ({ status: "ready", access: "private", hashtags: ["Sea"], ...more });

test("hashtags are read with and without #, each once", () => {
  assert.deepEqual(tagsIn(" #sea, calm  ##sea\nblue"), ["sea", "calm", "blue"]);
  assert.deepEqual(tagsIn(" # , "), []);
});

test("drafts that are ready are published, and nothing else is", () => {
  assert.deepEqual(bulkRequest("publish", video(), { now }), { method: "PATCH", body: { access: "public", published_at: now } });
  for (const more of [{ status: "processing" }, { status: "archived" }, { access: "public" }]) assert.equal(bulkRequest("publish", video(more), { now }), null);
});

test("videos are hidden, archived and restored from the states in which that is possible", () => {
  assert.deepEqual(bulkRequest("hide", video({ access: "unlisted" })), { method: "PATCH", body: { access: "private" } });
  assert.equal(bulkRequest("hide", video()), null);
  assert.deepEqual(bulkRequest("archive", video(), { now }).body, { status: "archived", archived_at: now });
  assert.equal(bulkRequest("archive", video({ status: "archived" }), { now }), null);
  assert.deepEqual(bulkRequest("restore", video({ status: "archived" })).body, { status: "ready", archived_at: null });
  assert.equal(bulkRequest("restore", video()), null);
});

test("hashtags are added and removed whatever their case, and the others stay", () => {
  assert.deepEqual(bulkRequest("tag", video(), { tags: ["sea", "blue"] }).body, { hashtags: ["Sea", "blue"] });
  assert.equal(bulkRequest("tag", video(), { tags: ["SEA"] }), null);
  assert.deepEqual(bulkRequest("untag", video({ hashtags: ["Sea", "blue"] }), { tags: ["sea"] }).body, { hashtags: ["blue"] });
  assert.equal(bulkRequest("untag", video(), { tags: ["blue"] }), null);
  assert.equal(bulkRequest("tag", video(), { tags: [] }), null);
});

test("every video can be deleted, and an unknown change changes nothing", () => {
  assert.deepEqual(bulkRequest("delete", video()), { method: "DELETE" });
  assert.equal(bulkRequest("explode", video()), null);
});

test("the result says what was changed, what was not, and why", () => {
  assert.equal(bulkResult({ done: 2, same: 0, failed: [] }), "2 videos changed.");
  assert.equal(bulkResult({ done: 1, same: 1, failed: [] }), "1 video changed. The change does not apply to 1 video.");
  assert.equal(bulkResult({ done: 0, same: 0, failed: ["Noon: no"] }), "1 video not changed: Noon: no.");
  assert.match(bulkResult({ done: 1, same: 0, failed: ["a", "b", "c", "d"] }), /4 videos not changed: a; b; c; …$/);
});
