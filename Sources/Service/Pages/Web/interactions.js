// SPDX-License-Identifier: Apache-2.0
import { data, text, one, make, safeLink } from "./page.js";
import { call } from "./api.js";
import { report } from "./report.js";
import { route } from "./routes.js";

const container = () => one("#interactions");
const shown = new Map();

/** @param room the live stream, or the lock of a video with a password; null for any other video */
export function showInteractions(interactions, room = null) { for (const interaction of interactions) showInteraction(interaction, room); }

/**
 * Shows an interaction, or its new results. What the viewer is typing stays.
 * @param room as for `showInteractions`
 */
export function showInteraction(interaction, room) {
  if (!container()) return;
  const known = shown.get(interaction.id);
  if (known) {
    known.interaction = { ...known.interaction, ...interaction };
    return showResults(known);
  }
  const entry = { interaction, room, isDone: false, element: make("section", { class: "panel interaction", "aria-label": kind(interaction), "data-id": interaction.id, tabindex: -1 }) };
  shown.set(interaction.id, entry);
  container().prepend(entry.element);
  askEntry(entry);
}

export function endInteraction(interaction) {
  const known = shown.get(interaction.id);
  if (!known) return;
  known.interaction = { ...known.interaction, ...interaction };
  known.isDone = true;
  showResults(known, true);
}

function kind(interaction) { return text({ poll: "poll", question: "question", giveaway: "giveaway", trivia_giveaway: "giveaway" }[interaction.type] ?? "view"); }
function heading(interaction) { return make("h3", {}, make("bdi", {}, interaction.prompt)); }

function askEntry(entry) {
  const { interaction, element } = entry;
  const message = make("p", { role: "alert", class: "bad small" });
  if (interaction.type === "link") {
    const link = safeLink(interaction.url);
    element.replaceChildren(heading(interaction), link ? make("a", { class: "button primary", href: link, target: "_blank", rel: "noopener" }, text("view")) : "");
    return;
  }
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); submitEntry(entry, form, message, event.submitter); } });
  const isQuick = interaction.options?.length > 0 && !interaction.collect_email && !interaction.terms?.required;
  for (const option of interaction.options ?? []) {
    form.append(isQuick
      ? make("button", { type: "submit", class: "option", value: option.id, name: "option" }, make("bdi", {}, option.text))
      : make("label", { class: "choice" }, make("input", { type: "radio", name: "option", value: option.id, required: true }), make("bdi", {}, option.text)));
  }
  if (interaction.type === "question" && !interaction.options?.length) {
    form.append(make("div", { class: "field" }, make("label", { for: `a-${interaction.id}` }, text("yourAnswer")),
      make("textarea", { id: `a-${interaction.id}`, name: "answer", maxlength: 500, required: true, rows: 2 })));
  }
  if (interaction.collect_email) {
    form.append(make("div", { class: "field" }, make("label", { for: `e-${interaction.id}` }, text("email")),
      make("input", { id: `e-${interaction.id}`, name: "email", type: "email", required: true, autocomplete: "email" })));
  }
  if (interaction.terms) {
    const link = safeLink(interaction.terms.url);
    const name = make("bdi", {}, interaction.terms.name || text("acceptTerms"));
    form.append(make("label", { class: "choice small" }, make("input", { type: "checkbox", name: "terms", required: interaction.terms.required }),
      make("span", {}, `${text("acceptTerms")} `, link ? make("a", { href: link, target: "_blank", rel: "noopener" }, name) : name)));
  }
  if (!isQuick) form.append(make("button", { type: "submit", class: "primary" }, text("send")));
  element.replaceChildren(make("p", { class: "soft small" }, kind(interaction)), heading(interaction), form, message);
}

async function submitEntry(entry, form, message, submitter) {
  const { interaction } = entry;
  const fields = new FormData(form);
  const option = submitter?.name === "option" ? submitter.value : fields.get("option");
  const body = {
    ...(option ? { option_id: option } : {}), ...(fields.get("answer") ? { answer: fields.get("answer") } : {}),
    ...(fields.get("email") ? { email: fields.get("email") } : {}), ...(interaction.terms ? { terms_accepted: fields.has("terms") } : {}),
  };
  message.textContent = "";
  const focus = form.contains(document.activeElement) ? document.activeElement : null;
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    const video = data.video.id;
    await call("POST", route("enterInteraction", video, interaction.id), { body, headers: entry.room?.headers ?? {} });
    report(option ? "fw:interaction:submit-choice" : "fw:interaction:submit-answer",
      { video_id: video, ...(data.stream ? { live_stream_id: data.stream.id } : {}), properties: { interaction_id: interaction.id, ...(option ? { choice: option } : {}) } });
    entry.isDone = true;
    entry.choice = option;
    showResults(entry, false, "thanks");
    // The pressed button is gone.
    if (focus) entry.element.focus();
  } catch (error) {
    if (error.code === "already_entered") {
      entry.isDone = true;
      showResults(entry, false, "alreadyEntered");
      if (focus) entry.element.focus();
      return;
    }
    for (const button of form.querySelectorAll("button")) button.disabled = false;
    focus?.focus();
    message.textContent = error.code === "email_invalid" ? text("emailInvalid") : text("messageFailed");
  }
}

/** Shows the results in percent; nothing for viewers who have not answered yet. */
function showResults(entry, isEnded = false, phrase = null) {
  const { interaction, element } = entry;
  if (!entry.isDone) return;
  const counts = interaction.results?.choices ?? {};
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const rows = (interaction.options ?? []).map((option) => {
    const share = all > 0 ? Math.round((100 * (counts[option.id] ?? 0)) / all) : 0;
    const mark = option.correct ? " ✓" : "";
    return make("li", { class: option.id === entry.choice ? "mine" : "" }, make("span", {}, make("bdi", {}, option.text), mark), make("span", {}, all > 0 ? `${share} %` : ""),
      make("meter", { min: 0, max: 100, value: share, "aria-label": option.text }));
  });
  entry.phrase = phrase ?? entry.phrase;
  const winners = interaction.results?.winners ?? [];
  element.replaceChildren(make("p", { class: "soft small" }, isEnded ? text("ended") : kind(interaction)), heading(interaction),
    rows.length > 0 ? make("ul", { class: "results" }, ...rows) : "", entry.phrase ? make("p", { class: "good", role: "status" }, text(entry.phrase)) : "",
    winners.length > 0 ? make("p", {}, text("winners", { names: winners.join(", ") })) : "");
}
