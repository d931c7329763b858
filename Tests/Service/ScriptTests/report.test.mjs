// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";

// What the modules ask of a browser. Timers and requests wait until the test lets them go on.
const listeners = new Map();
const listen = (name, action) => listeners.set(name, action);
const store = (entries = {}) => ({ getItem: (key) => entries[key] ?? null, setItem(key, value) { entries[key] = value; }, removeItem(key) { delete entries[key]; } });
globalThis.document = { getElementById: () => null, documentElement: { lang: "en" }, addEventListener: listen, visibilityState: "hidden" };
globalThis.addEventListener = listen;
globalThis.localStorage = store();
globalThis.sessionStorage = store({ "windowbox-guest-undefined": JSON.stringify({ token: "t", until: Date.now() + 1e6 }) });
if (!("navigator" in globalThis)) globalThis.navigator = {};
let timer = null;
globalThis.setTimeout = (action) => { timer = action; return 1; };
const requests = [];
globalThis.fetch = (path, { body }) => new Promise((resolve) => {
  requests.push({
    names: JSON.parse(body).events.map((event) => event.name),
    answer: (status = 200) => resolve({ ok: status < 300, status, headers: new Headers() }),
  });
});
const { report } = await import("../../../Sources/Service/Pages/Web/report.js");
/** Lets everything run that needs no timer and no answer. */
const settle = () => new Promise(setImmediate);
const sendQueue = async () => { const action = timer; timer = null; action?.(); await settle(); };

test("events that follow a hidden page during a request are delivered, and none is sent again", async () => {
  for (const name of ["a", "b", "c"]) report(name);
  await sendQueue();
  listeners.get("visibilitychange")();
  await settle();
  assert.deepEqual(requests.map((request) => request.names), [["a", "b", "c"], ["a", "b", "c"]]);
  requests[1].answer();
  await settle();
  for (const name of ["d", "e"]) report(name);
  requests[0].answer();
  await settle();
  await sendQueue();
  assert.deepEqual(requests[2]?.names, ["d", "e"]);
  requests[2].answer();
  await settle();
  await sendQueue();
  assert.equal(requests.length, 3);
});

test("events are kept while the service is down, and dropped when it refuses them", async () => {
  report("f");
  await sendQueue();
  requests.at(-1).answer(503);
  await settle();
  await sendQueue();
  assert.deepEqual(requests.at(-1).names, ["f"]);
  requests.at(-1).answer(400);
  await settle();
  const count = requests.length;
  await sendQueue();
  assert.equal(requests.length, count);
});
