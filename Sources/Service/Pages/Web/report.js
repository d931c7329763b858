// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";
import { call, guestToken, knownToken, uniqueID } from "./api.js";
import { route } from "./routes.js";

/** Events in one request, and the milliseconds after which they are sent. */
const maxEvents = 200, delay = 5000;
// Viewers with Global Privacy Control are counted, but not tracked.
const tracking = navigator.globalPrivacyControl ? "essential_only" : "all";
const storageKey = "windowbox-events";
let queue = undelivered();
let timer = null;
let lastTime = 0;
let isSending = false;

/** Events that an earlier page may not have delivered. Those that were delivered count once, because they keep their ids. */
function undelivered() {
  try {
    const events = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    localStorage.removeItem(storageKey);
    return Array.isArray(events) ? events.slice(-maxEvents) : [];
  } catch { return []; }
}

function store() {
  try {
    if (queue.length > 0) localStorage.setItem(storageKey, JSON.stringify(queue.slice(-maxEvents)));
  } catch { /* without storage they are sent while the page closes, or never */ }
}

/**
 * Queues an event.
 * @param facts members of the event (see Event in the OpenAPI document) beside those that every event of the page has
 */
export function report(name, facts = {}) {
  // Events of the same millisecond keep their order.
  lastTime = Math.max(Date.now(), lastTime + 1);
  queue.push({ id: uniqueID(), name, ts: new Date(lastTime).toISOString(), widget: data.widget, tracking, ...facts });
  // A service that is down for hours must not fill the page's memory.
  if (queue.length > 5000) queue.splice(0, queue.length - 5000);
  timer ??= setTimeout(send, delay);
  // Ensures that there is a token when the page closes.
  if (!knownToken()) guestToken().catch(() => {});
}

async function send() {
  timer = null;
  if (isSending || queue.length === 0) return;
  isSending = true;
  const events = queue.slice(0, maxEvents);
  // By identity, not by count: some may have been delivered meanwhile while the page was hidden.
  const drop = () => { queue = queue.filter((event) => !events.includes(event)); };
  try {
    await call("POST", route("recordEvents"), { body: { events } });
    drop();
  } catch (error) {
    // A refused event would be refused again.
    if (error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 401) drop();
  }
  isSending = false;
  if (queue.length > 0) timer ??= setTimeout(send, delay);
}

// A beacon can't carry the token, so this is a request that outlives the page. An event that is sent twice counts once.
function sendClosing() {
  const token = knownToken();
  if (!token || queue.length === 0) return;
  const events = queue.slice(0, 60);
  fetch(route("recordEvents"), {
    method: "POST", keepalive: true, body: JSON.stringify({ events }),
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
  }).then((response) => { if (response.ok) queue = queue.filter((event) => !events.includes(event)); }).catch(() => {});
}

if (queue.length > 0) timer = setTimeout(send, delay);
const closingActions = new Set();
/**
 * Calls an action before the page closes.
 * @returns a function that gives this up
 */
export function beforeLeaving(action) {
  closingActions.add(action);
  return () => closingActions.delete(action);
}
addEventListener("pagehide", () => { for (const action of closingActions) action(); sendClosing(); store(); });
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") sendClosing(); });
