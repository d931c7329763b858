// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { BufferQueue } from "../../../Web/Source/buffers.js";

/** A source buffer that ends each operation when it is told to. */
class FakeBuffer extends EventTarget {
  updating = false;
  timestampOffset = 0;
  done = [];
  buffered = { length: 0 };
  full = false;
  appendBuffer(bytes) {
    if (this.full) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
    if (bytes.length === 0) throw new TypeError("nothing to append");
    this.#begin(`append ${bytes[0]} at ${this.timestampOffset}`);
  }
  remove(start, end) { this.#begin(`remove ${start}–${end}`); }
  abort() { this.done.push("abort"); }
  changeType(type) { this.done.push(type); }
  #begin(text) {
    this.done.push(text);
    this.updating = true;
  }
  end() {
    this.updating = false;
    this.dispatchEvent(new Event("updateend"));
  }
}

function queue() {
  const buffer = new FakeBuffer();
  const told = [];
  const made = new BufferQueue(0, buffer, {
    buffered: (kind, number) => told.push(["buffered", number]), full: () => told.push(["full"]), refused: (kind, reason) => told.push(["refused", reason]),
    idle: () => told.push(["idle"]),
  });
  return { buffer, told, made };
}

const append = (number, byte = number, offset = 0) => ({ type: "append", number, offset, bytes: Uint8Array.of(byte) });

test("operations run one at a time and in order, and each is acknowledged", () => {
  const { buffer, told, made } = queue();
  made.add(append(1));
  made.add({ type: "remove", number: 2, start: 0, end: 4 });
  made.add({ type: "change", number: 3, codec: "avc1.64001f" });
  made.add(append(4, 9, -2.5));
  assert.deepEqual(buffer.done, ["append 1 at 0"]);
  buffer.end();
  assert.deepEqual(told.at(-1), ["buffered", 1]);
  buffer.end();
  assert.deepEqual(buffer.done.slice(1), ["remove 0–4", 'video/mp4; codecs="avc1.64001f"', "append 9 at -2.5"]);
  buffer.end();
  assert.deepEqual(told.slice(-2), [["buffered", 4], ["idle"]]);
});

test("a full buffer keeps what it has no room for, and what makes room comes first", () => {
  const { buffer, told, made } = queue();
  buffer.full = true;
  made.add(append(1));
  made.add(append(2));
  assert.deepEqual(told, [["full"]]);
  buffer.full = false;
  made.add({ type: "remove", number: 3, start: 0, end: 4 });
  assert.deepEqual(buffer.done, ["remove 0–4"]);
  buffer.end();
  assert.deepEqual(told.at(-1), ["buffered", 0], "the removal ran ahead of the first append");
  made.retry();
  buffer.end();
  buffer.end();
  assert.deepEqual(buffer.done.slice(1), ["append 1 at 0", "append 2 at 0"]);
  assert.deepEqual(told.at(-2), ["buffered", 3]);
});

test("a reset gives up what waits for room", () => {
  const { buffer, told, made } = queue();
  buffer.full = true;
  made.add(append(1));
  made.add(append(2));
  buffer.full = false;
  made.add({ type: "remove", number: 3, start: 0, end: Infinity });
  made.add({ type: "change", number: 4, codec: "avc1.64001f" });
  made.add({ type: "reset", number: 5 });
  made.retry();
  made.add(append(6));
  buffer.end();
  assert.deepEqual(told.findLast(([name]) => name === "buffered"), ["buffered", 5]);
  buffer.end();
  assert.deepEqual(buffer.done, ["remove 0–Infinity", 'video/mp4; codecs="avc1.64001f"', "abort", "append 6 at 0"]);
});

test("what a buffer refuses is told, and nothing is thrown", () => {
  const { told, made } = queue();
  made.add({ type: "append", number: 1, offset: 0, bytes: new Uint8Array() });
  assert.equal(told[0][0], "refused");
  assert.match(told[0][1], /nothing to append/);
});

test("a closed queue does nothing more", () => {
  const { buffer, told, made } = queue();
  made.add(append(1));
  made.add(append(2));
  made.close();
  buffer.end();
  assert.deepEqual(buffer.done, ["append 1 at 0"]);
  assert.deepEqual(told, []);
});
