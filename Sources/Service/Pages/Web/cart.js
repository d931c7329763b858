// SPDX-License-Identifier: Apache-2.0
import { data, text, one, every, make, toast, moneyText } from "./page.js";
import { call, uniqueID } from "./api.js";

const store = `windowbox-cart-${data.app}`;
const mostOfOne = 999;
let lines = [];
// Without storage the cart lasts as long as the page.
try { lines = read(localStorage.getItem(store)); } catch { /* it begins empty */ }

function read(kept) {
  let found = null;
  try { found = JSON.parse(kept); } catch { /* nothing that can be read */ }
  if (!Array.isArray(found)) return [];
  return found.filter((line) => line && isDecimal(line.price) && /^[A-Z]{3}$/.test(line.currency) && Number.isInteger(line.quantity) && line.quantity > 0);
}

function keep() { try { localStorage.setItem(store, JSON.stringify(lines)); } catch { /* it lasts as long as the page */ } }

function isDecimal(amount) { return /^\d{1,24}(\.\d{1,12})?$/.test(String(amount)); }

/// Exact, whatever the size: amounts are decimals, and never numbers of the processor.
export function sum(parts) {
  const places = Math.max(0, ...parts.map(([amount]) => (String(amount).split(".")[1] ?? "").length));
  const whole = ([amount, times]) => {
    const [before, behind = ""] = String(amount).split(".");
    return BigInt(before + behind.padEnd(places, "0")) * BigInt(times);
  };
  const digits = parts.reduce((all, part) => all + whole(part), 0n).toString().padStart(places + 1, "0");
  const behind = places > 0 ? digits.slice(-places).replace(/0+$/, "") : "";
  const before = places > 0 ? digits.slice(0, -places) : digits;
  return behind ? `${before}.${behind}` : before;
}

const unitName = (unit) => unit.options?.map((option) => option.value).join(", ") || unit.name || unit.sku || unit.id;
const idOf = (product, unit) => unit.sku || unit.gtin || unit.mpn || unit.external_id || product.external_id || unit.id;

function add(product, unit) {
  const known = lines.find((line) => line.unit === unit.id);
  if (known) change(known, known.quantity + 1);
  else {
    const variant = product.units.length > 1 ? unitName(unit) : "";
    const shop = data.checkouts?.includes(product.store_id) ? product.store_id : "";
    lines.push({ product: product.id, shop, unit: unit.id, sku: idOf(product, unit), name: product.name, variant, price: String(unit.price), currency: product.currency, quantity: 1 });
    change(lines.at(-1), 1);
  }
  show();
  toast(text("addedToCart"));
}

/// What it all costs, currency by currency: nobody adds one to the other.
function totals(among = lines) {
  const currencies = [...new Set(among.map((line) => line.currency))];
  return currencies.map((currency) => {
    const own = among.filter((line) => line.currency === currency);
    return { currency, own, amount: sum(own.map((line) => [line.price, line.quantity])) };
  });
}

/// A changed cart is a new order: an earlier attempt with the old id may have come through.
function change(line, quantity) {
  for (const other of lines) if (other.currency === line.currency) delete other.order;
  line.quantity = Math.min(quantity, mostOfOne);
  lines = lines.filter((one) => one.quantity > 0);
  keep();
}

function row(line) {
  const { name } = line;
  const words = make("span", { class: "name" }, make("bdi", {}, name), line.variant ? make("span", { class: "soft" }, " ", make("bdi", {}, line.variant)) : "");
  const price = make("span", { class: "cost" }, moneyText(sum([[line.price, line.quantity]]), line.currency));
  const button = (kind, phrase, sign, quantity, isOff = false) => make("button", { type: "button", class: `round ${kind}`, "aria-label": text(phrase, { name }), disabled: isOff, onclick: () => {
    const place = lines.indexOf(line);
    change(line, quantity);
    show();
    // Restore the focus: the pressed button was replaced or removed.
    const same = quantity > 0 ? one(`#cart li:nth-child(${place + 1}) .${kind}:not([disabled])`) : null;
    (same ?? one("#cart button:not([disabled])") ?? one("button[data-buy]"))?.focus();
  } }, sign);
  const count = make("span", { class: "count" }, button("fewer", "oneFewer", "−", line.quantity - 1, line.quantity === 1),
    make("output", { "aria-label": text("quantity", { name, count: line.quantity }) }, String(line.quantity)),
    button("another", "oneMore", "+", line.quantity + 1, line.quantity === mostOfOne));
  return make("li", {}, words, count, price, button("take", "removeFromCart", "×", 0));
}

/// Next to products the cart is part of the page; elsewhere it is a dialog.
function dialog() {
  return one("#cart-dialog") ?? document.body.appendChild(make("dialog", { id: "cart-dialog", "aria-labelledby": "cart-title" }));
}

function open() {
  if (!one("#products")) {
    show();
    return dialog().showModal();
  }
  one("#cart").scrollIntoView({ block: "center" });
  one("#cart button:not([disabled])")?.focus();
}

