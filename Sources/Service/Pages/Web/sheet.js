// SPDX-License-Identifier: Apache-2.0
import { one, make, text, icon } from "./page.js";

/** How far a sheet must be pulled down to close, in CSS pixels. */
const pull = 90;

/**
 * Opens a dialog at the lower edge of the screen. It closes by its button, Escape, a tap beside it, or by pulling its head down.
 * @param content elements below the title
 * @returns the dialog
 */
export function openSheet(title, ...content) {
  const close = make("button", { type: "button", class: "round plain", "aria-label": text("close"), onclick: () => sheet.close() }, icon("close"));
  const head = make("div", { class: "sheet-head" }, make("h2", { id: "sheet-title" }, title), close);
  const sheet = make("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, head, make("div", { class: "sheet-body" }, ...content),
    make("div", { class: "toasts", role: "status" }));
  sheet.addEventListener("close", () => sheet.remove());
  // A click on the backdrop has the dialog itself as its target.
  sheet.addEventListener("click", (event) => {
    const box = sheet.getBoundingClientRect();
    if (event.target === sheet && (event.clientY < box.top || event.clientX < box.left || event.clientX > box.right)) sheet.close();
  });
  let began = null;
  head.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    began = event.clientY;
    head.setPointerCapture(event.pointerId);
  });
  head.addEventListener("pointermove", (event) => {
    if (began !== null) sheet.style.translate = `0 ${Math.max(0, event.clientY - began)}px`;
  });
  const release = (event) => {
    if (began === null) return;
    const isFar = event.type === "pointerup" && event.clientY - began > pull;
    began = null;
    sheet.style.translate = "";
    if (isFar) sheet.close();
  };
  head.addEventListener("pointerup", release);
  head.addEventListener("pointercancel", release);
  document.body.append(sheet);
  sheet.showModal();
  one("h2", sheet).setAttribute("tabindex", "-1");
  one("h2", sheet).focus();
  return sheet;
}
