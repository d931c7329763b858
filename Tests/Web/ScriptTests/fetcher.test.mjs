// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import test from "node:test";
import { EarlyRequest } from "../../../Web/Source/early.js";
import { Fetcher } from "../../../Web/Source/fetcher.js";
import { Cause } from "../../../Web/Source/wire.js";

/** Fetches one resource from a server with this handler; resolves with what was reported. */
async function fetched(handler, more = {}) {
  const server = http.createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const told = { bytes: [] };
  try {
    await new Promise((resolve) => {
      const fetcher = new Fetcher({
        responded: (id, head) => { told.head = head; },
        received: (id, bytes) => told.bytes.push(...bytes),
        completed: (id) => resolve(told.completed = id),
        failed: (id, failure) => resolve(told.failure = failure),
      }, "omit", more.early?.(`http://127.0.0.1:${server.address().port}`) ?? null);
      const limits = { connect: 5, firstByte: 5, idle: 5, whole: 10, ...more.limits };
      fetcher.fetch({ id: 7, url: `http://127.0.0.1:${server.address().port}/a`, span: more.span ?? null, limits });
      more.begun?.(fetcher, resolve);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return told;
}

test("a body arrives with its head and its end", async () => {
  const told = await fetched((request, response) => response.writeHead(200, { "Content-Length": 3, "Last-Modified": "Thu, 01 Jan 1970 00:01:00 GMT", Age: "4" }).end("abc"));
  assert.equal(told.completed, 7);
  assert.equal(String.fromCharCode(...told.bytes), "abc");
  assert.deepEqual([told.head.status, told.head.length, told.head.modified, told.head.age], [200, 3, 60, 4]);
});

test("a range is asked for, and cut from the answer of a server that ignores it", async () => {
  let asked;
  const span = { offset: 2, length: 3 };
  const part = await fetched((request, response) => {
    asked = request.headers.range;
    response.writeHead(206, { "Content-Range": "bytes 2-4/9" }).end("cde");
  }, { span });
  assert.equal(asked, "bytes=2-4");
  assert.equal(String.fromCharCode(...part.bytes), "cde");
  const whole = await fetched((request, response) => response.end("abcdefghi"), { span });
  assert.equal(String.fromCharCode(...whole.bytes), "cde");
  assert.equal(whole.completed, 7);
  const short = await fetched((request, response) => response.writeHead(206).end("c"), { span });
  assert.equal(short.failure.cause, Cause.truncated);
});

test("a status is a failure with its number and the wait that the server asks for", async () => {
  const told = await fetched((request, response) => response.writeHead(503, { "Retry-After": "9" }).end());
  assert.deepEqual([told.failure.cause, told.failure.status, told.failure.retryAfter], [Cause.status, 503, 9]);
  assert.match(told.failure.message, /503.*\/a/);
});

test("no response, a body that breaks off and one that stops are failures of their kinds", async () => {
  const reset = await fetched((request) => request.socket.destroy());
  assert.equal(reset.failure.cause, Cause.connection);
  const broken = await fetched((request, response) => {
    response.writeHead(200, { "Content-Length": 10 });
    response.write("abc", () => request.socket.destroy());
  });
  assert.equal(broken.failure.cause, Cause.truncated);
  const stopped = await fetched((request, response) => response.writeHead(200).write("abc"), { limits: { idle: 0.05 } });
  assert.equal(stopped.failure.cause, Cause.timeout);
  const silent = await fetched(() => undefined, { limits: { firstByte: 0.05 } });
  assert.equal(silent.failure.cause, Cause.timeout);
});

test("after a cancellation nothing is reported", async () => {
  const told = await fetched(() => undefined, {
    begun: (fetcher, resolve) => {
      fetcher.cancel(7);
      setImmediate(() => setImmediate(resolve));
    },
  });
  assert.deepEqual(told, { bytes: [] });
});

test("a request that was sent early is used for its address only, and not sent again", async () => {
  const paths = [];
  const handler = (request, response) => {
    paths.push(request.url);
    response.end("abc");
  };
  const used = await fetched(handler, { early: (base) => new EarlyRequest(`${base}/a`, "omit") });
  assert.deepEqual([used.completed, String.fromCharCode(...used.bytes), paths], [7, "abc", ["/a"]]);
  await fetched(handler, { early: (base) => new EarlyRequest(`${base}/b`, "omit") });
  assert.ok(paths.slice(1).includes("/a"));
  const part = await fetched(handler, { early: (base) => new EarlyRequest(`${base}/a`, "omit"), span: { offset: 1, length: 1 } });
  assert.equal(String.fromCharCode(...part.bytes), "b");
});

test("the failure of an early request is that of the fetch, and its cancellation ends it", async () => {
  const reset = await fetched((request) => request.socket.destroy(), { early: (base) => new EarlyRequest(`${base}/a`, "omit") });
  assert.equal(reset.failure.cause, Cause.connection);
  let closed;
  const ended = new Promise((resolve) => { closed = resolve; });
  const told = await fetched((request) => request.socket.on("close", closed), {
    early: (base) => new EarlyRequest(`${base}/a`, "omit"),
    begun: (fetcher, resolve) => {
      setImmediate(() => fetcher.cancel(7));
      ended.then(resolve);
    },
  });
  assert.deepEqual(told, { bytes: [] });
});
