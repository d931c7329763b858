// SPDX-License-Identifier: Apache-2.0

// Searches the titles and summaries of the site (search-index.js) as the reader types.
"use strict";

{
  const field = document.getElementById("site-search");
  const list = document.getElementById("site-results");
  const root = document.body.dataset.root;
  // Of equal matches, guides come before types, and types before their members.
  const weights = { guide: 0, article: 0, module: 1, section: 3, member: 4 };
  const entries = searchIndex.map(([title, kind, path, summary]) => ({
    title, kind, path, summary, name: title.toLowerCase(), words: title.toLowerCase().split(" "), text: summary.toLowerCase(), weight: weights[kind] ?? 2,
  }));
  let chosen = 0;

  // Smaller is better; null if a word is missing.
  function rank(entry, words) {
    let sum = entry.weight;
    for (const word of words) {
      const last = entry.name.slice(entry.name.lastIndexOf(".") + 1);
      if (entry.name === word) sum += 0;
      else if (last.startsWith(word) || entry.words.some((part) => part.startsWith(word))) sum += 2;
      else if (entry.name.includes(word)) sum += 5;
      else if (entry.text.includes(word)) sum += 12;
      else return null;
    }
    return sum + entry.title.length / 100;
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : entries
      .map((entry) => ({ entry, rank: rank(entry, words) }))
      .filter((match) => match.rank !== null)
      .sort((left, right) => left.rank - right.rank)
      .slice(0, 30);
    list.replaceChildren(...found.map(({ entry }) => {
      const link = document.createElement("a");
      link.href = root + entry.path;
      const kind = document.createElement("small");
      kind.textContent = ` ${entry.kind}`;
      const summary = document.createElement("p");
      summary.textContent = entry.summary;
      link.append(entry.title, kind, summary);
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    if (words.length > 0 && found.length === 0) {
      const item = document.createElement("li");
      item.textContent = "Nothing found";
      list.append(item);
    }
    list.hidden = words.length === 0;
    choose(0);
  }

  function choose(index) {
    const links = [...list.querySelectorAll("a")];
    chosen = Math.max(0, Math.min(index, links.length - 1));
    links.forEach((link, place) => link.classList.toggle("chosen", place === chosen));
    links[chosen]?.scrollIntoView({ block: "nearest" });
  }

  field.addEventListener("input", search);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a.chosen")?.click();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      field.value = "";
      search();
    }
  });
  // A link within the page closes the list too.
  list.addEventListener("click", () => { list.hidden = true; });
  // index.html?q=words searches at once.
  const requested = new URLSearchParams(location.search).get("q");
  if (requested) {
    field.value = requested;
    search();
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      field.focus();
    }
  });
}
