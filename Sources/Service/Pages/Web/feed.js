// SPDX-License-Identifier: Apache-2.0
import { data, text, one, every, make, icon, clockText, movePosters, isAddress } from "./page.js";
import { call } from "./api.js";
import { report } from "./report.js";
import { offerCart } from "./cart.js";
import { isRefusal, retryDelay } from "./recovery.js";
import { reelQuery } from "./reel-model.js";
import { route } from "./routes.js";

// A shared link may carry its token in the fragment, which no server sees.
const shared = new URLSearchParams(location.hash.slice(1)).get("fwplayer");
if (shared) location.replace(`/?fwplayer=${encodeURIComponent(shared)}`);

offerCart();
const drawn = new URL("./stream-portrait.svg", import.meta.url).pathname;
const list = one("#cards");
const end = one("#end");
// In a single row, the button for more is after the last card.
const isRow = document.body.classList.contains("row");
const tail = isRow && list ? make("li", { class: "card tail" }, end) : null;
if (tail) list.append(tail);
const shown = new Set(data.shown ?? []);
let feed = null;
let reel = null;
let next = data.next ?? null;
let isLoading = false;
let isAtEnd = !data.hasMore;

function mark(video) {
  const state = { live: "live", paused: "paused", idle: "scheduled", replay: "replay", completed: "ended" }[video.live_status];
  const marks = make("span", { class: "marks" });
  if (state) marks.append(make("span", { class: `badge ${state === "live" ? "live" : ""}` }, text(state)));
  if (video.badge) marks.append(make("span", { class: "badge" }, make("bdi", {}, video.badge.slice(0, 30))));
  const length = !state && video.duration_ms > 0 ? make("span", { class: "badge length" }, clockText(video.duration_ms / 1000)) : null;
  return [marks, length];
}

function picture(address, sizes = null) {
  const known = (sizes ?? []).filter(({ url }) => isAddress(url)).map(({ url, width }) => `${url} ${width}w`).join(", ");
  const choice = known ? { srcset: known, sizes: one(".card img[sizes]", list)?.sizes ?? "240px" } : {};
  // `srcset` and `sizes` come before `src`, or the browser would load `src` first.
  return isAddress(address) ? make("img", { alt: "", loading: "lazy", fetchpriority: "low", decoding: "async", ...choice, src: address }) : make("span", { class: "blank" }, icon("film"));
}

/** The card of an item, the same as `VideoCard` renders in Swift. */
function card(item, position) {
  const thing = item.video ?? item.playlist;
  const query = data.query ? `?${data.query}` : "";
  const path = item.video ? `${data.player}/${thing.id}${query}`
    : `${data.player === "/watch" ? "/" : `${data.player}/feed`}?playlist=${thing.id}`;
  const title = (item.video ? thing.caption : thing.name)?.trim() || text("untitled");
  const marks = item.video ? mark(thing)
    : [make("span", { class: "marks" }, make("span", { class: "badge" }, text("videosOf", { count: thing.count })))];
  const made = make("li", { class: "card", "data-position": position },
    make("a", { href: path },
      make("span", { class: item.video ? "poster" : "poster stack", "data-preview": isAddress(thing.gif_url) && thing.gif_url },
        picture(thing.poster_url ?? (thing.live_status ? drawn : null), thing.posters), ...marks),
      make("span", { class: "title", dir: "auto" }, title.length > 160 ? `${title.slice(0, 160)}…` : title)));
  if (item.video) made.dataset.id = thing.id; else made.dataset.playlist = thing.id;
  return made;
}

/** The next page of the feed, or of a search. If the feed has expired, a new one is requested, without the items already shown. */
async function page() {
  if (data.next) {
    const { data: videos, paging } = await call("GET", next);
    return { items: videos.map((video) => ({ video })), next: paging.next };
  }
  if (next) {
    try { return await call("GET", next); } catch (error) {
      if (error.status !== 410 && error.status !== 404) throw error;
      next = null;
    }
  }
  const body = { source: data.source, page_size: 24, exclude_ids: [...shown].slice(-500) };
  return await call("POST", route("makeFeed"), { body });
}

/** How long (in milliseconds) and how often a failed request is retried before the viewer is asked to retry. */
const retryTime = 15000, maxAttempts = 3;

/** The next page, with retries: one refused connection of a busy or restarting service must not end the feed. */
async function pageWithRetries() {
  const began = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try { return await page(); } catch (error) {
      if (isRefusal(error.status) || attempt + 1 === maxAttempts || performance.now() - began > retryTime) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)));
  }
}

