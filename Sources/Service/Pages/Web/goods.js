// SPDX-License-Identifier: Apache-2.0
import { text, make, icon, isAddress, moneyText } from "./page.js";
import { offerProduct } from "./cart.js";

const nameOf = (product) => product.name?.trim() || text("untitled");
const unitOf = (product) => product.units?.find((unit) => unit.is_available !== false) ?? product.units?.[0] ?? null;

function picture(product) {
  const images = product.images ?? [];
  const image = images.find((one) => one.primary) ?? [...images].sort((a, b) => a.position - b.position)[0];
  return isAddress(image?.url) ? make("img", { src: image.url, alt: "", loading: "lazy", width: 72, height: 72 })
    : make("span", { class: "blank" }, icon("cart"));
}

function price(product) {
  const unit = unitOf(product);
  if (!unit || product.hide_price) return null;
  return make("data", { class: "price", value: unit.price, "data-currency": product.currency }, moneyText(unit.price, product.currency));
}

/** The earlier price, if it is reduced. */
function earlierPrice(product) {
  const unit = unitOf(product);
  if (!unit?.original_price || product.hide_price || !(Number(unit.original_price) > Number(unit.price))) return null;
  const before = moneyText(unit.original_price, product.currency);
  return make("s", { class: "soft", "aria-label": text("priceWas", { price: before }) }, before);
}

/** The card over a video, which opens the list of its products. */
export function goodsCard(products, open) {
  const [first] = products;
  const more = products.length > 1 ? make("span", { class: "badge", "aria-hidden": "true" }, `+${products.length - 1}`) : null;
  return make("button", { type: "button", class: "goods", onclick: open }, picture(first),
    make("span", { class: "words" }, make("bdi", { class: "name" }, nameOf(first)), price(first)), more,
    make("span", { class: "unseen" }, ` ${text("products")}`));
}

/**
 * The list of a video's products, as `ProductSection` renders it in Swift.
 * @param onAdd called with the id of a product that the viewer adds to the cart
 * @param onOpen called with the id of a product whose shop is opened
 */
export function goodsList(products, { onAdd, onOpen }) {
  return make("ul", { class: "products" }, ...products.map((product) => {
    const name = nameOf(product);
    const shown = make("li", { class: "product", "data-id": product.id }, picture(product), make("div", { class: "words" },
      make("h3", {}, make("bdi", {}, name)), make("p", { class: "soft small" }, make("bdi", {}, product.subtitle ?? "")),
      make("p", {}, price(product), " ", earlierPrice(product))));
    const link = product.custom_cta?.url ?? unitOf(product)?.url;
    if (product.is_available === false) shown.append(make("span", { class: "badge" }, text("soldOut")));
    else if (product.hide_primary_cta) return shown;
    else if (isAddress(link)) {
      const words = product.custom_cta?.title?.trim() || text("shopNow");
      shown.append(make("a", {
        class: "button primary", href: link, target: "_blank", rel: "noopener", "aria-label": `${words}: ${name}`, onclick: () => onOpen(product.id),
      }, words));
    } else if (!product.hide_price) {
      const button = make("button", { type: "button", class: "primary", hidden: true, "aria-label": `${text("addToCart")}: ${name}` }, text("addToCart"));
      shown.append(make("div", { class: "buy" }, button));
      offerProduct(button, product, onAdd);
    }
    return shown;
  }));
}
