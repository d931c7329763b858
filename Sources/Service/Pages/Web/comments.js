// SPDX-License-Identifier: Apache-2.0
import { text, one, make, toast, language } from "./page.js";
import { call } from "./api.js";
import { CommentList, fault, maxLength, refusal } from "./comment-model.js";
import { confirmDeletion, sendReport } from "./dialog.js";
import { expandable } from "./expandable.js";
import { preference, prefer } from "./preferences.js";
import { route } from "./routes.js";

const maxShown = 400;

/**
 * Shows the comments on a video, and lets the viewer write, delete and report some.
 * @param section as `WatchReactions` renders it in Swift
 * @param video its id
 */
export function showComments(section, video) {
  const known = new CommentList();
  const list = one("#comment-list", section);
  const end = one("#comments-end", section);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const form = one("#comment-form", section);

  /** Shows that there are no comments. If none can be written either, nothing is shown at all. */
  function showEmptiness() {
    section.hidden = known.isEmpty && !form;
    one("#no-comments", section).hidden = !known.isEmpty || known.next === undefined;
  }

  function item(comment) {
    const words = `said-${comment.id}`;
    const made = make("li", { class: "comment", tabindex: "-1", "data-id": comment.id },
      make("p", { class: "by" }, make("b", {}, make("bdi", {}, comment.username)), " ",
        make("time", { datetime: comment.created_at, class: "soft small" }, when.format(new Date(comment.created_at))), " ",
        comment.hidden && make("span", { class: "badge" }, text("commentWaits"))),
      make("p", { class: "words", id: words, dir: "auto" }, ...expandable(comment.text, maxShown)),
      comment.own
        ? make("button", { type: "button", class: "link", "aria-describedby": words, onclick: () => remove(comment, made) }, text("delete"))
        : make("button", { type: "button", class: "link", "aria-describedby": words, onclick: () =>
          sendReport("reportComment", route("reportComment", video, comment.id)) }, text("report")));
    return made;
  }

  async function remove(comment, element) {
    if (!await confirmDeletion("deleteComment", route("deleteComment", video, comment.id))) return;
    const neighbour = element.nextElementSibling ?? element.previousElementSibling ?? one("#comments-title", section);
    known.remove(comment.id);
    element.remove();
    showEmptiness();
    neighbour.focus();
    toast(text("commentDeleted"));
  }

  async function more() {
    const hadFocus = end.contains(document.activeElement);
    const button = one("button", end);
    if (button) button.disabled = true;
    try {
      const added = known.append(await call("GET", known.next ?? route("comments", video))).map(item);
      list.append(...added);
      end.replaceChildren(...(known.next ? [make("button", { type: "button", onclick: more }, text("moreComments"))] : []));
      // Reading continues with the first of them.
      if (hadFocus) added[0]?.focus();
    } catch (error) {
      end.replaceChildren(make("p", { role: "alert" }, text(refusal(error, "commentsFailed"))),
        make("button", { type: "button", onclick: more }, text("retry")));
      if (hadFocus) one("button", end).focus();
    }
    showEmptiness();
  }

  function say(phrase, isBad = false) {
    const message = one("#comment-message", section);
    message.textContent = text(phrase, { count: new Intl.NumberFormat(language).format(maxLength) });
    message.classList.toggle("bad", isBad);
  }

  function compose() {
    const [words, name] = [one("#comment-text", form), one("#comment-name", form)];
    name.value = preference("commentName", "string") ?? "";
    const refuse = (phrase) => {
      say(phrase, true);
      const wrong = phrase === "nameRefused" ? name : words;
      wrong.setAttribute("aria-invalid", "true");
      wrong.focus();
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      for (const field of [words, name]) field.removeAttribute("aria-invalid");
      const wrong = fault(words.value);
      if (wrong) return refuse(wrong);
      const username = name.value.trim();
      const button = one("button[type=submit]", form);
      button.disabled = true;
      try {
        const comment = await call("POST", route("writeComment", video), { body: { text: words.value, ...(username ? { username } : {}) } });
        prefer("commentName", username);
        words.value = "";
        if (known.prepend(comment)) list.prepend(item(comment));
        showEmptiness();
        say(comment.hidden ? "commentHeld" : "commentPosted");
      } catch (error) { refuse(refusal(error, "commentFailed")); }
      button.disabled = false;
    });
    // Enter begins a new line, and sends with Ctrl or ⌘.
    words.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }

  showEmptiness();
  if (form) compose();
  more();
}
