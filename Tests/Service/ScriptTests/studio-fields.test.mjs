// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { fieldValue, localMoment, namesIn, namesOf, problem, put, rowIn } from "../../../Sources/Service/Pages/Web/studio-fields.js";

test("an empty field is a problem only when it is required", () => {
  assert.equal(problem("  ", {}), "");
  assert.equal(problem("  ", { isRequired: true }), "Fill this in.");
  assert.equal(problem("", { isRequired: true, missing: "Enter a name." }), "Enter a name.");
  assert.equal(problem("x", { isRequired: true }), "");
});

test("lengths count characters as people do", () => {
  assert.equal(problem("👋👋", { most: "2" }), "");
  assert.equal(problem("a".repeat(1001), { most: "1000" }), "This is too long: enter up to 1,000 characters, not 1,001.");
});

test("a pattern must match the whole, spaces around it aside", () => {
  const rule = { pattern: "[A-Z]{3}", mismatch: "Enter a currency code such as EUR." };
  assert.equal(problem(" EUR ", rule), "");
  for (const text of ["EURO", "eur", "E"]) assert.equal(problem(text, rule), rule.mismatch);
});

test("addresses are of the web or of this service", () => {
  const fault = "Enter a web address that begins with https:// or http://.";
  for (const text of ["https://a.example/b", "http://a", "/media/a.jpg"]) assert.equal(problem(text, { isAddress: true }), "", text);
  for (const text of ["a.example", "javascript:alert(1)", "//a.example", "https:///x", "https://a b"]) {
    assert.equal(problem(text, { isAddress: true }), fault, text);
  }
});

test("numbers lie within their bounds, of which either may be missing", () => {
  const check = (text, min, max) => problem(text, { isNumber: true, min, max });
  assert.equal(check("5", "1", "10"), "");
  for (const text of ["0", "10.5"]) assert.equal(check(text, "1", "10"), "Enter a number from 1 to 10.");
  assert.equal(check("five", "1", "10"), "Enter a number.");
  assert.equal(check("-1", "0", ""), "Enter a number of at least 0.");
  assert.equal(check("2000", "", "1000"), "Enter a number up to 1,000.");
  assert.equal(check("-1e9", "", ""), "");
});

test("fields are sent in the form that the service takes", () => {
  assert.equal(fieldValue("text", " a "), " a ");
  assert.equal(fieldValue("flag", "on", { isChecked: true }), true);
  assert.deepEqual(["", "  ", " a "].map((text) => fieldValue("optional", text)), [null, null, "a"]);
  assert.deepEqual(["", "1.5", "x"].map((text) => fieldValue("number", text)), [null, 1.5, "x"]);
  assert.deepEqual(fieldValue("words", " #red, green  #blue,, "), ["red", "green", "blue"]);
  assert.deepEqual(fieldValue("lines", " a b \n\n c"), ["a b", "c"]);
});

test("a moment that nobody touched keeps its fractions", () => {
  const moment = "2026-01-02T03:04:05.678Z";
  const shown = localMoment(new Date(moment));
  assert.match(shown, /^2026-01-0\dT\d\d:\d4:05$/);
  assert.equal(fieldValue("moment", shown, { shown, moment }), moment);
  assert.equal(fieldValue("moment", shown, { shown: "other", moment }), "2026-01-02T03:04:05.000Z");
  assert.equal(fieldValue("moment", ""), null);
});

test("members are set by their names, and objects made on the way", () => {
  const target = { a: { x: 1 } };
  put(target, namesIn("a.b[0].c"), 2);
  put(target, ["d"], 3);
  assert.deepEqual(target, { a: { x: 1, b: { c: 2 } }, d: 3 });
});

test("an error's path leads to the field that it is about, or to what holds it", () => {
  assert.deepEqual(namesOf("units[2].price"), ["units[2].price", "units[2]", "units"]);
  assert.deepEqual(namesOf("hashtags[3]"), ["hashtags[3]", "hashtags"]);
  assert.deepEqual(namesOf(""), []);
  assert.deepEqual(namesOf("a]"), ["a]"], "a path that nobody can read is tried once");
});

test("an error's path names a row of a list", () => {
  assert.deepEqual(rowIn("units[2].price.amount"), { list: "units", index: 2, member: "price.amount" });
  assert.deepEqual(rowIn("images[0]"), { list: "images", index: 0, member: null });
  for (const path of ["name", "a.b[0]", "a[x]", ""]) assert.equal(rowIn(path), null, path);
});
