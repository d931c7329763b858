// SPDX-License-Identifier: Apache-2.0
import { data, text, one, every, make, moneyText, movePosters } from "./page.js";
import { call } from "./api.js";
import { Player } from "./player.js";
import { Captions } from "./captions.js";
import { Controls } from "./controls.js";
import { track } from "./tracking.js";
import { LiveRoom } from "./live.js";
import { showInteractions } from "./interactions.js";
import { offerCart } from "./cart.js";
import { route } from "./routes.js";
import { shareVideo } from "./share.js";
import { VideoLock } from "./video-lock.js";

const video = one("#video");
const stage = one("#stage");
const player = new Player(video);
const captions = new Captions(video);
const controls = new Controls(stage, player, captions);
const stream = data.stream ?? null;
const lock = data.locked && !stream ? new VideoLock({ begin: beginUnlocked, cover, uncover }) : null;
let room = null;
let hasPressed = false;
let hasFailed = false;
let troubleSince = null;
stage.addEventListener("pointerdown", () => { hasPressed = true; });
stage.addEventListener("keydown", () => { hasPressed = true; });

const isOnAir = () => ["live", "paused"].includes(room?.status ?? stream?.status ?? "");
const { tell, clicked } = track(video, {
  isLive: isOnAir, isAutoplay: () => !hasPressed, hasFailed: () => hasFailed,
  facts: () => (stream ? { live_stream_id: stream.id, live_status: room?.status ?? stream.status } : {}),
});

for (const following of every("ul.list")) movePosters(following);

// Playback.
player.addEventListener("choices", () => captions.offer(player.playlist.texts));
player.isLive = isOnAir;
player.newAddress = async () => stream
  ? await room.address() : lock ? await lock.address() : (await call("GET", route("video", data.video.id))).hls_url;
player.addEventListener("trouble", () => {
  hasFailed = player.trouble === "failed";
  if (player.trouble) troubleSince ??= performance.now();
  else if (troubleSince !== null) {
    room?.renew(troubleSince);
    troubleSince = null;
  }
  if (room) room.show(); else uncover();
});

/** Shows playback trouble, unless the stream's own state takes precedence. */
function coverTrouble() {
  if (!player.trouble || data.locked && !(room ?? lock).unlock || ["idle", "paused", "completed"].includes(room?.status)) return;
  const phrase = { waiting: isOnAir() ? "waitingForHost" : "reconnecting", reconnecting: "reconnecting", failed: "playFailed" }[player.trouble];
  const again = player.trouble === "failed" ? make("button", { type: "button", onclick: () => { uncoverAll(); player.retry(); } }, text("retry")) : null;
  cover(phrase, again);
}

function cover(phrase, ...more) {
  const hasFocus = stage.contains(document.activeElement);
  uncoverAll();
  const words = phrase === null ? [] : [make("p", {}, text(phrase))];
  const made = make("div", { class: "cover", role: "status", "data-made": true }, ...words, ...more.filter(Boolean));
  stage.append(made);
  // The focused control is covered now.
  if (hasFocus) one("a, button, input", made)?.focus();
}
function uncover() {
  uncoverAll();
  coverTrouble();
}
function uncoverAll() {
  const hasFocus = one(".cover :focus", stage) !== null;
  for (const made of every(".cover", stage)) made.remove();
  if (hasFocus) controls.play.focus();
}

async function begin(address) {
  // Before a live stream begins, its countdown stays above the trailer.
  if (room?.status !== "idle") uncover();
  controls.isLive = isOnAir();
  player.wantsToPlay = true;
  await player.open(address);
  if (player.wantsToPlay) await player.play();
}

/** Plays a video whose password was entered, and shows what only such viewers get. */
async function beginUnlocked(address) {
  begin(address);
  const found = await call("GET", route("videoInteractions", data.video.id), { headers: lock.headers }).catch(() => null);
  showInteractions((found?.data ?? []).filter(({ state }) => state === "active"), lock);
}

if (stream) {
  room = new LiveRoom({ stage, captions, begin, cover, uncover, stop: () => player.stop() });
  room.enter();
}
if (lock) lock.enter();
if (data.video.hls_url) begin(data.video.hls_url);
else if (room && isOnAir() && !data.locked) room.start();
if (data.interactions?.length > 0) showInteractions(data.interactions);

// The call to action is shown after three seconds, and highlighted two seconds later.
const cta = one("#cta");
if (cta) {
  cta.hidden = true;
  stage.append(cta);
  const look = () => {
    if (video.currentTime < 3) return;
    cta.hidden = false;
    if (video.currentTime >= 5) { cta.classList.add("lit"); video.removeEventListener("timeupdate", look); }
  };
  video.addEventListener("timeupdate", look);
  cta.addEventListener("click", clicked);
}

// Products: prices in the page's language, and clicks.
for (const price of every("data.price")) price.textContent = moneyText(price.value, price.dataset.currency);
for (const before of every("s[data-price]")) {
  before.textContent = moneyText(before.dataset.price, before.dataset.currency);
  before.setAttribute("aria-label", text("priceWas", { price: before.textContent }));
}
for (const product of every(".product")) {
  one("a", product)?.addEventListener("click", () => tell("fw:shopping:product-list-item-clicked", video.currentTime, { product_id: product.dataset.id }));
}
offerCart((product) => tell("fw:shopping:pdp-primary-cta-clicked", video.currentTime, { product_id: product, properties: { type: "ADD TO CART" } }));
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(target.dwell);
    if (isIntersecting) target.dwell = setTimeout(() => {
      seen.unobserve(target);
      tell("fw:shopping:product-list-item-impression", video.currentTime, { product_id: target.dataset.id });
    }, 1000);
  }
}, { threshold: 0.5 });
for (const product of every(".product")) seen.observe(product);

one("#share")?.addEventListener("click", () => shareVideo(
  { id: data.video.id, path: data.path, title: document.title, address: data.address },
  (field) => one("#actions").append(field), (name) => tell(name, video.currentTime)));

// The next video follows, unless the viewer cancels it.
video.addEventListener("ended", () => {
  // The playlist ended because the service or the encoder restarted.
  if (isOnAir()) return void player.recover();
  if (!data.next) return;
  let left = 5;
  const count = make("span", { "aria-hidden": "true" }, String(left));
  const link = make("a", { class: "button primary", href: data.next }, `${text("upNext")} `, count);
  const timer = setInterval(() => { left -= 1; count.textContent = String(left); if (left <= 0) { clearInterval(timer); if (document.visibilityState === "visible") location.assign(data.next); } }, 1000);
  const stay = () => { clearInterval(timer); uncoverAll(); };
  cover(null, link, make("button", { type: "button", onclick: stay }, text("close")));
  video.addEventListener("play", stay, { once: true });
});
