// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { CommentList, fault, maxLength, refusal } from "../../../Sources/Service/Pages/Web/comment-model.js";

const page = (next, ...ids) => ({ data: ids.map((id) => ({ id })), paging: { next } });
const ids = (comments) => comments.map(({ id }) => id);

test("each comment is shown once, although new ones move the pages", () => {
  const list = new CommentList();
  assert.ok(list.isEmpty);
  assert.equal(list.next, undefined);
  assert.deepEqual(ids(list.append(page("/2", "c", "b"))), ["c", "b"]);
  assert.equal(list.next, "/2");
  assert.ok(list.prepend({ id: "d" }));
  assert.ok(!list.prepend({ id: "d" }));
  assert.deepEqual(ids(list.append(page(undefined, "b", "a"))), ["a"]);
  assert.equal(list.next, null);
  for (const id of ["a", "b", "c", "d"]) list.remove(id);
  assert.ok(list.isEmpty);
  assert.ok(list.prepend({ id: "a" }));
});

test("a comment has at least one and at most so many characters, whatever they are made of", () => {
  assert.equal(fault(" \n "), "commentEmpty");
  assert.equal(fault("x".repeat(maxLength) + "\n"), null);
  assert.equal(fault("x".repeat(maxLength + 1)), "commentTooLong");
  assert.equal(fault("😀".repeat(maxLength)), null);
  assert.equal(fault("😀".repeat(maxLength + 1)), "commentTooLong");
});

test("what the service refuses is said in the viewer's terms", () => {
  const told = (status, code, field) => refusal({ status, code, field }, "usual");
  assert.equal(told(429, "rate_limited"), "tryLater");
  assert.equal(told(403, "chat_muted"), "commentsMuted");
  assert.equal(told(403, "comments_closed"), "commentsClosed");
  assert.equal(told(409, "conflict"), "followLimit");
  assert.equal(told(422, "invalid_field", "username"), "nameRefused");
  assert.equal(told(422, "invalid_field", "text"), "commentEmpty");
  assert.equal(told(422, "invalid_field", "reason"), "usual");
  assert.equal(told(0, "unreachable"), "usual");
});
