// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// What scripts of all pages share: what the page was made with, elements, texts, short messages.
    static let pageScript = #"""
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
          one("#toasts").append(shown);
          setTimeout(() => shown.remove(), 5000);
        }

        /// An address that may be followed; null for any that could run something.
        export function safeLink(address) {
          try {
            const url = new URL(address, location.href);
            return ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href : null;
          } catch { return null; }
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
        """#
}