function countAll() {
  const button = one("#open-cart");
  if (!button) return;
  const count = lines.reduce((all, line) => all + line.quantity, 0);
  button.hidden = count === 0;
  button.setAttribute("aria-label", text("cartCount", { count }));
  one("span", button).textContent = String(count);
}

/// What no shop takes at its own checkout is ordered here.
const unsold = () => lines.filter((line) => !line.shop);
const shops = () => [...new Set(lines.map((line) => line.shop).filter((shop) => shop))];

/// The shop's own page takes it from here, and what was handed over is in the cart no longer.
async function checkOut(shop, button) {
  button.disabled = true;
  const own = lines.filter((line) => line.shop === shop);
  try {
    const items = own.map(({ product, unit, quantity }) => ({ product_id: product, unit_id: unit, quantity }));
    const link = await call("POST", "/v1/carts", { body: { items } });
    lines = lines.filter((line) => !own.includes(line));
    keep();
    location.assign(link.url);
  } catch {
    show("", text("checkOutFailed"));
    one("#cart .check-out")?.focus();
  }
}

let isOrdering = false;
function show(said = "", fault = "") {
  one("#cart")?.remove();
  countAll();
  const products = one("#products");
  if (lines.length === 0 && !said) {
    one("#cart-dialog")?.close();
    return;
  }
  const place = make("section", { class: "panel cart", id: "cart", "aria-labelledby": "cart-title" }, make("h2", { id: "cart-title" }, text("cart")));
  if (said) place.append(make("p", { role: "status", tabindex: -1 }, said));
  if (fault) place.append(make("p", { role: "alert", class: "bad" }, fault));
  if (lines.length > 0) {
    place.append(make("ul", {}, ...lines.map(row)));
    for (const total of totals()) place.append(make("p", { class: "total" }, text("total", { price: moneyText(total.amount, total.currency) })));
    for (const shop of shops()) {
      place.append(make("p", { class: "soft small" }, text("checkOutTerms")));
      place.append(make("button", { type: "button", class: "primary check-out", onclick: (event) => checkOut(shop, event.currentTarget) }, text("checkOut")));
    }
    if (unsold().length > 0) {
      place.append(make("p", { class: "soft small" }, text("orderTerms")));
      place.append(make("button", { type: "button", class: "primary", id: "order", onclick: order }, text("placeOrder")));
    }
  }
  if (products) products.after(place);
  else dialog().replaceChildren(make("button", { type: "button", class: "round plain", "aria-label": text("close"), onclick: () => dialog().close() }, "×"), place);
}

/// One order for each currency, with an id of its own: what is sent twice counts once.
async function order() {
  if (isOrdering) return;
  isOrdering = true;
  const hasFocus = document.activeElement === one("#order");
  one("#order").disabled = true;
  try {
    for (const { currency, own, amount } of totals(unsold())) {
      own[0].order ??= `web-${uniqueID().slice(0, 8)}`;
      keep();
      const items = own.map(({ sku, price, quantity, name }) => ({ sku, price, quantity, product_name: name }));
      await call("POST", "/v1/purchases", { body: { order_id: own[0].order, order_value: amount, subtotal: amount, currency, line_items: items } });
      const placed = own[0].order;
      lines = lines.filter((line) => !own.includes(line));
      keep();
      show(text("orderPlaced", { order: placed }));
      // The button that was pressed is gone.
      if (hasFocus) one("#cart [role=status]").focus();
    }
  } catch {
    show("", text("orderFailed"));
    if (hasFocus) one("#order")?.focus();
  } finally { isOrdering = false; }
}

/// - Parameter told: is told which product somebody wants, when it is wanted.
export function offerCart(told = () => {}) {
  one("#open-cart")?.addEventListener("click", open);
  // Changed in another tab.
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== store) return;
    lines = read(newValue);
    if (one("#products") || one("#cart-dialog[open]")) show(); else countAll();
  });
  for (const button of every("button[data-buy]")) {
    const product = data.products?.find((one) => one.id === button.dataset.buy);
    const units = product?.units?.filter((unit) => unit.is_available !== false && isDecimal(unit.price)) ?? [];
    if (units.length === 0) continue;
    let choice = null;
    if (units.length > 1) {
      choice = make("select", { "aria-label": `${text("chooseVariant")}: ${product.name}` }, ...units.map((unit) => make("option", { value: unit.id }, unitName(unit))));
      const price = one("data.price", button.closest(".product"));
      choice.addEventListener("change", () => {
        const unit = units.find((one) => one.id === choice.value);
        if (price) price.textContent = moneyText(unit.price, product.currency);
      });
      button.before(choice);
    }
    button.hidden = false;
    button.addEventListener("click", () => {
      told(product.id);
      add(product, units.find((unit) => unit.id === choice?.value) ?? units[0]);
    });
  }
  if (one("#products")) show(); else countAll();
}
