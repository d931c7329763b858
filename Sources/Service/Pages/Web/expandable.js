// SPDX-License-Identifier: Apache-2.0
import { text, make } from "./page.js";
import { shortText } from "./format.js";

/**
 * A text that somebody wrote, as elements. A long one is shortened, so that it doesn't push others out of view.
 * @param max the length in characters above which it is shortened
 */
export function expandable(words, max) {
  const message = make("bdi", { class: "said" }, words);
  const short = shortText(words, max);
  if (short === null) return [message];
  const button = make("button", { type: "button", class: "link", "aria-expanded": "false", onclick: () => {
    const isWhole = button.getAttribute("aria-expanded") === "false";
    message.textContent = isWhole ? words : short;
    button.setAttribute("aria-expanded", String(isWhole));
    button.textContent = text(isWhole ? "showLess" : "showMore");
  } }, text("showMore"));
  message.textContent = short;
  return [message, " ", button];
}
