// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { Transmuxer } from "../../../Web/Source/transmuxer.js";

const real = { fetch: globalThis.fetch, WebAssembly: globalThis.WebAssembly };
const settled = () => new Promise((resolve) => setTimeout(resolve));
let number = 0;

/** A module that answers each call with the bytes it got, and traps at a byte of 255. */
class Instance {
  constructor() {
    const memory = { buffer: new ArrayBuffer(256) };
    this.exports = {
      memory, allocate: () => 128, release: () => undefined, begin: () => 1, end: () => { Instance.ended += 1; }, result: () => 128,
      unlock: (_converter, address) => { Instance.key = new Uint8Array(memory.buffer, address, 32).slice(); },
      convert: (_converter, address, count) => {
        if (new Uint8Array(memory.buffer, address, count).includes(255)) throw new Error("unreachable");
        return count;
      },
    };
  }
}

/** A transmuxer whose server gives these answers, one after the other. */
function make(...statuses) {
  Instance.ended = 0;
  const loads = [];
  globalThis.fetch = async (address) => {
    loads.push(address);
    return { ok: statuses.shift() === 200, status: 404, headers: { get: () => "application/wasm" } };
  };
  globalThis.WebAssembly = { compileStreaming: async () => ({}), Instance };
  const told = [];
  number += 1;
  return { transmuxer: new Transmuxer(`https://a.example/${number}.wasm`, (message) => told.push([...message])), told, loads };
}

const ask = (id, bytes, isEnd = false, key = []) => ({ id, bytes: Uint8Array.from(bytes), isEnd, key: Uint8Array.from(key) });

test.afterEach(() => { Object.assign(globalThis, real); });

test("the module is loaded once, when it is needed, and what was asked before is answered in order", async () => {
  const { transmuxer, told, loads } = make(200);
  assert.equal(transmuxer.memory, 0);
  transmuxer.convert(ask(1, []));
  transmuxer.convert(ask(1, [7]));
  transmuxer.convert(ask(1, [], true));
  assert.deepEqual(told, []);
  await settled();
  transmuxer.convert(ask(2, [8, 9]));
  assert.equal(loads.length, 1);
  assert.deepEqual(told, [[16, 1, 0, 0, 0, 7], [16, 1, 0, 0, 0], [16, 2, 0, 0, 0, 8, 9]]);
  assert.equal(Instance.ended, 1);
});

test("without the module each question is answered with the reason, and the next one tries again", async () => {
  const { transmuxer, told, loads } = make(404, 200);
  transmuxer.convert(ask(1, [7]));
  await settled();
  assert.equal(told.length, 1);
  assert.deepEqual(told[0].slice(0, 6), [16, 1, 0, 0, 0, 3]);
  assert.match(new TextDecoder().decode(Uint8Array.from(told[0].slice(10))), /404/);
  transmuxer.convert(ask(1, [7]));
  await settled();
  assert.equal(loads.length, 2);
  assert.deepEqual(told[1], [16, 1, 0, 0, 0, 7]);
});

test("bytes at which the module fails are told, and what follows is converted by another instance", async () => {
  const { transmuxer, told } = make(200, 200);
  transmuxer.convert(ask(1, [255]));
  transmuxer.convert(ask(2, [7]));
  await settled();
  await settled();
  assert.deepEqual(told[0].slice(0, 6), [16, 1, 0, 0, 0, 1]);
  assert.deepEqual(told[1], [16, 2, 0, 0, 0, 7]);
});

test("a converter gets the key of its samples before its first bytes", async () => {
  const { transmuxer } = make(200);
  Instance.key = null;
  const key = Array.from({ length: 32 }, (_, index) => index);
  transmuxer.convert(ask(1, [7], false, key));
  await settled();
  assert.deepEqual([...Instance.key], key);
  Instance.key = null;
  transmuxer.convert(ask(1, [8]));
  assert.equal(Instance.key, null);
});

test("after the end nothing is told", async () => {
  const { transmuxer, told } = make(200);
  transmuxer.convert(ask(1, [7]));
  transmuxer.close();
  await settled();
  assert.deepEqual(told, []);
});
