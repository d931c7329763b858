// SPDX-License-Identifier: Apache-2.0
import { countText as countIn, moneyText as moneyIn } from "./format.js";

/** What the service passed to the scripts of this page. */
export const data = JSON.parse(document.getElementById("page-data")?.textContent || "{}");

/**
 * A phrase in the page's language.
 * @param values for its placeholders such as `{count}`, by name
 */
export function text(phrase, values = {}) {
  let found = data.phrases?.[phrase] ?? phrase;
  for (const [name, value] of Object.entries(values)) found = found.replaceAll(`{${name}}`, () => String(value));
  return found;
}

export const one = (selector, inside = document) => inside.querySelector(selector);
export const every = (selector, inside = document) => [...inside.querySelectorAll(selector)];

/** Makes an element. Strings among the children become text, never markup; attributes named `on…` are listeners. */
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

/** An icon from the page's sprite (see `PageIcon` in Swift). */
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

/** Shows a message for five seconds, and announces it to screen readers. */
export function toast(message) {
  const shown = make("div", { class: "toast" }, message);
  // Nothing outside of an open dialog is read out.
  const place = one("dialog[open] .toasts") ?? one("#toasts");
  // Replace the same message and keep at most three.
  for (const other of every(".toast", place)) if (other.textContent === message) other.remove();
  place.append(shown);
  while (place.children.length > 3) place.firstElementChild.remove();
  setTimeout(() => shown.remove(), 5000);
}

/** A link's address, or null unless its scheme is http, https or mailto: others could run scripts. */
export function safeLink(address) {
  try {
    const url = new URL(address, location.href);
    return ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch { return null; }
}

/** Whether an address may be used for an image: a path of this service, or `http` and `https`. */
export const isAddress = (address) => /^(https?:\/\/|\/(?!\/))/i.test(address ?? "");

/** Plays the animated preview of a video over its poster while its card is hovered, focused or held with a finger. */
export function movePosters(inside) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  let moving = null;
  const rest = () => {
    clearTimeout(moving?.timer);
    moving?.picture.remove();
    moving = null;
  };
  const begin = ({ target }) => {
    const poster = one(".poster[data-preview]", target.closest(".card:not(:has(.layer)) a") ?? make("i"));
    if (poster && poster === moving?.poster) return true;
    rest();
    if (!poster || isStill.matches) return false;
    const picture = make("img", { class: "moving", alt: "" });
    const now = moving = { poster, picture, timer: 0 };
    picture.addEventListener("load", () => {
      if (moving !== now) return;
      poster.firstElementChild.after(picture);
      // Motion beside other content must stop automatically (WCAG 2.2.2).
      now.timer = setTimeout(() => picture.remove(), 5000);
    });
    picture.src = poster.dataset.preview;
    return true;
  };
  // A long press is not a tap, and must not open the browser's menu.
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
  // Clicks by keyboard and assistive technology have a detail of 0.
  inside.addEventListener("click", (event) => { if (hasRested && event.detail > 0) event.preventDefault(); });
  inside.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") begin(event); });
  inside.addEventListener("focusin", begin);
  inside.addEventListener("pointerleave", rest);
  inside.addEventListener("focusout", rest);
}

/** The language of the page, a BCP 47 tag. */
export const language = document.documentElement.lang || "en";
export { clockText } from "./format.js";
export const countText = (count) => countIn(count, language);
export const moneyText = (amount, currency) => moneyIn(amount, currency, language);
