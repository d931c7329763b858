// SPDX-License-Identifier: Apache-2.0
import { data, text, one, every, make, toast, moneyText, language } from "./page.js";
import { call, uniqueID } from "./api.js";
import { contactFields, contactOf, countries, countryOf, faultOf } from "./cart-contact.js";
import { Cart, isDecimal, maxQuantity, sum, unitName } from "./cart-model.js";
import { route } from "./routes.js";

const storageKey = `windowbox-cart-${data.app}`;
let cart = new Cart();
// Without storage the cart lasts as long as the page.
try { cart = Cart.read(localStorage.getItem(storageKey)); } catch { /* it begins empty */ }

function keep() { try { localStorage.setItem(storageKey, cart.json); } catch { /* it lasts as long as the page */ } }

function add(product, unit) {
  cart.add(product, unit, data.orders);
  keep();
  show();
  toast(text("addedToCart"));
}

function row(line) {
  const { name } = line;
  const words = make("span", { class: "name" }, make("bdi", {}, name), line.variant ? make("span", { class: "soft" }, " ", make("bdi", {}, line.variant)) : "");
  const price = make("span", { class: "cost" }, moneyText(sum([[line.price, line.quantity]]), line.currency));
  const button = (kind, phrase, sign, quantity, isOff = false) => make("button", { type: "button", class: `round ${kind}`, "aria-label": text(phrase, { name }), disabled: isOff, onclick: () => {
    const index = cart.lines.indexOf(line);
    cart.setQuantity(line, quantity);
    keep();
    show();
    // Restore the focus: the pressed button was replaced or removed.
    const same = quantity > 0 ? one(`#cart li:nth-child(${index + 1}) .${kind}:not([disabled])`) : null;
    (same ?? one("#cart button:not([disabled])") ?? one("button[data-buy]"))?.focus();
  } }, sign);
  const count = make("span", { class: "count" }, button("fewer", "oneFewer", "−", line.quantity - 1, line.quantity === 1),
    make("output", { "aria-label": text("quantity", { name, count: line.quantity }) }, String(line.quantity)),
    button("another", "oneMore", "+", line.quantity + 1, line.quantity === maxQuantity));
  return make("li", {}, words, count, price, button("take", "removeFromCart", "×", 0));
}

/** The dialog of the cart, on pages without products; beside products the cart is part of the page. */
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
  const { count } = cart;
  button.hidden = count === 0;
  button.setAttribute("aria-label", text("cartCount", { count }));
  one("span", button).textContent = String(count);
}

/** Opens the shop's own checkout with its lines, which then leave the cart. */
async function checkOut(shop, button) {
  button.disabled = true;
  const own = cart.linesOf(shop);
  try {
    const items = own.map(({ product, unit, quantity }) => ({ product_id: product, unit_id: unit, quantity }));
    const link = await call("POST", route("makeCart"), { body: { items } });
    cart.remove(own);
    keep();
    location.assign(link.url);
  } catch {
    show("", text("checkOutFailed"));
    one("#cart .check-out")?.focus();
  }
}

// Not stored: it lasts as long as the page, also when the cart is shown anew.
const contact = { country: countryOf(navigator.languages ?? []) };

/** The fields for the buyer's contact, for shops that ask for it. */
function contactForm() {
  const fields = contactFields.map(({ name, phrase, most, fill, isNeeded, type = "text" }) => {
    const attributes = { id: `contact-${name}`, name, autocomplete: fill, required: isNeeded, oninput: ({ target }) => {
      contact[name] = target.value;
      target.removeAttribute("aria-invalid");
    } };
    const field = name === "country"
      ? make("select", attributes, make("option", { value: "" }, ""), ...countries(language).map(([code, country]) => make("option", { value: code }, country)))
      : make("input", { type, maxlength: most, ...attributes });
    field.value = contact[name] ?? "";
    return make("label", { class: "contact" }, make("span", {}, text(phrase)), field);
  });
  return make("fieldset", { id: "contact" }, make("legend", {}, text("contact")), make("p", { class: "soft small" }, text("contactTerms")), ...fields);
}

