// SPDX-License-Identifier: Apache-2.0
import { data, text, one, make, safeLink } from "./page.js";
import { call } from "./api.js";
import { report } from "./report.js";

const place = () => one("#interactions");
const shown = new Map();

export function showInteractions(interactions) { for (const interaction of interactions) showInteraction(interaction, null); }

/**
 * Shows an interaction, or its new results. What the viewer is typing stays.
 * @param room of the live stream; null for a video
 */
export function showInteraction(told, room) {
  if (!place()) return;
  const known = shown.get(told.id);
  if (known) {
    known.told = { ...known.told, ...told };
    return results(known);
  }
  const entry = { told, room, isDone: false, element: make("section", { class: "panel interaction", "aria-label": kind(told), "data-id": told.id, tabindex: -1 }) };
  shown.set(told.id, entry);
  place().prepend(entry.element);
  ask(entry);
}

export function endInteraction(told) {
  const known = shown.get(told.id);
  if (!known) return;
  known.told = { ...known.told, ...told };
  known.isDone = true;
  results(known, true);
}

function kind(told) { return text({ poll: "poll", question: "question", giveaway: "giveaway", trivia_giveaway: "giveaway" }[told.type] ?? "view"); }
function heading(told) { return make("h3", {}, make("bdi", {}, told.prompt)); }

function ask(entry) {
  const { told, element } = entry;
  const said = make("p", { role: "alert", class: "bad small" });
  if (told.type === "link") {
    const link = safeLink(told.url);
    element.replaceChildren(heading(told), link ? make("a", { class: "button primary", href: link, target: "_blank", rel: "noopener" }, text("view")) : "");
    return;
  }
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); enter(entry, form, said, event.submitter); } });
  const isQuick = told.options?.length > 0 && !told.collect_email && !told.terms?.required;
  for (const option of told.options ?? []) {
    form.append(isQuick
      ? make("button", { type: "submit", class: "option", value: option.id, name: "option" }, make("bdi", {}, option.text))
      : make("label", { class: "choice" }, make("input", { type: "radio", name: "option", value: option.id, required: true }), make("bdi", {}, option.text)));
  }
  if (told.type === "question" && !told.options?.length) {
    form.append(make("div", { class: "field" }, make("label", { for: `a-${told.id}` }, text("yourAnswer")),
      make("textarea", { id: `a-${told.id}`, name: "answer", maxlength: 500, required: true, rows: 2 })));
  }
  if (told.collect_email) {
    form.append(make("div", { class: "field" }, make("label", { for: `e-${told.id}` }, text("email")),
      make("input", { id: `e-${told.id}`, name: "email", type: "email", required: true, autocomplete: "email" })));
  }
  if (told.terms) {
    const link = safeLink(told.terms.url);
    const name = make("bdi", {}, told.terms.name || text("acceptTerms"));
    form.append(make("label", { class: "choice small" }, make("input", { type: "checkbox", name: "terms", required: told.terms.required }),
      make("span", {}, `${text("acceptTerms")} `, link ? make("a", { href: link, target: "_blank", rel: "noopener" }, name) : name)));
  }
  if (!isQuick) form.append(make("button", { type: "submit", class: "primary" }, text("send")));
  element.replaceChildren(make("p", { class: "soft small" }, kind(told)), heading(told), form, said);
}

async function enter(entry, form, said, submitter) {
  const { told } = entry;
  const fields = new FormData(form);
  const option = submitter?.name === "option" ? submitter.value : fields.get("option");
  const body = {
    ...(option ? { option_id: option } : {}), ...(fields.get("answer") ? { answer: fields.get("answer") } : {}),
    ...(fields.get("email") ? { email: fields.get("email") } : {}), ...(told.terms ? { terms_accepted: fields.has("terms") } : {}),
  };
  said.textContent = "";
  const focus = form.contains(document.activeElement) ? document.activeElement : null;
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    const video = data.video.id;
    await call("POST", `/v1/videos/${video}/interactions/${told.id}/entries`, { body, headers: entry.room?.headers ?? {} });
    report(option ? "fw:interaction:submit-choice" : "fw:interaction:submit-answer",
      { video_id: video, ...(data.stream ? { live_stream_id: data.stream.id } : {}), properties: { interaction_id: told.id, ...(option ? { choice: option } : {}) } });
    entry.isDone = true;
    entry.choice = option;
    results(entry, false, "thanks");
    // The pressed button is gone.
    if (focus) entry.element.focus();
  } catch (fault) {
    if (fault.code === "already_entered") {
      entry.isDone = true;
      results(entry, false, "alreadyEntered");
      if (focus) entry.element.focus();
      return;
    }
    for (const button of form.querySelectorAll("button")) button.disabled = false;
    focus?.focus();
    said.textContent = fault.code === "email_invalid" ? text("emailInvalid") : text("messageFailed");
  }
}

/** Shows the results in percent; nothing for viewers who have not answered yet. */
function results(entry, isEnded = false, phrase = null) {
  const { told, element } = entry;
  if (!entry.isDone) return;
  const counts = told.results?.choices ?? {};
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const rows = (told.options ?? []).map((option) => {
    const share = all > 0 ? Math.round((100 * (counts[option.id] ?? 0)) / all) : 0;
    const mark = option.correct ? " ✓" : "";
    return make("li", { class: option.id === entry.choice ? "mine" : "" }, make("span", {}, make("bdi", {}, option.text), mark), make("span", {}, all > 0 ? `${share} %` : ""),
      make("meter", { min: 0, max: 100, value: share, "aria-label": option.text }));
  });
  entry.phrase = phrase ?? entry.phrase;
  const winners = told.results?.winners ?? [];
  element.replaceChildren(make("p", { class: "soft small" }, isEnded ? text("ended") : kind(told)), heading(told),
    rows.length > 0 ? make("ul", { class: "results" }, ...rows) : "", entry.phrase ? make("p", { class: "good", role: "status" }, text(entry.phrase)) : "",
    winners.length > 0 ? make("p", {}, text("winners", { names: winners.join(", ") })) : "");
}
