// SPDX-License-Identifier: Apache-2.0
import { text, make, toast } from "./page.js";
import { call } from "./api.js";
import { refusal } from "./comment-model.js";

let made = 0;

/**
 * Opens a dialog with a form. It closes once the action succeeds, or when it is cancelled.
 * @param action run when the form is sent; when it throws, the dialog says so and stays open
 * @returns whether the action succeeded
 */
function ask(title, fields, button, failed, action) {
  const id = `dialog-${made += 1}`;
  const message = make("p", { role: "alert", class: "small bad" });
  const send = make("button", { type: "submit", class: "primary" }, text(button));
  let hasSucceeded = false;
  return new Promise((resolve) => {
    const form = make("form", { method: "dialog", onsubmit: async (event) => {
      event.preventDefault();
      send.disabled = true;
      message.textContent = "";
      try {
        await action();
        hasSucceeded = true;
        dialog.close();
      } catch (error) { message.textContent = text(refusal(error, failed)); }
      send.disabled = false;
    } }, make("h2", { id }, text(title)), ...fields, message,
    make("div", { class: "row" }, send, make("button", { type: "button", onclick: () => dialog.close() }, text("cancel"))));
    const dialog = make("dialog", { "aria-labelledby": id, class: "ask", onclose: () => {
      dialog.remove();
      resolve(hasSucceeded);
    } }, form);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Deletes something once that is confirmed. */
export const confirmDeletion = (question, path) =>
  ask(question, [], "delete", "deleteFailed", () => call("DELETE", path));

const reasons = {
  spam: "reasonSpam", harassment: "reasonHarassment", hate: "reasonHate", sexual: "reasonSexual", violence: "reasonViolence",
  illegal: "reasonIllegal", other: "reasonOther",
};

/** Reports something to the moderators. */
export async function sendReport(title, path) {
  const reason = make("select", { id: "report-reason" },
    ...Object.entries(reasons).map(([value, phrase]) => make("option", { value }, text(phrase))));
  const details = make("textarea", { id: "report-details", rows: 3, maxlength: 500, dir: "auto" });
  const field = (control, phrase) => make("div", { class: "field" }, make("label", { for: control.id }, text(phrase)), control);
  const isSent = await ask(title, [field(reason, "reportReason"), field(details, "reportDetails")], "sendReport", "reportFailed", () => {
    const words = details.value.trim();
    return call("POST", path, { body: { reason: reason.value, ...(words ? { text: words } : {}) } });
  });
  if (isSent) toast(text("reportSent"));
}
