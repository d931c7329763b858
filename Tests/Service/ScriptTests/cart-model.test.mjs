// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { Cart, isDecimal, maxQuantity, sum, unitName } from "../../../Sources/Service/Pages/Web/cart-model.js";

const mug = { id: "p1", name: "Mug", currency: "EUR", store_id: "s1", units: [{ id: "u1", sku: "M-1", price: "4.90" }] };
const shirt = {
  id: "p2", name: "Shirt", currency: "EUR", store_id: "s2", external_id: "SHIRT",
  units: [{ id: "u2", price: "20", options: [{ value: "M" }, { value: "red" }] }, { id: "u3", price: "21.5", name: "Large" }],
};
const print = { id: "p3", name: "Print", currency: "JPY", units: [{ id: "u4", price: 1200 }] };

test("amounts are added exactly, whatever their size and their places", () => {
  assert.equal(sum([["0.1", 1], ["0.2", 1]]), "0.3");
  assert.equal(sum([["19.99", 3], ["0.03", 1]]), "60");
  assert.equal(sum([["123456789012345678901234.5", 999]]), "123333332223333333222333265.5");
  assert.equal(sum([["0.05", 1]]), "0.05");
  assert.equal(sum([[1200, 2]]), "2400");
  assert.equal(sum([]), "0");
});

test("only decimals can be added", () => {
  for (const amount of ["0", "12.50", 3, "9".repeat(24)]) assert.ok(isDecimal(amount), String(amount));
  for (const amount of ["", "-1", "1e3", "1,5", ".5", "5.", null, undefined, NaN, 1e21, "9".repeat(25)]) assert.ok(!isDecimal(amount), String(amount));
});

test("the same variant is added to its line, another one gets its own", () => {
  const cart = new Cart();
  cart.add(mug, mug.units[0]);
  cart.add(mug, mug.units[0]);
  cart.add(shirt, shirt.units[0]);
  cart.add(shirt, shirt.units[1]);
  assert.deepEqual(cart.lines.map(({ unit, sku, variant, quantity }) => [unit, sku, variant, quantity]), [
    ["u1", "M-1", "", 2], ["u2", "SHIRT", "M, red", 1], ["u3", "SHIRT", "Large", 1],
  ]);
  assert.equal(cart.count, 4);
});

test("totals are per currency", () => {
  const cart = new Cart();
  for (const product of [mug, print, mug]) cart.add(product, product.units[0]);
  assert.deepEqual(cart.totals.map(({ currency, amount }) => [currency, amount]), [["EUR", "9.8"], ["JPY", "1200"]]);
});

test("what a shop sells at its own checkout is not ordered here", () => {
  const cart = new Cart();
  cart.add(mug, mug.units[0], { checkouts: ["s1"] });
  cart.add(shirt, shirt.units[0], { checkouts: ["s1"] });
  assert.deepEqual(cart.shops, ["s1"]);
  assert.deepEqual(cart.linesOf("s1").map((line) => line.product), ["p1"]);
  assert.deepEqual(cart.orders.map(({ amount, lines }) => [amount, lines.length]), [["20", 1]]);
});

test("a contact is needed only for orders of stores without a checkout that ask for it", () => {
  const cart = new Cart();
  cart.add(mug, mug.units[0], { checkouts: ["s1"], contacts: ["s1", "s2"] });
  assert.equal(cart.needsContact, false);
  cart.add(print, print.units[0], { checkouts: ["s1"], contacts: ["s1", "s2"] });
  assert.equal(cart.needsContact, false);
  cart.add(shirt, shirt.units[0], { checkouts: ["s1"], contacts: ["s1", "s2"] });
  assert.equal(cart.needsContact, true);
  assert.deepEqual(Cart.read(cart.json).orders.map(({ currency, needsContact }) => [currency, needsContact]), [["JPY", false], ["EUR", true]]);
});

test("a quantity has a limit, and none removes the line", () => {
  const cart = new Cart();
  cart.add(mug, mug.units[0]);
  const [line] = cart.lines;
  cart.setQuantity(line, maxQuantity + 1);
  assert.equal(line.quantity, maxQuantity);
  cart.setQuantity(line, 0);
  assert.deepEqual(cart.lines, []);
});

test("a change makes a new order of the same currency alone", () => {
  const cart = new Cart();
  for (const product of [mug, print]) cart.add(product, product.units[0]);
  [cart.lines[0].order, cart.lines[1].order] = ["web-1", "web-2"];
  cart.add(mug, mug.units[0]);
  assert.deepEqual(cart.lines.map((line) => line.order), [undefined, "web-2"]);
});

test("lines that were ordered are removed, those added meanwhile stay", () => {
  const cart = new Cart();
  cart.add(mug, mug.units[0]);
  const [order] = cart.orders;
  cart.add(shirt, shirt.units[0]);
  cart.remove(order.lines);
  assert.deepEqual(cart.lines.map((line) => line.product), ["p2"]);
});

test("a stored cart is read back, and what is no line is left out", () => {
  const cart = new Cart();
  cart.add(mug, mug.units[0]);
  assert.deepEqual(Cart.read(cart.json).lines, cart.lines);
  const good = { price: "1", currency: "EUR", quantity: 1 };
  const bad = [null, { ...good, price: "1e9" }, { ...good, currency: "euro" }, { ...good, quantity: 0 }, { ...good, quantity: 1.5 }];
  assert.deepEqual(Cart.read(JSON.stringify([good, ...bad])).lines, [good]);
  for (const text of [null, "", "{", "{}", "7"]) assert.deepEqual(Cart.read(text).lines, []);
});

test("a variant is named by its options, or by the next best thing", () => {
  assert.equal(unitName({ options: [{ value: "S" }], name: "Small" }), "S");
  assert.equal(unitName({ options: [], name: "Small", sku: "1" }), "Small");
  assert.equal(unitName({ sku: "1", id: "u" }), "1");
  assert.equal(unitName({ id: "u" }), "u");
});
