// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { refusal, remaining, resumeKey, retryWait, titleOf } from "../../../Sources/Service/Pages/Web/studio-parts.js";

test("a new upload sends every part once, and the last is as long as what is left", () => {
  const { sent, missing } = remaining({ size: 25, part_size: 10, parts: [] });
  assert.equal(sent, 0);
  assert.deepEqual(missing, [{ number: 1, start: 0, length: 10 }, { number: 2, start: 10, length: 10 }, { number: 3, start: 20, length: 5 }]);
});

test("a resumed upload sends only what the service does not have", () => {
  assert.deepEqual(remaining({ size: 25, part_size: 10, parts: [3, 1] }), { sent: 15, missing: [{ number: 2, start: 10, length: 10 }] });
  assert.deepEqual(remaining({ size: 20, part_size: 10, parts: [1, 2] }), { sent: 20, missing: [] });
});

test("parts that the service could not have are not counted", () => {
  assert.deepEqual(remaining({ size: 10, part_size: 10, parts: [0, 2, 9] }), { sent: 0, missing: [{ number: 1, start: 0, length: 10 }] });
});

test("a part is tried six times, with growing waits or as long as the service says", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((attempt) => retryWait({ status: 0 }, attempt)), [2, 4, 8, 16, 32, null]);
  assert.equal(retryWait({ status: 503, wait: 7 }, 1), 7);
  assert.equal(retryWait({ status: 429, wait: 0 }, 1), 2);
  assert.equal(retryWait({ status: 400, code: "checksum_mismatch" }, 1), 2, "it was damaged on its way");
});

test("what was cancelled or refused for good is not tried again", () => {
  assert.equal(retryWait({ name: "AbortError" }, 1), null);
  for (const status of [400, 401, 404, 413]) assert.equal(retryWait({ status }, 1), null, String(status));
});

test("files that are no video are refused before they are sent, with the remedy", () => {
  assert.match(refusal({ name: "a.mp4", size: 0, type: "video/mp4" }), /^a\.mp4 is empty\. Choose/);
  assert.match(refusal({ name: "a.png", size: 1, type: "image/png" }), /is a picture/);
  for (const type of ["text/plain", "application/pdf"]) assert.match(refusal({ name: "a", size: 1, type }), /is not a video/);
  for (const type of ["video/mp4", "audio/mpeg", "", "application/octet-stream"]) assert.equal(refusal({ name: "a", size: 1, type }), "", type);
});

test("titles are made of file names", () => {
  assert.deepEqual(["My_first__film.mp4", "film", ".mp4", "a.b.mov", "__.mkv"].map(titleOf), ["My first film", "film", ".mp4", "a.b", "__.mkv"]);
});

test("the same file is resumed, a changed one is not", () => {
  const file = { name: "a", size: 1, lastModified: 2 };
  assert.equal(resumeKey(file), resumeKey({ ...file }));
  for (const change of [{ name: "b" }, { size: 2 }, { lastModified: 3 }]) assert.notEqual(resumeKey(file), resumeKey({ ...file, ...change }));
});
