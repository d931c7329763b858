// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { Protection } from "../../../Web/Source/protection.js";

const settled = () => new Promise((resolve) => setTimeout(resolve));

class FakeSession extends EventTarget {
  keyStatuses = new Map();
  closed = 0;
  async generateRequest(type, data) { this.dispatchEvent(Object.assign(new Event("message"), { message: Uint8Array.from([type.length, ...data]).buffer })); }
  async update(license) {
    if (license.length === 0) throw new TypeError("no licence");
    this.keyStatuses.set(Uint8Array.of(7).buffer, "usable");
    this.dispatchEvent(new Event("keystatuseschange"));
  }
  async close() { this.closed += 1; }
}

/** A page whose browser has the key system, unless there is a fault, and what it told. */
function make({ fault = null, isSecure = true, hasSystem = true, keysOf = async () => ({}) } = {}) {
  const told = [];
  const set = [];
  const sessions = [];
  const configurations = [];
  const keys = { createSession: () => { sessions.push(new FakeSession()); return sessions.at(-1); } };
  const requestMediaKeySystemAccess = async (system, list) => {
    configurations.push([system, ...list]);
    if (fault) throw fault;
    return { createMediaKeys: async () => keys };
  };
  Object.defineProperty(globalThis, "navigator", { value: hasSystem ? { requestMediaKeySystemAccess } : {}, configurable: true });
  globalThis.isSecureContext = isSecure;
  const video = { setMediaKeys: async (value) => { set.push(value); } };
  return { protection: new Protection(video, keysOf, (message) => told.push([...message])), told, set, sessions, configurations, keys };
}

const opening = { step: "open", system: "org.w3.clearkey", scheme: "cbcs", video: ["video/mp4"], audio: [] };

test("a session waits for the key system, makes its request, and tells of its keys", async () => {
  const { protection, told, set, sessions, configurations, keys } = make();
  protection.perform(opening);
  protection.perform({ step: "session", number: 3, dataType: "keyids", data: Uint8Array.of(1, 2) });
  assert.deepEqual(told, []);
  await settled();
  assert.deepEqual(configurations, [["org.w3.clearkey", { initDataTypes: ["keyids"], videoCapabilities: [{ contentType: "video/mp4", encryptionScheme: "cbcs" }] }]]);
  assert.deepEqual(set, [keys]);
  assert.deepEqual(told.sort((left, right) => left[1] - right[1]), [[19, 0], [19, 5, 3, 0, 0, 0, 3, 0, 0, 0, 6, 1, 2]]);
  told.length = 0;
  protection.perform({ step: "update", number: 3, license: Uint8Array.of(1) });
  await settled();
  const statuses = (isUpdated) => [19, 6, 3, 0, 0, 0, isUpdated, 1, 0, 0, 0, 1, 0, 0, 0, 7, 6, 0, 0, 0, ...Buffer.from("usable")];
  assert.deepEqual(told, [statuses(0), statuses(1)]);
  protection.perform({ step: "end", number: 3 });
  assert.equal(sessions[0].closed, 1);
  protection.close();
  await settled();
  assert.deepEqual(set, [keys, null]);
});

test("why there are no keys is told, and nothing is thrown", async () => {
  for (const [page, code] of [[{ hasSystem: false }, 1], [{ hasSystem: false, isSecure: false }, 2], [{ fault: new TypeError("none") }, 3]]) {
    const { protection, told } = make(page);
    protection.perform(opening);
    protection.perform({ step: "session", number: 1, dataType: "keyids", data: Uint8Array.of(1) });
    await settled();
    assert.equal(told.length, 1);
    assert.deepEqual(told[0].slice(0, 2), [19, code]);
    protection.close();
  }
  const { protection, told } = make();
  protection.perform(opening);
  protection.perform({ step: "session", number: 1, dataType: "keyids", data: Uint8Array.of(1) });
  await settled();
  told.length = 0;
  protection.perform({ step: "update", number: 1, license: new Uint8Array() });
  protection.perform({ step: "update", number: 9, license: new Uint8Array() });
  await settled();
  assert.equal(told.length, 1);
  assert.deepEqual(told[0].slice(0, 6), [19, 7, 1, 0, 0, 0]);
  assert.match(Buffer.from(told[0].slice(10)).toString(), /TypeError: no licence/);
});

test("the application is asked for keys, and its answer or its failure is told", async () => {
  const asked = [];
  const { protection, told } = make({ keysOf: async (request) => { asked.push(request); return { a: "b" }; } });
  protection.perform({ step: "ask", number: 2, ids: ["00"], format: null, url: "https://a.example/" });
  await settled();
  assert.deepEqual(asked, [{ keyIds: ["00"], format: null, url: "https://a.example/" }]);
  assert.deepEqual(told, [[19, 8, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 97, 1, 0, 0, 0, 98]]);
  const failing = make({ keysOf: async () => { throw new Error("offline"); } });
  failing.protection.perform({ step: "ask", number: 2, ids: [], format: null, url: null });
  await settled();
  assert.deepEqual(failing.told[0].slice(0, 6), [19, 7, 2, 0, 0, 0]);
  // What comes after the end isn't told.
  const late = make({ keysOf: () => new Promise((resolve) => setTimeout(() => resolve({}), 1)) });
  late.protection.perform({ step: "ask", number: 2, ids: [], format: null, url: null });
  late.protection.close();
  await settled();
  await settled();
  assert.deepEqual(late.told, []);
});
