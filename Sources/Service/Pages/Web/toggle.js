// SPDX-License-Identifier: Apache-2.0
import { text, toast } from "./page.js";
import { refusal } from "./comment-model.js";

/**
 * Lets a button be pressed and released. It shows the new state at once, and the earlier one if the service refuses.
 * @param state asks for the state
 * @param change sets it, and returns the new one
 * @param show shows a state, and returns whether the button is pressed
 */
export async function toggle(button, { state, change, show }) {
  if (!button) return;
  const set = (facts) => button.setAttribute("aria-pressed", String(show(facts)));
  const isPressed = () => button.getAttribute("aria-pressed") === "true";
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    const before = isPressed();
    button.setAttribute("aria-pressed", String(!before));
    try { set(await change(!before)); } catch (error) {
      button.setAttribute("aria-pressed", String(before));
      toast(text(refusal(error, "actionFailed")));
    }
    isBusy = false;
  });
  button.hidden = false;
  // Without it, the button is not pressed; pressing it twice has no effect.
  try { const facts = await state(); if (!isBusy) set(facts); } catch { /* the next press shows the state */ }
}
