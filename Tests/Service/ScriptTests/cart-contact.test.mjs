// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { contactFields, contactOf, countries, countryOf, faultOf } from "../../../Sources/Service/Pages/Web/cart-contact.js";

const whole = { name: "Ada", email: "ada@a.test", street: "Lane 1", city: "Ulm", country: "DE" };

test("a contact is sent trimmed, without empty fields and others", () => {
  assert.deepEqual(contactOf({ ...whole, name: "  Ada ", phone: "  ", region: "", other: "x" }), whole);
  assert.deepEqual(contactOf({}), {});
});

test("the first field that is missing or too long is named", () => {
  assert.equal(faultOf(whole), null);
  assert.equal(faultOf({}), "name");
  for (const { name, isNeeded } of contactFields) {
    const { [name]: _, ...rest } = whole;
    assert.equal(faultOf(rest), isNeeded ? name : null, name);
  }
  for (const { name, most, type } of contactFields) {
    const fill = (count) => (type === "email" ? `${"a".repeat(count - 2)}@b` : "😀".repeat(count));
    assert.equal(faultOf({ ...whole, [name]: fill(most) }), null, name);
    assert.equal(faultOf({ ...whole, [name]: fill(most + 1) }), name, name);
  }
  for (const email of ["ada", "ada@", "@a.test", "a b@a.test", "a@b@c"]) assert.equal(faultOf({ ...whole, email }), "email", email);
});

test("countries have names in the page's language, and one is proposed from the browser's", () => {
  const german = countries("de");
  assert.equal(german.length, 249);
  assert.equal(german.find(([code]) => code === "AT")[1], "Österreich");
  assert.equal(new Set(german.map(([code]) => code)).size, 249);
  assert.equal(countryOf(["en", "zh-Hant-TW", "de-AT"]), "TW");
  assert.equal(countryOf(["es-419", "xx-QQ", "de"]), "");
  assert.equal(countryOf([]), "");
});
