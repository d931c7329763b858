// SPDX-License-Identifier: Apache-2.0

/// What the server says to this page's scripts.
export const data = JSON.parse(document.getElementById("page-data")?.textContent || "{}");

/// A phrase in the page's language, with values by the names of its places.
export function text(phrase, values = {}) {
  let found = data.phrases?.[phrase] ?? phrase;
  for (const [name, value] of Object.entries(values)) found = found.replaceAll(`{${name}}`, () => String(value));
  return found;
}

export const one = (selector, inside = document) => inside.querySelector(selector);
export const every = (selector, inside = document) => [...inside.querySelectorAll(selector)];

/// An element with attributes and children. Text stays text: nothing is ever read as markup.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/// An icon of the page's sprite.
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/// Tells something for some seconds, also to those who listen to the page.
export function toast(message) {
  const shown = make("div", { class: "toast" }, message);
  // Replace the same message and keep at most three.
  for (const other of every("#toasts .toast")) if (other.textContent === message) other.remove();
  one("#toasts").append(shown);
  while (one("#toasts").children.length > 3) one("#toasts").firstElementChild.remove();
  setTimeout(() => shown.remove(), 5000);
}

/// An address that may be followed; null for any that could run something.
export function safeLink(address) {
  try {
    const url = new URL(address, location.href);
    return ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch { return null; }
}

/// Whether a picture may be fetched from there: a path of this service, or `http` and `https`.
export const isAddress = (address) => /^(https?:\/\/|\/(?!\/))/i.test(address ?? "");

/// Lets some seconds of a video move in its poster's place while a person points at its card, is at it with the keyboard, or rests a
/// finger on it.
export function movePosters(inside) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  let moving = null;
  const rest = () => {
    clearTimeout(moving?.timer);
    moving?.picture.remove();
    moving = null;
  };
  const begin = ({ target }) => {
    const poster = one(".poster[data-preview]", target.closest(".card a") ?? make("i"));
    if (poster && poster === moving?.poster) return true;
    rest();
    if (!poster || isStill.matches) return false;
    const picture = make("img", { class: "moving", alt: "" });
    const now = moving = { poster, picture, timer: 0 };
    picture.addEventListener("load", () => {
      if (moving !== now) return;
      poster.firstElementChild.after(picture);
      // What moves beside other things comes to an end by itself (WCAG 2.2.2).
      now.timer = setTimeout(() => picture.remove(), 5000);
    });
    picture.src = poster.dataset.preview;
    return true;
  };
  // A finger that rests is no tap, and wants no menu.
  const afterResting = 400;
  let [finger, hasRested] = [0, false];
  const lift = ({ pointerType }) => {
    if (pointerType !== "touch") return;
    clearTimeout(finger);
    rest();
  };
  inside.addEventListener("pointerdown", (event) => {
    hasRested = false;
    if (event.pointerType === "touch") finger = setTimeout(() => { hasRested = begin(event); }, afterResting);
  });
  inside.addEventListener("pointerup", lift);
  inside.addEventListener("pointercancel", lift);
  inside.addEventListener("contextmenu", (event) => { if (hasRested) event.preventDefault(); });
  // Keys and assistive technology click without a finger.
  inside.addEventListener("click", (event) => { if (hasRested && event.detail > 0) event.preventDefault(); });
  inside.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") begin(event); });
  inside.addEventListener("focusin", begin);
  inside.addEventListener("pointerleave", rest);
  inside.addEventListener("focusout", rest);
}

/// 1:05 or 1:02:09 of seconds.
export function clockText(seconds) {
  // 11.99 is twelve: lengths are rarely whole.
  const whole = Math.max(0, Math.floor((seconds || 0) + 0.05));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export const language = document.documentElement.lang || "en";
export const countText = (count) => new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(count);
export function moneyText(amount, currency) {
  try { return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount); }
  catch { return `${amount} ${currency}`; }
}