/** Marks a field of the contact, and moves there. */
function showFault(name) {
  const field = one(`#contact-${name}`);
  field?.setAttribute("aria-invalid", "true");
  field?.focus();
  if (name === "email") toast(text("emailInvalid"));
}

let isOrdering = false;
function show(message = "", error = "") {
  one("#cart")?.remove();
  countAll();
  const products = one("#products");
  if (cart.lines.length === 0 && !message) {
    one("#cart-dialog")?.close();
    return;
  }
  const section = make("section", { class: "panel cart", id: "cart", "aria-labelledby": "cart-title" }, make("h2", { id: "cart-title" }, text("cart")));
  if (message) section.append(make("p", { role: "status", tabindex: -1 }, message));
  if (error) section.append(make("p", { role: "alert", class: "bad" }, error));
  if (cart.lines.length > 0) {
    section.append(make("ul", {}, ...cart.lines.map(row)));
    for (const total of cart.totals) section.append(make("p", { class: "total" }, text("total", { price: moneyText(total.amount, total.currency) })));
    for (const shop of cart.shops) {
      section.append(make("p", { class: "soft small" }, text("checkOutTerms")));
      section.append(make("button", { type: "button", class: "primary check-out", onclick: (event) => checkOut(shop, event.currentTarget) }, text("checkOut")));
    }
    if (cart.orders.length > 0) {
      if (cart.needsContact) section.append(contactForm());
      section.append(make("p", { class: "soft small" }, text("orderTerms")));
      section.append(make("button", { type: "button", class: "primary", id: "order", onclick: order }, text("placeOrder")));
    }
  }
  if (products) products.after(section);
  else dialog().replaceChildren(make("button", { type: "button", class: "round plain", "aria-label": text("close"), onclick: () => dialog().close() }, "×"), section);
}

/** Places one order per currency. Each keeps its id, so an order that is sent twice counts once. */
async function order() {
  if (isOrdering) return;
  const own = contactOf(contact);
  const fault = cart.needsContact ? faultOf(own) : null;
  if (fault) {
    showFault(fault);
    return;
  }
  isOrdering = true;
  const hasFocus = document.activeElement === one("#order");
  one("#order").disabled = true;
  try {
    for (const { currency, lines, amount, needsContact } of cart.orders) {
      lines[0].order ??= `web-${uniqueID().slice(0, 8)}`;
      keep();
      const items = lines.map(({ sku, price, quantity, name }) => ({ sku, price, quantity, product_name: name }));
      const body = { order_id: lines[0].order, order_value: amount, subtotal: amount, currency, line_items: items };
      await call("POST", route("recordPurchase"), { body: needsContact ? { ...body, contact: own } : body });
      const placed = lines[0].order;
      cart.remove(lines);
      keep();
      show(text("orderPlaced", { order: placed }));
      // The button that was pressed is gone.
      if (hasFocus) one("#cart [role=status]").focus();
    }
  } catch (error) {
    show("", text("orderFailed"));
    if (error.field?.startsWith("contact.")) showFault(error.field.slice("contact.".length));
    else if (hasFocus) one("#order")?.focus();
  } finally { isOrdering = false; }
}

/**
 * Sets up the cart and its buttons.
 * @param onAdd called with the id of a product that the viewer adds
 */
export function offerCart(onAdd = () => {}) {
  one("#open-cart")?.addEventListener("click", open);
  // Changed in another tab.
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== storageKey) return;
    cart = Cart.read(newValue);
    if (one("#products") || one("#cart-dialog[open]")) show(); else countAll();
  });
  for (const button of every("button[data-buy]")) {
    const product = data.products?.find((one) => one.id === button.dataset.buy);
    if (product) offerProduct(button, product, onAdd);
  }
  if (one("#products")) show(); else countAll();
}

/**
 * Lets a button put a product into the cart, and shows the button. Nothing happens if it has no variant that can be bought.
 * @param onAdd called with the product's id
 */
export function offerProduct(button, product, onAdd) {
  const units = product.units?.filter((unit) => unit.is_available !== false && isDecimal(unit.price)) ?? [];
  if (units.length === 0) return;
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
    onAdd(product.id);
    add(product, units.find((unit) => unit.id === choice?.value) ?? units[0]);
  });
}