async function more() {
  if (isLoading || isAtEnd) return;
  isLoading = true;
  const button = one("button", end);
  if (button) button.disabled = true;
  try {
    const answer = await pageWithRetries();
    feed = answer.feed_id;
    next = answer.next;
    isAtEnd = !answer.next;
    for (const item of answer.items) {
      const id = item.video?.id ?? item.playlist?.id;
      if (shown.has(id)) continue;
      shown.add(id);
      const made = card(item, shown.size - 1);
      if (tail) tail.before(made); else list.append(made);
      watch(made);
    }
    reel?.added(answer.items.map((item) => item.video).filter(Boolean));
    tell(isAtEnd ? "allLoaded" : "moreVideos");
  } catch { tell("retry"); }
  isLoading = false;
  // Observing it again makes the observer report the end even if it never left the screen.
  near?.unobserve(end);
  if (!isAtEnd && !one("[data-fault]", end)) near?.observe(end);
}

/** The end comes near: while the feed fills the screen, three videos before. */
function nearEnd() {
  const seesEnd = (entries) => { if (entries.some((entry) => entry.isIntersecting)) more(); };
  return new IntersectionObserver(seesEnd, reel?.isShown ? { root: one("#feed"), rootMargin: "300%" } : { rootMargin: "600px" });
}

function tell(phrase) {
  if (phrase === "allLoaded" && data.source.type === "following" && shown.size === 0) {
    return end.replaceChildren(make("p", { class: "notice", role: "status" }, text("nothingFollowed")));
  }
  if (phrase === "allLoaded" && tail) return tail.remove();
  if (phrase === "allLoaded") return end.replaceChildren(make("p", { class: "soft", role: "status" }, text(phrase)));
  const button = make("button", { type: "button", onclick: more }, text(phrase));
  if (phrase === "retry") {
    end.replaceChildren(make("p", { role: "alert", "data-fault": true }, text("loadFailed")), button);
  } else end.replaceChildren(button);
}

// An impression: at least half of a card was on the screen for a second.
const dwell = new Map();
const reported = new Set();
const watched = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(dwell.get(target));
    if (!isIntersecting || !target.dataset.id) continue;
    dwell.set(target, setTimeout(() => {
      watched.unobserve(target);
      reported.add(target);
      report("fw:video:impression", { video_id: target.dataset.id, position: Number(target.dataset.position), ...(feed ? { feed_id: feed } : {}) });
    }, 1000));
  }
}, { threshold: 0.5 });

/** Reports the impression of a card, which the full-screen feed does itself. */
function watch(item) { if (!reel?.isShown && !reported.has(item)) watched.observe(item); }

addEventListener("online", () => { if (one("[data-fault]", end)) more(); });

let near = null;
/** Begins, and again when the phone-sized feed becomes a gallery or the reverse. */
function begin() {
  near?.disconnect();
  watched.disconnect();
  near = nearEnd();
  for (const item of every(".card[data-position]", list)) watch(item);
  if (!isAtEnd && !one("[data-fault]", end)) near?.observe(end);
}

/** On a phone, the feed fills the screen: with scripts that other screens don't need. */
async function offerReel() {
  if (reel || !matchMedia(reelQuery).matches) return;
  try {
    const { Reel } = await import("./reel.js");
    reel ??= new Reel(list, one("#feed"), () => (feed ? { feed_id: feed } : {}));
  } catch {
    // A phone may have lost its network. The gallery works without it.
    return;
  }
  reel.addEventListener("change", begin);
  reel.adapt();
}

if (list) {
  movePosters(list);
  tell(isAtEnd ? "allLoaded" : "moreVideos");
  if (document.body.classList.contains("reel")) {
    matchMedia(reelQuery).addEventListener("change", offerReel);
    await offerReel();
  }
  begin();
  // Arrow keys move from card to card.
  list.addEventListener("keydown", (event) => {
    if (reel?.isShown) return;
    const cards = every(".card a", list);
    const here = cards.indexOf(document.activeElement);
    if (here < 0) return;
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
    const columns = cards.filter((other) => other.offsetTop === cards[0].offsetTop).length || 1;
    const step = { [forward]: 1, [backward]: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const goal = event.key === "Home" ? cards[0] : event.key === "End" ? cards.at(-1) : step ? cards[here + step] : null;
    if (goal) { event.preventDefault(); goal.focus(); }
  });
}
