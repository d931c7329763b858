// SPDX-License-Identifier: Apache-2.0
// The cart's model, independent of the page: lines, amounts and orders. Amounts are decimals of any size, so they are added as integers.

/** The largest quantity of one variant. */
export const maxQuantity = 999;

/** Whether an amount is a decimal that can be added exactly: up to 24 digits, and 12 after the decimal point. */
export function isDecimal(amount) { return /^\d{1,24}(\.\d{1,12})?$/.test(String(amount)); }

/**
 * The exact sum of amounts.
 * @param parts pairs of a decimal and how many times it counts
 */
export function sum(parts) {
  const places = Math.max(0, ...parts.map(([amount]) => (String(amount).split(".")[1] ?? "").length));
  const scaled = ([amount, times]) => {
    const [whole, fraction = ""] = String(amount).split(".");
    return BigInt(whole + fraction.padEnd(places, "0")) * BigInt(times);
  };
  const digits = parts.reduce((total, part) => total + scaled(part), 0n).toString().padStart(places + 1, "0");
  const fraction = places > 0 ? digits.slice(-places).replace(/0+$/, "") : "";
  const whole = places > 0 ? digits.slice(0, -places) : digits;
  return fraction ? `${whole}.${fraction}` : whole;
}

export const unitName = (unit) => unit.options?.map((option) => option.value).join(", ") || unit.name || unit.sku || unit.id;

/** A variant's identifier in its shop. */
const skuOf = (product, unit) => unit.sku || unit.gtin || unit.mpn || unit.external_id || product.external_id || unit.id;

export class Cart {
  constructor(lines = []) { this.lines = lines; }

  /** The stored cart, without invalid lines. */
  static read(json) {
    let found = null;
    try { found = JSON.parse(json); } catch { /* the cart is empty then */ }
    if (!Array.isArray(found)) return new Cart();
    return new Cart(found.filter((line) => line && isDecimal(line.price) && /^[A-Z]{3}$/.test(line.currency)
      && Number.isInteger(line.quantity) && line.quantity > 0));
  }

  get json() { return JSON.stringify(this.lines); }

  /**
   * One more of a variant.
   * @param checkouts ids of the stores with their own checkout
   * @param contacts ids of the stores that need the buyer's contact
   */
  add(product, unit, { checkouts = [], contacts = [] } = {}) {
    const known = this.lines.find((line) => line.unit === unit.id);
    if (known) return this.setQuantity(known, known.quantity + 1);
    const variant = product.units.length > 1 ? unitName(unit) : "";
    const shop = checkouts.includes(product.store_id) ? product.store_id : "";
    const line = {
      product: product.id, shop, unit: unit.id, sku: skuOf(product, unit), name: product.name, variant,
      price: String(unit.price), currency: product.currency, quantity: 1,
    };
    if (!shop && contacts.includes(product.store_id)) line.needsContact = true;
    this.lines.push(line);
    this.setQuantity(line, 1);
  }

  /** Changes a line; a quantity of 0 removes it. A changed cart is a new order: an attempt under the earlier id may have been accepted. */
  setQuantity(line, quantity) {
    for (const other of this.lines) if (other.currency === line.currency) delete other.order;
    line.quantity = Math.min(quantity, maxQuantity);
    this.lines = this.lines.filter((one) => one.quantity > 0);
  }

  remove(lines) { this.lines = this.lines.filter((line) => !lines.includes(line)); }

  /** The number of items, all quantities added. */
  get count() { return this.lines.reduce((total, line) => total + line.quantity, 0); }

  /** The total per currency: amounts in different currencies are never added. */
  get totals() { return totals(this.lines); }

  /** One order per currency for items of shops without their own checkout. */
  get orders() { return totals(this.lines.filter((line) => !line.shop)); }

  /** Whether an order needs the buyer's contact. */
  get needsContact() { return this.orders.some((order) => order.needsContact); }

  /** Ids of the shops in the cart with their own checkout. */
  get shops() { return [...new Set(this.lines.map((line) => line.shop).filter((shop) => shop))]; }

  linesOf(shop) { return this.lines.filter((line) => line.shop === shop); }
}

function totals(lines) {
  const currencies = [...new Set(lines.map((line) => line.currency))];
  return currencies.map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    return { currency, lines: own, amount: sum(own.map((line) => [line.price, line.quantity])), needsContact: own.some((line) => line.needsContact === true) };
  });
}
